/**
 * Equity by class of collateral, from one read of the account (docs/service/positions.md#account). A value that the service omits is unknown and
 * reported as missing; nothing is estimated. Exact. Pure.
 */
import type { AccountView, Order } from './account.ts'
import type { ActionState } from './action.ts'
import type { BalanceChange, ConversionEntry, EquitySample } from './books/index.ts'
import { type Collateral, DEFAULT_OUTCOME_COLLATERAL } from './collateral.ts'
import { add, knownSum, type Money, multiply, type Price, type Size, subtract, ZERO } from './decimal.ts'
import { tradesShares } from './family-rules.ts'
import { type Conversion, isCoin } from './outcome.ts'
import type { Millis } from './time.ts'

/** Collateral classes: USDC, free USDH, USDH in outcome trading, and shares. */
export type CollateralClass = keyof EquitySample['classes']

/** Balance of one class in its own currency: USDC, otherwise USDH. Null is unknown. */
export interface ClassBalance {
  readonly id: CollateralClass
  /** Available to new orders. */
  readonly free: Money | null
  /** Margin of positions plus the amount reserved by resting orders. */
  readonly held: Money | null
  readonly total: Money | null
}

/** Total equity of an account. */
export interface Equity {
  readonly classes: readonly ClassBalance[]
  /** Sum of the known classes, 1 USDH counted as 1 USDC; null while USDC is unknown. */
  readonly total: Money | null
  /** The same with shares at exit value instead of mark; null when a share has no bid. */
  readonly atExit: Money | null
  /** Exit value of the shares at the best bids; null when one has none. */
  readonly exitValue: Money | null
  /** Classes that the total does not include. */
  readonly missing: readonly CollateralClass[]
}

/**
 * @param orders resting orders of every family, for what outcome trading reserves; null while unknown.
 * @param bidOf best bid of a coin; null when there is none, or none is known.
 * @param usdc USDC equity updated to the live mark, instead of the read's.
 * @param outcomes currency of outcome markets: if it is USDC, no USDH is missing.
 */
export function equityOf(
  { money, positions }: Pick<AccountView, 'money' | 'positions'>,
  orders: readonly Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'filled'>[] | null = null,
  bidOf: (coin: string) => Price | null = () => null,
  usdc: Money | null = money.equity,
  outcomes: Collateral = DEFAULT_OUTCOME_COLLATERAL,
): Equity {
  const shares = positions.filter(({ family }) => tradesShares(family))
  const atMark = knownSum(shares.map(({ size, markPx }) => (markPx === null ? null : multiply(markPx, size))))
  const exitValue = knownSum(shares.map(({ asset, size }) => worth(bidOf(asset), size)))
  const reserved = orders === null ? null : reservedOf(orders)
  const all: readonly ClassBalance[] = [
    { id: 'usdc', free: money.available, held: less(usdc, money.available), total: usdc },
    { id: 'usdh', free: money.usdh, held: money.usdh === null ? null : (ZERO as Money), total: money.usdh },
    { id: 'usdh_outcome', free: less(money.usdhOutcome, reserved), held: reserved, total: money.usdhOutcome },
    { id: 'shares', free: null, held: null, total: atMark },
  ]
  const classes = all.filter(({ id, total }) => total !== null || outcomes === 'USDH' || !id.startsWith('usdh'))
  const known = classes.flatMap(({ total }) => (total === null ? [] : [total]))
  const total = usdc === null ? null : (knownSum(known) as Money)
  return {
    classes,
    total,
    atExit: total === null || exitValue === null ? null : add(subtract(total, atMark ?? (ZERO as Money)), exitValue),
    exitValue,
    missing: classes.filter((one) => one.total === null).map(({ id }) => id),
  }
}

/** Unfilled size of resting share purchases, at their prices. */
const reservedOf = (orders: readonly Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'filled'>[]): Money =>
  orders
    .filter(({ asset, side }) => isCoin(asset) && side === 'buy')
    .reduce<Money>((sum, { price, size, filled }) => add(sum, multiply(price, subtract(size, filled))), ZERO as Money)

const worth = (price: Price | null, size: Size): Money | null => (price === null ? null : multiply(price, size))
const less = (a: Money | null, b: Money | null): Money | null => (a === null || b === null ? null : subtract(a, b))

/** The `equity` topic: a new version means new samples or balance changes. */
export interface EquityTopic {
  readonly version: number
}

/** Equity over a period, with the explanation of its change. */
export interface EquityView {
  /** Time of the opening balance; null before the first one. */
  readonly since: Millis | null
  /** The reconciled sample from which the period is explained: the last one before the period, otherwise the opening. */
  readonly from: EquitySample | null
  /** The newest reconciled sample. */
  readonly latest: EquitySample | null
  /** Samples of the period, oldest first, thinned out when there are many. */
  readonly samples: readonly EquitySample[]
  /** From `from` to now, oldest first. */
  readonly changes: readonly BalanceChange[]
  /** Since when books and positions differ, or a change awaits confirmation; null while all is explained. */
  readonly openSince: Millis | null
}

/** A transfer by the trader from free USDH to outcome trading. */
export interface TransferRow {
  /** Id of its action. */
  readonly id: string
  /** Time of the request, service time. */
  readonly at: Millis
  readonly amount: Money
  readonly state: ActionState
  readonly message: string | null
}

/** Movements of money or shares other than fills: everything kept, newest first. */
export interface TransfersView {
  readonly changes: readonly BalanceChange[]
  /** Between the classes of USDH, from the journal. */
  readonly transfers: readonly TransferRow[]
  readonly conversions: readonly (ConversionEntry & {
    /** Display name of its market; null when unknown. */
    readonly name: string | null
  })[]
  /** Conversions that are not booked: their amounts are unknown, because their market was never listed while the terminal ran. */
  readonly notBooked: readonly Conversion[]
}
