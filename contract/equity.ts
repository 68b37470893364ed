/**
 * Equity over every class of collateral, named, from one read of the account (docs/service/positions.md#account). What the service left out is
 * not known, and is said to be missing; nothing is filled in. Exact. Pure.
 */
import type { AccountView, Order } from './account.ts'
import type { ActionState } from './action.ts'
import type { BalanceChange, ConversionEntry, EquitySample } from './books/index.ts'
import { type Collateral, DEFAULT_OUTCOME_COLLATERAL } from './collateral.ts'
import { add, type Money, multiply, type Price, type Size, subtract, ZERO } from './decimal.ts'
import { type Conversion, isCoin } from './outcome.ts'
import type { Millis } from './time.ts'

/** Where money can lie: USDC, USDH that is free, USDH in outcome trading, and shares. */
const COLLATERAL_CLASSES = ['usdc', 'usdh', 'usdh_outcome', 'shares'] as const
export type CollateralClass = (typeof COLLATERAL_CLASSES)[number]

/** One class. Money is its own: USDC, else USDH. Null is not known. */
export interface ClassBalance {
  readonly id: CollateralClass
  /** What new orders may use. */
  readonly free: Money | null
  /** Margin of positions and what resting orders hold. */
  readonly held: Money | null
  readonly total: Money | null
}

/** What an account is worth. */
export interface Equity {
  readonly classes: readonly ClassBalance[]
  /** Sum of the classes that are known, 1 USDH counted as 1 USDC; null while not even USDC is. */
  readonly total: Money | null
  /** The same with shares at their exit value in place of their mark; null where a share has no bid. */
  readonly atExit: Money | null
  /** Shares at their exit value: what the best bids give; null where one has none. */
  readonly exitValue: Money | null
  /** Classes that the total lacks. */
  readonly missing: readonly CollateralClass[]
}

/**
 * @param orders resting ones of every family, for what outcome trading holds; null while they are not known.
 * @param bidOf the best bid of a coin; null where there is none, or none is known.
 * @param usdc equity in USDC carried on to the live mark, in place of the read's.
 * @param outcomes what outcome markets are settled in: where it is USDC, no USDH is missing.
 */
export function equityOf(
  { money, positions }: Pick<AccountView, 'money' | 'positions'>,
  orders: readonly Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'filled'>[] | null = null,
  bidOf: (coin: string) => Price | null = () => null,
  usdc: Money | null = money.equity,
  outcomes: Collateral = DEFAULT_OUTCOME_COLLATERAL,
): Equity {
  const shares = positions.filter(({ family }) => family === 'outcome')
  const atMark = sumOf(shares.map(({ size, markPx }) => (markPx === null ? null : multiply(markPx, size))))
  const exitValue = sumOf(shares.map(({ asset, size }) => worth(bidOf(asset), size)))
  const reserved = orders === null ? null : reservedOf(orders)
  const all: readonly ClassBalance[] = [
    { id: 'usdc', free: money.available, held: less(usdc, money.available), total: usdc },
    { id: 'usdh', free: money.usdh, held: money.usdh === null ? null : (ZERO as Money), total: money.usdh },
    { id: 'usdh_outcome', free: less(money.usdhOutcome, reserved), held: reserved, total: money.usdhOutcome },
    { id: 'shares', free: null, held: null, total: atMark },
  ]
  const classes = all.filter(({ id, total }) => total !== null || outcomes === 'USDH' || !id.startsWith('usdh'))
  const known = classes.flatMap(({ total }) => (total === null ? [] : [total]))
  const total = usdc === null ? null : (sumOf(known) as Money)
  return {
    classes,
    total,
    atExit: total === null || exitValue === null ? null : add(subtract(total, atMark ?? (ZERO as Money)), exitValue),
    exitValue,
    missing: classes.filter((one) => one.total === null).map(({ id }) => id),
  }
}

/** What is left to fill of resting purchases of shares, at their prices. */
const reservedOf = (orders: readonly Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'filled'>[]): Money =>
  orders
    .filter(({ asset, side }) => isCoin(asset) && side === 'buy')
    .reduce<Money>((sum, { price, size, filled }) => add(sum, multiply(price, subtract(size, filled))), ZERO as Money)

const worth = (price: Price | null, size: Size): Money | null => (price === null ? null : multiply(price, size))
const less = (a: Money | null, b: Money | null): Money | null => (a === null || b === null ? null : subtract(a, b))
/** Null as soon as one of them is. */
const sumOf = (amounts: readonly (Money | null)[]): Money | null =>
  amounts.reduce<Money | null>((sum, one) => (sum === null || one === null ? null : add(sum, one)), ZERO as Money)

/** The `equity` topic: another version says that samples or balance changes are new. */
export interface EquityTopic {
  readonly version: number
}

/** Equity over a period, with what explains its change. */
export interface EquityView {
  /** When the opening balance was read; null before the first one. */
  readonly since: Millis | null
  /** The reconciled sample from which the period is explained: the last before it began, else the opening. */
  readonly from: EquitySample | null
  /** The newest that is reconciled. */
  readonly latest: EquitySample | null
  /** Of the period, oldest first, thinned out where there are many. */
  readonly samples: readonly EquitySample[]
  /** Between `from` and now, oldest first. */
  readonly changes: readonly BalanceChange[]
  /** Since when the books and the positions differ, or a change waits to be confirmed; null while all is explained. */
  readonly openSince: Millis | null
}

/** A transfer of the trader's from free USDH to outcome trading. */
export interface TransferRow {
  /** Of its action. */
  readonly id: string
  /** When it was asked for, the service's time. */
  readonly at: Millis
  readonly amount: Money
  readonly state: ActionState
  readonly message: string | null
}

/** What moved money or shares and is no fill: everything that is kept, newest first. */
export interface TransfersView {
  readonly changes: readonly BalanceChange[]
  /** Between the classes of USDH, as the journal has them. */
  readonly transfers: readonly TransferRow[]
  readonly conversions: readonly (ConversionEntry & {
    /** What a person calls its market; null where that is not known. */
    readonly name: string | null
  })[]
  /** Those that are in no book: nothing says what they took and gave, for their market was never listed while the terminal ran. */
  readonly notBooked: readonly Conversion[]
}
