/** Evidence of reads for actions that are not orders: leverage, setups, transfers, conversions. Pure except for counting passes. */
import type { AccountView } from '../../../contract/account.ts'
import { type ActionRecord, awaitsTransferConfirmation } from '../../../contract/action.ts'
import { add, compare, type Money, subtract } from '../../../contract/decimal.ts'
import type { ConvertIntent, LeverageIntent, TransferIntent } from '../../../contract/intent.ts'
import type { Conversion } from '../../../contract/outcome.ts'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent } from '../actions/index.ts'
import { type OutcomeMessages, outcomeOf, type ShownOf } from './outcome-table.ts'
import type { ProofOfAbsence } from './proof-of-absence.ts'

/** A leverage change, by the position. */
export function leverageEvent(
  action: StoredAction,
  { asset, leverage }: LeverageIntent,
  account: AccountView,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const position = account.positions.find((held) => held.asset === asset)
  const shown = position?.leverage === leverage ? 'shown' : position?.leverage == null ? 'no_position' : 'other'
  const text = {
    confirmed:
      shown === 'shown'
        ? `The position in ${asset} has ${leverage}× leverage.`
        : `Accepted; the next position in ${asset} will show it.`,
    never_arrived: `No answer came, and the venue does not show ${leverage}× leverage in ${asset}.`,
    not_applied: `The venue accepted the change, but the position shows ${position?.leverage}×.`,
  }
  return outcomeOf(action, 'leverage', shown, { text, began }, absence)
}

/** No read shows the effect of an approval or a setup, and both can be requested again without harm. */
export function repeatableEvent(action: StoredAction, began: Millis, absence: ProofOfAbsence): ActionEvent | null {
  const never_arrived =
    action.intent.kind === 'binary_setup'
      ? 'The setup got no answer. If leverage is not 2× yet, the next prediction sets it again.'
      : 'The approval got no answer. If the agent is not approved, the next order will report it.'
  return outcomeOf(action, 'repeatable', 'nothing', { text: { never_arrived }, began }, absence)
}

/** What the balances prove of a transfer: made, not made, or nothing. */
function balanceVerdict(
  amount: Money,
  before: NonNullable<StoredAction['prepared']>['balances'],
  { usdh, usdhOutcome }: Pick<AccountView['money'], 'usdh' | 'usdhOutcome'>,
): ShownOf['transfer'] {
  if (before == null || before.usdh === null || before.usdhOutcome === null) return 'unclear'
  if (usdh === null || usdhOutcome === null) return 'unclear'
  if (compare(usdh, before.usdh) === 0 && compare(usdhOutcome, before.usdhOutcome) === 0) return 'unchanged'
  const out = compare(usdh, subtract(before.usdh, amount)) === 0
  const arrived = compare(usdhOutcome, add(before.usdhOutcome, amount)) === 0
  return out && arrived ? 'moved' : 'unclear'
}

/** Reads about a transfer, with the results of other transfers: two of them share the balances, which then prove neither. */
interface TransferReads {
  readonly began: Millis
  readonly account: AccountView
  /** The service's time minus the terminal's, ms. */
  readonly offset: number
  /** Actions of the same account. */
  readonly records: readonly ActionRecord[]
}

const TRANSFER: OutcomeMessages = {
  never_arrived: 'The transfer never arrived: balances are unchanged.',
  not_applied: 'The venue accepted the transfer, but balances are unchanged.',
  noted:
    'The transfer got no answer, and other balance changes hide its result. Compare balances before another transfer.',
}

export function transferEvent(
  action: StoredAction,
  { amount }: TransferIntent,
  { began, account, offset, records }: TransferReads,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const alone = !records.some((other) => mayHaveMoved(other, action))
  const shown = alone ? balanceVerdict(amount, action.prepared?.balances, account.money) : 'unclear'
  if (shown === 'unclear') {
    absence.seen(action)
    const answered = action.steps.findLast(({ state }) => state === 'acknowledged')?.at ?? action.updatedAt
    const isBefore = action.state === 'acknowledged' && began <= answered + offset
    if (isBefore || awaitsTransferConfirmation(action)) return null
  }
  const confirmed = shown === 'moved' ? 'The balances show it.' : 'Accepted; balances also changed for other reasons.'
  const message = { ...TRANSFER, confirmed }
  return outcomeOf(action, 'transfer', shown, { text: message, began, code: 'transfer_unclear' }, absence)
}

/** Whether another transfer may have changed the balances that would prove this one. */
function mayHaveMoved(other: ActionRecord, action: StoredAction): boolean {
  if (other.intent.kind !== 'transfer' || other.id === action.id) return false
  if (other.state === 'refused' || other.state === 'rejected' || other.state === 'expired') return false
  return other.updatedAt >= action.createdAt && other.steps.some(({ state }) => state === 'sent')
}

/** The text that links a conversion's action to its history entry; it marks the entry as taken. */
const entryText = ({ id }: Conversion): string => `The history shows it as conversion ${id}.`

/** Texts of entries that belong to other actions. */
export const usedEntries = (records: readonly ActionRecord[]): Set<string> =>
  new Set(
    records
      .filter(({ intent }) => intent.kind === 'convert')
      .flatMap(({ steps }) => steps.flatMap(({ detail }) => detail ?? [])),
  )

/** The result of a conversion, from the history of conversions; `taken` holds the texts of entries that belong to other actions. */
export function convertEvent(
  action: StoredAction,
  intent: ConvertIntent,
  entries: readonly Conversion[],
  taken: ReadonlySet<string>,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const since = absence.earliest(action)
  const oldestFirst = [...entries].sort((a, b) => a.time - b.time)
  const entry = oldestFirst.find((one) => one.time >= since && !taken.has(entryText(one)) && isOf(intent, one))
  if (entry === undefined) return outcomeOf(action, 'convert', 'absent', { text: CONVERT, began }, absence)
  return outcomeOf(action, 'convert', 'listed', { text: { confirmed: entryText(entry) }, began }, absence)
}

const CONVERT: OutcomeMessages = {
  never_arrived: 'The conversion never arrived: it is not in the history, and its signature has expired.',
  not_applied: 'The venue accepted the conversion, but it is not in the history.',
}

/** Whether an entry matches the intent; fields that the service omits are ignored, but one of the two ids must agree. */
function isOf({ conversion, outcomeId, questionId, amount }: ConvertIntent, entry: Conversion): boolean {
  if (entry.kind !== conversion) return false
  if (amount !== null && (entry.amount === null || compare(entry.amount, amount) !== 0)) return false
  const questions = questionId !== null && entry.questionId !== null
  if (questions && entry.questionId !== questionId) return false
  /** A question is merged as a whole, regardless of which of its outcomes the entry names. */
  if (questions && conversion === 'merge_question') return true
  return entry.outcomeId === null ? questions : entry.outcomeId === outcomeId
}

const NO_HISTORY: OutcomeMessages = {
  confirmed: 'Accepted; the deployment keeps no history of conversions.',
  noted: 'The deployment keeps no conversion history, so the result is unknown.',
}

/** A conversion where the deployment has no history of them. */
export const conversionWithoutHistory = (
  action: StoredAction,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null => outcomeOf(action, 'convert', 'no_history', { text: NO_HISTORY, began }, absence)
