/** What the panel lists: actions, and between them by their time ends of positions and trades of other clients. Pure. */
import { type ActionRecord, serviceTime } from '../../../contract/action.ts'
import type { Ending, EndingKind } from '../../../contract/ending.ts'
import type { ForeignTrade } from '../../../contract/other-client.ts'

/** One line of the panel. */
export type Entry =
  | { readonly id: string; readonly action: ActionRecord }
  | { readonly id: string; readonly ending: Ending }
  | { readonly id: string; readonly trade: ForeignTrade }

/** Newest first; each list keeps its order. All are newest first by the service's time, actions by when they were asked for. */
export function entriesOf(
  actions: readonly ActionRecord[],
  endings: readonly Ending[],
  trades: readonly ForeignTrade[] = [],
): readonly Entry[] {
  const others = [
    ...endings.map((ending) => ({ at: ending.at, entry: { id: `end/${ending.id}`, ending } })),
    ...trades.map((trade) => ({ at: trade.at, entry: { id: `trade/${trade.id}`, trade } })),
  ].sort((a, b) => b.at - a.at)
  const entries: Entry[] = []
  for (const action of actions) {
    const asked = serviceTime(action, action.createdAt)
    for (let next = others[0]; next !== undefined && next.at >= asked; next = others[0]) {
      entries.push(next.entry)
      others.shift()
    }
    entries.push({ id: action.id, action })
  }
  return [...entries, ...others.map(({ entry }) => entry)]
}

/** What stands at the end of the line. */
export const KIND_WORDS: Readonly<Record<EndingKind, string>> = {
  settled: 'settled',
  stopped: 'stopped',
  liquidated: 'liquidated',
  closed_elsewhere: 'closed elsewhere',
  converted: 'converted elsewhere',
  unknown: 'not known',
}
