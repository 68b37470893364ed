/**
 * The reconciliation of equity with the books: of every class of collateral, what is there less what fills and conversions make of it. That
 * rest stands still unless money comes from outside, goes there, or moves between the classes of USDH.
 *
 * A read of the account and a read of the fills are never of the same moment: the rest says something only where the books have every
 * position as the read has it, and a change of it is believed once a second read, a while later, says the same.
 */
import type { AccountMoney, AccountView, Position } from '../account.ts'
import {
  absolute,
  add,
  compare,
  fromUnits,
  type Money,
  multiply,
  negate,
  placesOf,
  signOf,
  subtract,
  ZERO,
} from '../decimal.ts'
import type { Millis } from '../time.ts'
import type { BalanceChange, ChangeCause } from './balance-change.ts'
import { createBooks, type Held, type SavedBooks, unrealisedAt } from './books.ts'
import { type BookEntry, collateralOf } from './entry.ts'
import {
  BALANCES,
  type BalanceId,
  type BalanceSums,
  collateralOfBalance,
  type EquitySample,
  type KnownSums,
  NO_SUMS,
  type Sums,
} from './equity-sample.ts'
import { bookPrice, heldOf } from './held-of.ts'

/** How far a wallet is reconciled, as plain JSON. */
export interface Reconciliation {
  /** When the opening balance was read, the service's time. */
  readonly since: Millis
  /** What is held, by the opening and the entries since. */
  readonly books: SavedBooks
  /** Since the opening. */
  readonly realised: Sums
  readonly fees: Sums
  /** The rest of each balance as it is explained so far; null while the service never told the balance. */
  readonly rest: { readonly [B in BalanceId]: Money | null }
  /** Sum of all balance changes since the opening. */
  readonly outside: Sums
  /** The last read that was reconciled. */
  readonly at: Millis
  /** What one read showed and no second one has confirmed. */
  readonly waits: { readonly at: Millis; readonly rest: BalanceSums } | null
  /** Since when the books and the positions of the reads differ, and what was held then; null while they agree. */
  readonly differs: { readonly since: Millis; readonly positions: string } | null
  /** Whether a liquidation was booked since the last read that was reconciled. */
  readonly liquidated: boolean
}

/** What a read of the account showed. */
interface Reconciled {
  readonly state: Reconciliation
  readonly sample: EquitySample
  /** Confirmed by this read, as yet without ids. */
  readonly changes: readonly Omit<BalanceChange, 'id' | 'as'>[]
}

type Read = Pick<AccountView, 'money' | 'positions'>

/** A second read that is to confirm a first one comes this long after it at least, ms. */
export const CONFIRMED_AFTER = 3_000
/** Books that differ from the positions for this long are given the positions, ms. */
const DIFFERS_FOR = 120_000
/** What the service calls the order of a fill by which it liquidates a position (docs/service/positions.md#account). */
const LIQUIDATION = 'liquidation'
/** Places of money that is told to the last unit. */
const MICRO_PLACES = 6

/** Begins with what a read shows: its positions at the entries that it tells, its money as the opening balance. */
export function openReconciliation(read: Read, at: Millis): Reconciled {
  const books = read.positions.map(heldOf)
  const begun: Reconciliation = {
    since: at,
    books,
    realised: NO_SUMS,
    fees: NO_SUMS,
    rest: restOf(read, books, NO_SUMS, NO_SUMS),
    outside: NO_SUMS,
    at,
    waits: null,
    differs: null,
    liquidated: false,
  }
  return { state: begun, sample: sampleOf(begun, read, at, true), changes: [] }
}

/**
 * Takes entries that were not known before, in the order of their time, in whichever they came: a service tells the newest first, and a
 * settlement ends what was held by then, never what is opened after it.
 */
export function bookEntries(state: Reconciliation, entries: readonly BookEntry[]): Reconciliation {
  if (entries.length === 0) return state
  const books = createBooks(state.books)
  let { realised, fees, liquidated } = state
  for (const entry of entries.toSorted(inTime)) {
    for (const { family, computed, realised: told, fee } of books.apply(entry)) {
      const collateral = collateralOf(family)
      realised = plus(realised, collateral, computed ?? told ?? (ZERO as Money))
      fees = plus(fees, collateral, fee ?? (ZERO as Money))
    }
    liquidated ||= entry.kind === 'fill' && entry.oid === LIQUIDATION
  }
  return { ...state, books: books.save(), realised, fees, liquidated }
}

