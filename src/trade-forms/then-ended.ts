/** What became of the position that an order opened, where it ended without the trader's hand. Pure. */
import { type ActionRecord, serviceTime } from '../../contract/action.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Ending, EndingKind } from '../../contract/ending.ts'
import { timeText } from '../format/index.ts'
import { wayOf } from './use-statement.ts'

const WORDS: Readonly<Record<EndingKind, string>> = {
  settled: 'settled',
  stopped: 'closed by its stop',
  liquidated: 'liquidated',
  closed_elsewhere: 'closed elsewhere',
  converted: 'converted elsewhere',
  unknown: 'gone, it is not known how',
}

/** The first end of a position in its asset, the way it enters, since it traded; null while there is none, and for what only leaves. */
export function endingSince(action: ActionRecord | undefined, endings: readonly Ending[]): Ending | null {
  if (action === undefined || !('asset' in action.intent) || !hasTraded(action)) return null
  const { asset } = action.intent
  const [way, since] = [wayOf(action.intent), serviceTime(action, action.execution?.at ?? action.createdAt)]
  const isIts = (ending: Ending): boolean =>
    ending.asset === asset && ending.part === undefined && signOf(ending.size) === way && ending.at >= since
  return way === 0 ? null : (endings.findLast(isIts) ?? null)
}

const hasTraded = ({ state, filled }: ActionRecord): boolean =>
  state === 'filled' || (filled !== null && signOf(filled) > 0)

/** `then liquidated 13:04:07` */
export function thenText({ kind, isCertain, trigger, at }: Ending): string {
  const word = kind === 'stopped' && trigger?.kind === 'take_profit' ? 'closed by its take-profit' : WORDS[kind]
  return `then ${isCertain ? '' : 'probably '}${word} ${timeText(at)}`
}

/** Whether the end was a bad one, and is to be seen as that. */
export const endedBadly = ({ kind }: Ending): boolean => kind === 'liquidated' || kind === 'unknown'
