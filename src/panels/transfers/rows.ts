/** The rows of transfers, conversions and balance changes, in one list. Pure. */

import type { ActionState } from '../../../contract/action.ts'
import type { BalanceChange, ConversionEntry } from '../../../contract/books/index.ts'
import { EVER, type PeriodInput } from '../../../contract/books-view.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import { absolute, type Decimal, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { TransferRow, TransfersView } from '../../../contract/equity.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { Conversion } from '../../../contract/outcome.ts'
import type { Millis } from '../../../contract/time.ts'
import { grouped, moneyUnit } from '../../format/index.ts'
import { MESSAGES } from './messages.ts'

export const KINDS = ['transfer', 'conversion', 'change'] as const
export type MoveKind = (typeof KINDS)[number]

/** One transfer, conversion or balance change. */
export interface MoveRow {
  readonly id: string
  readonly kind: MoveKind
  readonly at: Millis
  /** Its description. */
  readonly what: string
  /** Signed where it changed the equity; for conversions the number of shares of each side. */
  readonly amount: Decimal | null
  readonly unit: string
  /** Its state, or its given name. */
  readonly state: string
  /** Of a balance change that can be named. */
  readonly change: BalanceChange | null
}

/** Movements within a period, start inclusive, end exclusive. */
export function movesWithin(
  { changes, conversions, notBooked, transfers }: TransfersView,
  period: PeriodInput,
): TransfersView {
  const { from, to } = typeof period === 'string' ? { from: 0, to: EVER } : period
  const isWithin = (at: number): boolean => at >= from && at < to
  return {
    changes: changes.filter(({ at }) => isWithin(at)),
    conversions: conversions.filter(({ time }) => isWithin(time)),
    notBooked: notBooked.filter(({ time }) => isWithin(time)),
    transfers: transfers.filter(({ at }) => isWithin(at)),
  }
}

/** Newest first. */
export const moveRows = ({ changes, conversions, notBooked, transfers }: TransfersView): readonly MoveRow[] =>
  [
    ...transfers.map(ofTransfer),
    ...conversions.map(ofConversion),
    ...notBooked.map(ofNotBooked),
    ...changes.map(ofChange),
  ].toSorted((a, b) => b.at - a.at)

const ofTransfer = (transfer: TransferRow): MoveRow => ({
  id: `transfer ${transfer.id}`,
  kind: 'transfer',
  at: transfer.at,
  what: 'Free USDH to outcomes balance',
  amount: transfer.amount,
  unit: 'USDH',
  state: [STATE_TEXTS[transfer.state] ?? 'in progress', transfer.message].filter((one) => one).join(': '),
  change: null,
})

/** State of a transfer; every other state is pending. */
const STATE_TEXTS: { readonly [S in ActionState]?: string } = {
  done: 'completed',
  refused: 'refused',
  rejected: 'rejected',
  cancelled: 'failed',
  expired: 'failed',
  unknown: 'unknown',
}

const conversionRow = (
  { id, time, amount }: Pick<Conversion, 'id' | 'time' | 'amount'>,
  what: string,
  market: string | null,
  state: string,
): MoveRow => ({
  id: `conversion ${id}`,
  kind: 'conversion',
  at: time,
  what: market === null ? what : `${what}: ${market}`,
  amount,
  unit: 'shares',
  state,
  change: null,
})

const ofConversion = (entry: TransfersView['conversions'][number]): MoveRow =>
  conversionRow(
    entry,
    CONVERSION_TEXTS[entry.conversion](moneyUnit('outcome')),
    entry.name === null ? null : marketOf(entry.name),
    'completed',
  )

/** Its market has no name here, and its share legs are unknown. */
function ofNotBooked(one: Conversion): MoveRow {
  const { kind, kindText, outcomeId, questionId } = one
  const what = kind === null ? kindText : CONVERSION_TEXTS[kind](moneyUnit('outcome'))
  const market = outcomeId !== null ? `outcome ${outcomeId}` : questionId !== null ? `question ${questionId}` : null
  return conversionRow(one, what, market, NOT_BOOKED)
}
const NOT_BOOKED = 'not booked: its market was never listed while Isotherm was running, so its amounts are unknown'

const CONVERSION_TEXTS: { readonly [K in ConversionEntry['conversion']]: (money: Collateral) => string } = {
  split: (money) => `Split ${money} into a share of each side`,
  merge: (money) => `Merged a share of each side into ${money}`,
  merge_question: (money) => `Merged a share of every outcome into ${money}`,
  negate: () => 'No into Yes of the other outcomes',
}
/** A conversion involves both sides: of `Yes, Rain` the market is meant. */
const marketOf = (name: string): string => name.slice(name.indexOf(', ') + 2)

const BALANCE_TEXTS = { usdc: 'USDC', usdh: 'Free USDH', usdh_outcome: COMMON.outcomesBalance } as const

function ofChange(change: BalanceChange): MoveRow {
  const { id, at, balance, amount, cause, as } = change
  const isIn = signOf(amount) > 0
  const moved = isIn
    ? 'Outcomes balance to free USDH, by another client'
    : 'Free USDH to outcomes balance, by another client'
  return {
    id: `change ${id}`,
    kind: 'change',
    at,
    what: cause === 'moved' ? moved : `${BALANCE_TEXTS[balance]} ${isIn ? MESSAGES.came : MESSAGES.went}`,
    amount: cause === 'moved' ? absolute(amount) : amount,
    unit: balance === 'usdc' ? 'USDC' : 'USDH',
    state: as === null ? MESSAGES.causes[cause] : MESSAGES.names[as],
    change: cause === 'moved' ? null : change,
  }
}

/** `250.00 USDC came`, for buttons and menus that name a row. */
export const rowName = ({ what, amount, unit }: MoveRow): string =>
  amount === null ? what : `${what}, ${grouped(trimZeros(absolute(amount)))} ${unit}`
