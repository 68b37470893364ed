/** What a row says, and the ids of what it stands for: in which typed words are looked for. Pure. */
import type { ActionRecord } from '../../../contract/action.ts'
import { actionParts, joined, type Naming, stateWord } from '../../trade-forms/index.ts'
import { actionsOf, KIND_WORDS, type Line, labelsOf, SAFETY_WORDS } from './row-labels.ts'

const ofAction = (action: ActionRecord, names: Naming): readonly (string | null)[] => [
  joined(actionParts(action, [], names)),
  stateWord(action),
  action.message,
  ...[action.id, action.oid, action.cloid],
]

/** Its parts on a line each. */
function rowText(row: Line, names: Naming): string {
  const words = (): readonly (string | null)[] => {
    switch (row.kind) {
      case 'found':
        return [row.id]
      case 'ending':
        return [row.ending.words, KIND_WORDS[row.ending.kind]]
      case 'trade':
        return [row.trade.id, row.trade.side, names.asset(row.trade.asset), 'not from here']
      case 'safety':
        return [row.safety.words, SAFETY_WORDS[row.safety.kind]]
      default: {
        const { line, word } = labelsOf(row, names)
        const order = row.kind === 'move' ? [row.move.order.oid, row.move.order.cloid] : []
        const steps = actionsOf(row).flatMap((action) => ofAction(action, names))
        return [joined(line), word, row.reason, row.id, ...order, ...steps]
      }
    }
  }
  return words()
    .filter((part) => part !== null)
    .join('\n')
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those in which every word stands. */
export function rowsWith(typed: string, rows: readonly Line[], names: Naming): readonly Line[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = plain(rowText(row, names))
    return words.every((word) => text.includes(word))
  })
}
