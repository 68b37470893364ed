/**
 * Reconciles the money of a wallet with its ledger. The remainder of a balance (balance less what the entries add up to) is constant unless money
 * is deposited, withdrawn, or moved between the classes of USDH.
 *
 * Account and fills are never read at the same time: the remainder counts only when the ledger has every position as the read shows it, and a change of it
 * is believed once a second read, some seconds later, confirms it.
 */

import type { AccountMoney, AccountView, Position } from '../account.ts'
import { type Collateral, collateralOf } from '../collateral.ts'
import {
  absolute,
  add,
  compare,
  fromUnits,
  knownSum,
  type Money,
  multiply,
  negate,
  placesOf,
  signOf,
  subtract,
  ZERO,
} from '../decimal.ts'
import { tradesShares } from '../family-rules.ts'
import type { Millis } from '../time.ts'
import { type Held, unrealisedAt } from './books.ts'
import { APART } from './difference.ts'
import {
  BALANCES,
  type BalanceId,
  type BalanceSums,
  collateralOfBalance,
  type EquitySample,
  type KnownSums,
  NO_SUMS,
  type Sums,
} from './equity-curve.ts'
import type { BalanceChange, ChangeCause } from './explain.ts'
import { type Ledger, type LedgerMoney, type Rest, SETTLE_MONEY_AFTER, withAdjustment } from './ledger.ts'
import { bookPrice, heldOf } from './profit.ts'

/** The result of one read of the account. */
interface Reconciled {
  readonly ledger: Ledger
  /** Null before the opening balance. */
  readonly sample: EquitySample | null
  /** Balance changes confirmed by this read, without ids. */
  readonly changes: readonly Omit<BalanceChange, 'id' | 'as'>[]
}

type Read = Pick<AccountView, 'money' | 'positions'>

/** Decimal places of money reported in full. */
const MICRO_PLACES = 6

/**
 * Reconciles the money of a read. The first read whose positions are at rest is the opening balance.
 * @param agrees whether the read shows every position as the ledger has it @param at service time of the request
 */
export function reconcileMoney(ledger: Ledger, read: Read, agrees: boolean, at: Millis): Reconciled {
  const { money, books, outcomes } = ledger
  if (money === null)
    return agrees && ledger.settling.length === 0 ? opened(ledger, read, at) : { ledger, sample: null, changes: [] }
  const nothing = (kept: LedgerMoney): Reconciled => ({
    ledger: { ...ledger, money: kept },
    sample: sampleOf({ books, outcomes, money: kept }, read, at, false),
    changes: [],
  })
  if (!agrees) return nothing({ ...money, waits: null, differsSince: money.differsSince ?? at })
  const rest = restOf(read, ledger, money.realised, money.fees)
  // The read lacks a mark or an amount: no conclusion can be drawn from it.
  if (BALANCES.some((balance) => money.rest[balance] !== null && rest[balance] === null)) return nothing(money)
  const steps = stepsOf(money.rest, rest, read.money)
  if (BALANCES.every((balance) => signOf(steps[balance]) === 0)) {
    // An amount received for the first time has nothing to be compared with.
    const known = {
      ...money,
      rest: filledIn(money.rest, rest),
      at,
      waits: null,
      differsSince: null,
      adjustedSince: null,
      liquidated: false,
    }
    return {
      ledger: { ...ledger, money: known },
      sample: sampleOf({ books, outcomes, money: known }, read, at, true),
      changes: [],
    }
  }
  const { adjustedSince, waits } = money
  const agreed = { ...money, differsSince: null }
  if (adjustedSince !== null && at - adjustedSince < SETTLE_MONEY_AFTER) return nothing({ ...agreed, waits: null })
  if (waits === null || !isEqual(waits.rest, steps)) return nothing({ ...agreed, waits: { at, rest: steps } })
  if (at - waits.at < APART) return nothing(agreed)
  const cause: ChangeCause = money.liquidated ? 'covered' : adjustedSince !== null ? 'differs' : 'outside'
  const changes = changesOf(steps, cause).map((change) => ({ ...change, at: waits.at, after: money.at }))
  let sums = NO_SUMS
  for (const balance of BALANCES) sums = plus(sums, collateralOfBalance(balance), steps[balance])
  const outside = { USDC: add(money.outside.USDC, sums.USDC), USDH: add(money.outside.USDH, sums.USDH) }
  const next: LedgerMoney = {
    ...agreed,
    ...{ rest: filledIn(rest, money.rest), outside, at, waits: null, adjustedSince: null, liquidated: false },
  }
  const booked = { ...(cause === 'differs' ? withAdjustment(ledger, sums, at) : ledger), money: next }
  return { ledger: booked, sample: sampleOf({ books, outcomes, money: next }, read, at, true), changes }
}

function opened(ledger: Ledger, read: Read, at: Millis): Reconciled {
  const money: LedgerMoney = {
    since: at,
    realised: NO_SUMS,
    fees: NO_SUMS,
    rest: restOf(read, ledger, NO_SUMS, NO_SUMS),
    outside: NO_SUMS,
    at,
    waits: null,
    differsSince: null,
    adjustedSince: null,
    liquidated: false,
  }
  return { ledger: { ...ledger, money }, sample: sampleOf({ ...ledger, money }, read, at, true), changes: [] }
}

