/** What the panel lists: actions, and ends of positions between them by their time. Pure. */
import { type ActionRecord, serviceTime } from '../../../contract/action.ts'
import type { Ending, EndingKind } from '../../../contract/ending.ts'

/** One line of the panel. */
export type Entry =
  | { readonly id: string; readonly action: ActionRecord }
  | { readonly id: string; readonly ending: Ending }

/** Newest first; each list keeps its order. Both are newest first by the service's time, actions by when they were asked for. */
export function entriesOf(actions: readonly ActionRecord[], endings: readonly Ending[]): readonly Entry[] {
  const left = [...endings]
  const entries: Entry[] = []
  for (const action of actions) {
    const asked = serviceTime(action, action.createdAt)
    for (let next = left[0]; next !== undefined && next.at >= asked; next = left[0]) {
      entries.push(entryOf(next))
      left.shift()
    }
    entries.push({ id: action.id, action })
  }
  return [...entries, ...left.map(entryOf)]
}

const entryOf = (ending: Ending): Entry => ({ id: `end/${ending.id}`, ending })

/** What stands at the end of the line. */
export const KIND_WORDS: Readonly<Record<EndingKind, string>> = {
  settled: 'settled',
  stopped: 'stopped',
  liquidated: 'liquidated',
  closed_elsewhere: 'closed elsewhere',
  converted: 'converted elsewhere',
  unknown: 'not known',
}
