/** What a line of the panel says, and the ids of what it stands for: in which typed words are looked for. Pure. */
import type { ActionRecord } from '../../../contract/action.ts'
import { moveParts, moveStateWord } from '../../orders/index.ts'
import { reversalParts, reversalStateWord } from '../../positions/index.ts'
import { actionParts, joined, type Naming, stateWord } from '../../trade-forms/index.ts'
import { type Entry, KIND_WORDS, SAFETY_WORDS } from './entries.ts'

const ofAction = (action: ActionRecord, all: readonly ActionRecord[], names: Naming): readonly (string | null)[] => [
  joined(actionParts(action, all, names)),
  stateWord(action),
  action.message,
  ...[action.id, action.oid, action.cloid],
]

/** Its parts on a line each. */
function entryText(entry: Entry, all: readonly ActionRecord[], names: Naming): string {
  const parts = (): readonly (string | null)[] => {
    if ('ending' in entry) return [entry.ending.words, KIND_WORDS[entry.ending.kind]]
    if ('trade' in entry) return [entry.trade.id, entry.trade.side, names.asset(entry.trade.asset), 'not from here']
    if ('safety' in entry) return [entry.safety.words, SAFETY_WORDS[entry.safety.kind]]
    if ('found' in entry) return [entry.id]
    if ('action' in entry) return ofAction(entry.action, all, names)
    const steps = entry.steps.flatMap((step) => ofAction(step, all, names))
    if ('move' in entry) {
      const { move } = entry
      return [joined(moveParts(move, names)), moveStateWord(move), move.id, move.order.oid, move.order.cloid, ...steps]
    }
    const { reversal } = entry
    return [joined(reversalParts(reversal, names)), reversalStateWord(reversal), reversal.id, ...steps]
  }
  return parts()
    .filter((part) => part !== null)
    .join('\n')
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those in which every word stands. */
export function entriesWith(
  typed: string,
  entries: readonly Entry[],
  all: readonly ActionRecord[],
  names: Naming,
): readonly Entry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter((entry) => {
    const text = plain(entryText(entry, all, names))
    return words.every((word) => text.includes(word))
  })
}