/** Of one moment conversions first, then fills in the order of their numbers, as the books of days have them. */
function inTime(a: BookEntry, b: BookEntry): number {
  if (a.time !== b.time) return a.time - b.time
  if (a.kind !== 'fill' || b.kind !== 'fill') return Number(a.kind === 'fill') - Number(b.kind === 'fill')
  return a.tid.length - b.tid.length || (a.tid < b.tid ? -1 : 1)
}

/** Holds a read of the account against the books. @param at when it was asked for, the service's time. */
export function reconcile(state: Reconciliation, read: Read, at: Millis): Reconciled {
  if (!isSame(state.books, read.positions)) return differing(state, read, at)
  const agreed = { ...state, differs: null }
  const rest = restOf(read, state.books, state.realised, state.fees)
  // A mark or an amount that the read lacks: of such a read nothing is concluded.
  if (BALANCES.some((balance) => state.rest[balance] !== null && rest[balance] === null))
    return { state: agreed, sample: sampleOf(agreed, read, at, false), changes: [] }
  const steps = stepsOf(state.rest, rest, read.money)
  if (BALANCES.every((balance) => signOf(steps[balance]) === 0)) {
    // What was told for the first time has no past to be held against.
    const known = { ...agreed, rest: filledIn(state.rest, rest), at, waits: null, liquidated: false }
    return { state: known, sample: sampleOf(known, read, at, true), changes: [] }
  }
  const { waits } = state
  if (waits === null || !isEqual(waits.rest, steps)) {
    const waiting = { ...agreed, waits: { at, rest: steps } }
    return { state: waiting, sample: sampleOf(waiting, read, at, false), changes: [] }
  }
  if (at - waits.at < CONFIRMED_AFTER) return { state: agreed, sample: sampleOf(agreed, read, at, false), changes: [] }
  return confirmed(agreed, read, at, steps, waits.at, state.liquidated ? 'covered' : 'outside')
}

function confirmed(
  state: Reconciliation,
  read: Read,
  at: Millis,
  steps: BalanceSums,
  seenAt: Millis,
  cause: ChangeCause,
): Reconciled {
  const changes = changesOf(steps, cause).map((change) => ({ ...change, at: seenAt, after: state.at }))
  let { outside } = state
  for (const balance of BALANCES) outside = plus(outside, collateralOfBalance(balance), steps[balance])
  const rest = restOf(read, state.books, state.realised, state.fees)
  const next = { ...state, rest: filledIn(rest, state.rest), outside, at, waits: null, liquidated: false }
  return { state: next, sample: sampleOf(next, read, at, true), changes }
}

/** The books lack something that happened. What they lack may be on its way; after a while the positions are taken as they are. */
function differing(state: Reconciliation, read: Read, at: Millis): Reconciled {
  const positions = positionsText(read.positions)
  const { differs } = state
  const since = differs !== null && differs.positions === positions ? differs.since : at
  if (at - since < DIFFERS_FOR) {
    const waiting = { ...state, waits: null, differs: { since, positions } }
    return { state: waiting, sample: sampleOf(waiting, read, at, false), changes: [] }
  }
  const kept = new Map(state.books.map((held) => [held.asset, held]))
  const books = read.positions.map((position) => {
    const held = kept.get(position.asset)
    return held !== undefined && compare(held.size, position.size) === 0 ? held : heldOf(position)
  })
  const taken = { ...state, books, differs: null }
  const rest = restOf(read, books, state.realised, state.fees)
  return confirmed(taken, read, at, stepsOf(state.rest, rest, read.money), since, 'differs')
}

