/**
 * The ledger of a wallet: what it holds and what it has made, by an opening read and every fill, settlement and conversion since. What a read
 * of the account shows is held against it: positions by `difference.ts`, money by `ledger-money.ts`. Plain JSON; decimals are exact text.
 */
import type { Position } from '../account.ts'
import { add, compare, type Money, type Price, type Size, signOf, subtract, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'
import { type Booked, createBooks, type Held, type SavedBooks } from './books.ts'
import { DAY_MS, dayOf } from './day-result.ts'
import type { DifferenceCause } from './difference.ts'
import { type BookEntry, collateralOf, placeOf, type SettlementEntry } from './entry.ts'
import { type BalanceId, type BalanceSums, NO_SUMS, type Sums } from './equity-sample.ts'
import { heldOf } from './held-of.ts'

export interface Ledger {
  /** Where the service is: at another one a ledger begins anew. */
  readonly origin: string
  /** Entries from this moment on are booked, the service's time. */
  readonly since: Millis
  readonly books: SavedBooks
  /** Since when each position is held, the service's time. */
  readonly heldSince: Readonly<Record<string, Millis>>
  /** Assets whose first reads may lag behind their fills: what they show is taken as it is. */
  readonly settling: readonly string[]
  /** Positions that were taken as reads show them, without an entry. */
  readonly taken: Readonly<Record<string, Taken>>
  /** What was held when it was settled at a price that is not known yet, by the id of the settlement. */
  readonly unpriced: Readonly<Record<string, Held>>
  /** What others did of each position that no fill tells of, signed. */
  readonly external: Readonly<Record<string, Size>>
  /** What was last read of each position beside its size. */
  readonly terms: Readonly<Record<string, Terms>>
  /** Of the UTC day of the newest entry. */
  readonly day: DaySums
  /** Money: null until the positions have come to rest for the first time. */
  readonly money: LedgerMoney | null
}

/** What says how a position may end. */
export interface Terms {
  /** When its market ends, the service's time; null where that is not known. */
  readonly end: Millis | null
  readonly liquidationPx: Price | null
  /** Whether the mark was at or through that price. */
  readonly isReached: boolean
}

/** A position that was taken as reads show it. Entries from before may still come: they are booked on what was held then. */
interface Taken {
  /** When, the service's time. */
  readonly at: Millis
  /** What was taken. */
  readonly size: Size
  /** What the entries make of it: what was held before, and what came late on top. */
  readonly held: Held | null
}

/** What a UTC day made in each collateral. */
export interface DaySums {
  /** Its start. */
  readonly start: Millis
  readonly realised: Sums
  readonly fees: Sums
  /** Closings and fees of which it is not known how much they were. */
  readonly unknown: number
}

/** Of each balance what no entry explains; null while the service never told it. */
export type Rest = { readonly [B in BalanceId]: Money | null }

/** How far the money is reconciled. */
export interface LedgerMoney {
  /** When the opening balance was read, the service's time. */
  readonly since: Millis
  /** Since the opening balance. */
  readonly realised: Sums
  readonly fees: Sums
  /** The rest of each balance as it is explained so far; null while the service never told the balance. */
  readonly rest: Rest
  /** Sum of all balance changes since the opening. */
  readonly outside: Sums
  /** The last read that was reconciled. */
  readonly at: Millis
  /** What one read showed and no second one has confirmed. */
  readonly waits: { readonly at: Millis; readonly rest: BalanceSums } | null
  /** Since when reads show other positions than entries make; null while they agree. */
  readonly differsSince: Millis | null
  /** Since when a position was taken of which the money has not told yet what it did; null where there is none. */
  readonly untoldSince: Millis | null
  /** Whether a liquidation was booked since the last read that was reconciled. */
  readonly liquidated: boolean
}

/** Entries are waited for this long where a position was taken without them, before the money is asked what it made, ms. */
export const MONEY_TELLS = 120_000
/** Entries may come this long after a position was taken without them, ms. */
const LATEST = DAY_MS

const noSums = (time: number): DaySums => ({ start: dayOf(time), realised: NO_SUMS, fees: NO_SUMS, unknown: 0 })

/**
 * Begins with what a read shows.
 * @param since the service's time after which no entry is listed that is certainly in the read.
 * @param settling assets with entries near that moment: they may be in the read, or not.
 */
export function openLedger(
  positions: readonly Position[],
  { origin, since, settling }: Pick<Ledger, 'origin' | 'since' | 'settling'>,
): Ledger {
  return {
    origin,
    since,
    books: positions.map(heldOf),
    heldSince: Object.fromEntries(positions.map(({ asset }) => [asset, since])),
    settling: [...new Set([...settling, ...positions.map(({ asset }) => asset)])],
    taken: {},
    unpriced: {},
    external: {},
    terms: {},
    day: noSums(since),
    money: null,
  }
}

/** What the entries make of a position, signed. */
export const expectedIn = ({ books }: Pick<Ledger, 'books'>, asset: string): Size =>
  books.find((held) => held.asset === asset)?.size ?? (ZERO as Size)

/** Whether a read shows every position as the entries make it. */
export const agreesWith = (
  ledger: Pick<Ledger, 'books'>,
  positions: readonly Pick<Position, 'asset' | 'size'>[],
): boolean =>
  positions.every(({ asset, size }) => compare(size, expectedIn(ledger, asset)) === 0) &&
  ledger.books.every(({ asset }) => positions.some((position) => position.asset === asset))

/**
 * Takes entries that were not known before, in the order of their time, in whichever they came: a service tells the newest first, and a
 * settlement ends what was held by then, never what is opened after it.
 */
export function bookEntries(ledger: Ledger, entries: readonly BookEntry[]): Ledger {
  if (entries.length === 0) return ledger
  const books = new Map(ledger.books.map((held) => [held.asset, held]))
  const draft: Draft = { ...structured(ledger), books }
  for (const entry of entries.toSorted(inOrder)) book(draft, entry)
  return { ...draft, books: [...books.values()] }
}

type Draft = {
  -readonly [K in Exclude<keyof Ledger, 'books' | 'taken' | 'unpriced' | 'external' | 'heldSince'>]: Ledger[K]
} & {
  readonly books: Map<string, Held>
  readonly taken: Record<string, Taken>
  readonly unpriced: Record<string, Held>
  readonly external: Record<string, Size>
  readonly heldSince: Record<string, Millis>
}

const structured = ({ taken, unpriced, external, heldSince, ...rest }: Ledger) => ({
  ...rest,
  taken: { ...taken },
  unpriced: { ...unpriced },
  external: { ...external },
  heldSince: { ...heldSince },
})

/** Order of booking: by time, of one moment conversions first, then fills in the order of their numbers. */
function inOrder(a: BookEntry, b: BookEntry): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

function book(draft: Draft, entry: BookEntry): void {
  if (entry.kind === 'settlement' && draft.unpriced[entry.id] !== undefined) {
    priced(draft, entry)
    return
  }
  const assets = entry.kind === 'conversion' ? [...entry.gives, ...entry.takes] : [entry.asset]
  const isLate = (asset: string): boolean => entry.time <= (draft.taken[asset]?.at ?? Number.NEGATIVE_INFINITY)
  const before = assets.flatMap((asset) => (isLate(asset) ? draft.taken[asset]?.held : draft.books.get(asset)) ?? [])
  const books = createBooks(before)
  const [held] = before
  if (entry.kind === 'settlement' && entry.price === null && held !== undefined) draft.unpriced[entry.id] = held
  for (const booked of books.apply(entry)) count(draft, entry, booked)
  for (const asset of assets) {
    const held = books.of(asset)
    if (isLate(asset)) cameLate(draft, asset, held, entry.time)
    else put(draft, asset, held, entry.time)
  }
  if (entry.kind === 'fill' && entry.cause === 'liquidation' && draft.money !== null)
    draft.money = { ...draft.money, liquidated: true }
}

/** What was settled at a price that was not known is gone already: what it came to is told now. */
function priced(draft: Draft, settlement: SettlementEntry): void {
  const held = draft.unpriced[settlement.id]
  if (held === undefined || settlement.price === null) return
  delete draft.unpriced[settlement.id]
  const { day } = draft
  if (dayOf(settlement.time) === day.start) draft.day = { ...day, unknown: day.unknown - 1 }
  for (const booked of createBooks([held]).apply(settlement)) count(draft, settlement, booked)
}

function put({ books, heldSince, external }: Draft, asset: string, held: Held | null, at: Millis): void {
  const before = books.get(asset)
  const isAnew = before === undefined || held === null || signOf(before.size) !== signOf(held.size)
  if (held === null) books.delete(asset)
  else books.set(asset, held)
  if (!isAnew) return
  delete external[asset]
  if (held === null) delete heldSince[asset]
  else heldSince[asset] = at
}

/** What others did by this much has its fill now. Once the entries make what was taken, the position has its cost by them. */
/** What was called a change of the balance meanwhile is taken back by another one. */
function cameLate(draft: Draft, asset: string, held: Held | null, at: Millis): void {
  const { taken, external, books, heldSince, money } = draft
  const was = taken[asset]
  if (was === undefined) return
  const since = heldSince[asset]
  if (money !== null) draft.money = { ...money, untoldSince: money.untoldSince ?? was.at }
  if (was.held === null && since !== undefined && at < since) heldSince[asset] = at
  const change = subtract(held?.size ?? ZERO, was.held?.size ?? ZERO)
  const left = subtract(external[asset] ?? ZERO, change)
  if (external[asset] !== undefined) external[asset] = left
  if (external[asset] !== undefined && signOf(left) === 0) delete external[asset]
  if (compare(held?.size ?? ZERO, was.size) !== 0) {
    taken[asset] = { ...was, held }
    return
  }
  delete taken[asset]
  const now = books.get(asset)
  if (held !== null && now !== undefined && compare(now.size, held.size) === 0) books.set(asset, held)
}

function count(draft: Draft, { time }: BookEntry, { family, computed, realised: told, fee }: Booked): void {
  const collateral = collateralOf(family)
  const realised = computed ?? told
  const of = (sums: Sums, amount: Money | null): Sums =>
    amount === null ? sums : { ...sums, [collateral]: add(sums[collateral], amount) }
  if (dayOf(time) > draft.day.start) draft.day = noSums(time)
  if (dayOf(time) === draft.day.start) {
    const { day } = draft
    draft.day = {
      ...day,
      realised: of(day.realised, told ?? computed),
      fees: of(day.fees, fee),
      unknown: day.unknown + Number(realised === null) + Number(fee === null),
    }
  }
  if (draft.money === null) return
  draft.money = { ...draft.money, realised: of(draft.money.realised, realised), fees: of(draft.money.fees, fee) }
}

/** Takes a position as reads show it: no entry explains it. @param position null where it is gone @param at the service's time */
export function takePosition(
  ledger: Ledger,
  asset: string,
  position: Position | null,
  cause: DifferenceCause,
  at: Millis,
): Ledger {
  const before = ledger.books.find((held) => held.asset === asset) ?? null
  const held = position === null || signOf(position.size) === 0 ? null : heldOf(position)
  const books = new Map(ledger.books.map((one) => [one.asset, one]))
  const draft: Draft = { ...structured(ledger), books }
  put(draft, asset, held, at)
  const size = held?.size ?? (ZERO as Size)
  const isSettling = ledger.settling.includes(asset)
  const was = ledger.taken[asset]
  if (was !== undefined) draft.taken[asset] = { ...was, at, size }
  else if (!isSettling) draft.taken[asset] = { at, size, held: before }
  if (cause === 'external' && held !== null) {
    const by = subtract(size, before?.size ?? ZERO)
    draft.external[asset] = add(draft.external[asset] ?? ZERO, by)
  }
  const { money } = draft
  if (money !== null && !isSettling) draft.money = { ...money, waits: null, untoldSince: money.untoldSince ?? at }
  return { ...draft, books: [...books.values()] }
}

/** An asset's positions have come to rest. */
export const atRest = (ledger: Ledger, asset: string): Ledger => ({
  ...ledger,
  settling: ledger.settling.filter((one) => one !== asset),
})

/** An asset's next positions are taken as they are until they come to rest. */
export const settlingAnew = (ledger: Ledger, asset: string): Ledger =>
  ledger.settling.includes(asset) ? ledger : { ...ledger, settling: [...ledger.settling, asset] }

/** Forgets what was taken so long ago that no entry from before comes any more. @param now the service's time */
export function forgetTaken(ledger: Ledger, now: Millis): Ledger {
  const recent = Object.entries(ledger.taken).filter(([, { at }]) => now - at < LATEST)
  return recent.length === Object.keys(ledger.taken).length ? ledger : { ...ledger, taken: Object.fromEntries(recent) }
}

/** The day with what the money tells of positions that no entry explains. */
export const withUntold = (ledger: Ledger, steps: Sums, at: Millis): Ledger => {
  const day = daySums(ledger, at)
  const realised = { USDC: add(day.realised.USDC, steps.USDC), USDH: add(day.realised.USDH, steps.USDH) }
  return { ...ledger, day: { ...day, realised } }
}

/**
 * Why it is not known what the day has made, in words; null where it is.
 * @param now the service's time
 */
export function dayUnknown(ledger: Ledger, now: Millis): string | null {
  const { taken, money } = ledger
  const [asset] = Object.keys(taken).filter((one) => now - (taken[one]?.at ?? 0) < MONEY_TELLS)
  if (asset !== undefined) return `no fill tells what became of the position in ${asset}`
  if (money !== null && money.untoldSince !== null)
    return 'the balance has not told yet what a position made that no fill tells of'
  return daySums(ledger, now).unknown === 0 ? null : 'it is not known what a close or a fee of today came to'
}

/** What a day made by the entries; nothing where none came in it. @param now the service's time */
export const daySums = ({ day }: Pick<Ledger, 'day'>, now: number): DaySums =>
  day.start === dayOf(now) ? day : noSums(now)