/**
 * USDC: equity less realized and unrealized, fees added. USDH in outcome trading: with shares at their cost, likewise. Where outcome markets are
 * settled in USDC, the shares' cost counts there: equity is without shares.
 */
function restOf({ money, positions }: Read, { books, outcomes }: BooksIn, realised: Sums, fees: Sums): Rest {
  const open = unrealisedOf(
    books.filter(({ family }) => !tradesShares(family)),
    positions,
    outcomes,
  )
  const shares = knownSum(books.filter(({ family }) => tradesShares(family)).map(({ cost }) => cost))
  const less = (amount: Money | null, collateral: Collateral): Money | null =>
    amount === null ? null : add(subtract(amount, realised[collateral]), fees[collateral])
  /** Adds the cost of shares when they are paid in this collateral. */
  const withShares = (amount: Money | null, collateral: Collateral): Money | null =>
    outcomes !== collateral ? amount : amount === null || shares === null ? null : add(amount, shares)
  const usdc = money.equity === null || open.USDC === null ? null : subtract(money.equity, open.USDC)
  return {
    usdc: less(withShares(usdc, 'USDC'), 'USDC'),
    usdh: money.usdh,
    usdh_outcome: less(withShares(money.usdhOutcome, 'USDH'), 'USDH'),
  }
}

type BooksIn = Pick<Ledger, 'books' | 'outcomes'>

/** At the marks of the read; null when one is missing. */
function unrealisedOf(books: readonly Held[], positions: readonly Position[], outcomes: Collateral): KnownSums {
  const marks = new Map(positions.map(({ asset, markPx }) => [asset, markPx]))
  const inOne = (collateral: Collateral): Money | null =>
    knownSum(
      books
        .filter(({ family }) => collateralOf(family, outcomes) === collateral)
        .map((held) => {
          const mark = marks.get(held.asset) ?? null
          return mark === null ? null : unrealisedAt(held, bookPrice(mark))
        }),
    )
  return { USDC: inOne('USDC'), USDH: inOne('USDH') }
}

function sampleOf(
  state: BooksIn & { readonly money: LedgerMoney },
  read: Read,
  at: Millis,
  agrees: boolean,
): EquitySample {
  const { money, positions } = read
  const shares = knownSum(
    positions
      .filter(({ family }) => tradesShares(family))
      .map(({ markPx, size }) => (markPx === null ? null : multiply(markPx, size))),
  )
  const { equity: usdc, usdh, usdhOutcome } = money
  return {
    at,
    outcomes: state.outcomes,
    classes: { usdc, usdh, usdh_outcome: usdhOutcome, shares },
    // When the books are incomplete, use the positions of the read.
    unrealised: unrealisedOf(agrees ? state.books : positions.map(heldOf), positions, state.outcomes),
    realised: state.money.realised,
    fees: state.money.fees,
    outside: state.money.outside,
    agrees,
  }
}

/** Difference of each balance to what is explained. An unknown balance, or one within the service's rounding, counts as unchanged. */
function stepsOf(from: Rest, to: Rest, money: AccountMoney): BalanceSums {
  const known = Object.values(money).filter((one) => one !== null)
  const places = Math.max(0, ...known.map(placesOf))
  const unit = places >= MICRO_PLACES ? null : fromUnits(1n, places)
  const step = (balance: BalanceId): Money => {
    const [before, after] = [from[balance], to[balance]]
    if (before === null || after === null) return ZERO as Money
    const change = subtract(after, before)
    return unit !== null && compare(absolute(change), unit) < 0 ? (ZERO as Money) : change
  }
  return { usdc: step('usdc'), usdh: step('usdh'), usdh_outcome: step('usdh_outcome') }
}

/** A transfer between the classes of USDH is only a move; the remainder is a change of its class. */
function changesOf(
  { usdc, usdh, usdh_outcome: inOutcomes }: BalanceSums,
  cause: ChangeCause,
): readonly Pick<BalanceChange, 'balance' | 'amount' | 'cause'>[] {
  const moved: Money =
    signOf(usdh) * signOf(inOutcomes) >= 0
      ? (ZERO as Money)
      : compare(absolute(usdh), absolute(inOutcomes)) <= 0
        ? usdh
        : negate(inOutcomes)
  const rows = [
    { balance: 'usdc', amount: usdc, cause },
    { balance: 'usdh', amount: moved, cause: 'moved' },
    { balance: 'usdh', amount: subtract(usdh, moved), cause },
    { balance: 'usdh_outcome', amount: add(inOutcomes, moved), cause },
  ] as const
  return rows
    .filter(({ amount }) => signOf(amount) !== 0)
    .map((row) =>
      row.cause === 'covered' && (signOf(row.amount) < 0 || row.balance !== 'usdc')
        ? { ...row, cause: 'outside' }
        : row,
    )
}

const isEqual = (a: BalanceSums, b: BalanceSums): boolean =>
  BALANCES.every((balance) => compare(a[balance], b[balance]) === 0)
const filledIn = (known: Rest, more: Rest): Rest => ({
  usdc: known.usdc ?? more.usdc,
  usdh: known.usdh ?? more.usdh,
  usdh_outcome: known.usdh_outcome ?? more.usdh_outcome,
})
const plus = (sums: Sums, collateral: Collateral, amount: Money): Sums => ({
  ...sums,
  [collateral]: add(sums[collateral], amount),
})