/** USDC: equity less realised and unrealised, fees added. USDH in outcome trading: with shares at their cost, likewise. */
function restOf({ money, positions }: Read, books: SavedBooks, realised: Sums, fees: Sums): Reconciliation['rest'] {
  const open = unrealisedOf(books, positions)
  const shares = sumOf(books.filter(({ family }) => family === 'outcome').map(({ cost }) => cost))
  const less = (amount: Money | null, collateral: 'USDC' | 'USDH'): Money | null =>
    amount === null ? null : add(subtract(amount, realised[collateral]), fees[collateral])
  return {
    usdc: less(money.equity === null || open.USDC === null ? null : subtract(money.equity, open.USDC), 'USDC'),
    usdh: money.usdh,
    usdh_outcome: less(money.usdhOutcome === null || shares === null ? null : add(money.usdhOutcome, shares), 'USDH'),
  }
}

/** By the marks of the read; null where one is missing. */
function unrealisedOf(books: readonly Held[], positions: readonly Position[]): KnownSums {
  const marks = new Map(positions.map(({ asset, markPx }) => [asset, markPx]))
  const inOne = (collateral: 'USDC' | 'USDH'): Money | null =>
    sumOf(
      books
        .filter(({ family }) => collateralOf(family) === collateral)
        .map((held) => {
          const mark = marks.get(held.asset) ?? null
          return mark === null ? null : unrealisedAt(held, bookPrice(mark))
        }),
    )
  return { USDC: inOne('USDC'), USDH: inOne('USDH') }
}

function sampleOf(state: Reconciliation, read: Read, at: Millis, agrees: boolean): EquitySample {
  const { money, positions } = read
  const shares = sumOf(
    positions
      .filter(({ family }) => family === 'outcome')
      .map(({ markPx, size }) => (markPx === null ? null : multiply(markPx, size))),
  )
  const { equity: usdc, usdh, usdhOutcome } = money
  return {
    at,
    classes: { usdc, usdh, usdh_outcome: usdhOutcome, shares },
    // Where the books lack something, the positions tell what is open.
    unrealised: unrealisedOf(agrees ? state.books : positions.map(heldOf), positions),
    realised: state.realised,
    fees: state.fees,
    outside: state.outside,
    agrees,
  }
}

/** How far each balance is from what is explained. What is not known has not moved; nor has what a service rounds away. */
function stepsOf(from: Reconciliation['rest'], to: Reconciliation['rest'], money: AccountMoney): BalanceSums {
  const told = Object.values(money).filter((one) => one !== null)
  const places = Math.max(0, ...told.map(placesOf))
  const unit = places >= MICRO_PLACES ? null : fromUnits(1n, places)
  const step = (balance: BalanceId): Money => {
    const [before, after] = [from[balance], to[balance]]
    if (before === null || after === null) return ZERO as Money
    const change = subtract(after, before)
    return unit !== null && compare(absolute(change), unit) < 0 ? (ZERO as Money) : change
  }
  return { usdc: step('usdc'), usdh: step('usdh'), usdh_outcome: step('usdh_outcome') }
}

/** What goes from one class of USDH into the other has only moved; the rest of it is a change of its class. */
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

function isSame(books: SavedBooks, positions: readonly Position[]): boolean {
  if (books.length !== positions.length) return false
  const sizes = new Map(positions.map(({ asset, size }) => [asset, size]))
  return books.every(({ asset, size }) => {
    const held = sizes.get(asset)
    return held !== undefined && compare(held, size) === 0
  })
}

const isEqual = (a: BalanceSums, b: BalanceSums): boolean =>
  BALANCES.every((balance) => compare(a[balance], b[balance]) === 0)
const positionsText = (positions: readonly Position[]): string =>
  positions
    .map(({ asset, size }) => `${asset} ${size}`)
    .toSorted()
    .join(', ')
const filledIn = (known: Reconciliation['rest'], more: Reconciliation['rest']): Reconciliation['rest'] => ({
  usdc: known.usdc ?? more.usdc,
  usdh: known.usdh ?? more.usdh,
  usdh_outcome: known.usdh_outcome ?? more.usdh_outcome,
})
const plus = (sums: Sums, collateral: 'USDC' | 'USDH', amount: Money): Sums => ({
  ...sums,
  [collateral]: add(sums[collateral], amount),
})
/** Null as soon as one of them is. */
const sumOf = (amounts: readonly (Money | null)[]): Money | null =>
  amounts.reduce<Money | null>((sum, one) => (sum === null || one === null ? null : add(sum, one)), ZERO as Money)
