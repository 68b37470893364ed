/**
 * The ledger of a wallet: its positions and its realized P&L, from an opening read and every fill, settlement and conversion since. Reads of the
 * account are compared with it: positions in `difference.ts`, money in `ledger-money.ts`. Plain JSON; decimals are exact text.
 */

import type { Position } from '../account.ts'
import { type Collateral, collateralOf } from '../collateral.ts'
import { add, compare, type Money, type Size, signOf, subtract, ZERO } from '../decimal.ts'
import { hasBuckets } from '../family-rules.ts'
import { type Millis, millis } from '../time.ts'
import { type Booked, createBooks, type Held, type SavedBooks } from './books.ts'
import { type ClosedPosition, closedOf, type Terms } from './closed-position.ts'
import { DAY_MS, dayOf } from './day-result.ts'
import type { DifferenceCause } from './difference.ts'
import { type BookEntry, inBookOrder, type SettlementEntry } from './entry.ts'
import { type BalanceId, type BalanceSums, NO_SUMS, type Sums } from './equity-curve.ts'
import { heldOf } from './profit.ts'

export interface Ledger {
  /** Origin of the service; a ledger of another origin is discarded. */
  readonly origin: string
  /** Entries from this time on are booked, service time. */
  readonly since: Millis
  readonly books: SavedBooks
  /** What outcome markets are settled in. */
  readonly outcomes: Collateral
  /** When each open position was opened, service time. */
  readonly heldSince: Readonly<Record<string, Millis>>
  /** When fills last closed a position in each asset, service time; kept for one day. */
  readonly closedAt: Readonly<Record<string, Millis>>
  /** Assets whose reads may still lag behind their fills: their positions are adopted without a report. */
  readonly settling: readonly string[]
  /** Positions adopted from reads without an entry that explains them, by asset. */
  readonly adjustments: Readonly<Record<string, Adjustment>>
  /** Positions settled at a price that is not known yet, by settlement id. */
  readonly unpriced: Readonly<Record<string, Held>>
  /** Part of each open position that another client traded and no fill explains, signed. */
  readonly external: Readonly<Record<string, Size>>
  /** Market end and liquidation price of each open position, and the last read that agreed with it. */
  readonly terms: Readonly<Record<string, Terms>>
  /** Positions that entries closed, until a read confirms it. */
  readonly closing: readonly ClosedPosition[]
  /** Sums of the UTC day of the newest entry. */
  readonly day: DaySums
  /** Null until reads and entries have agreed on every position once. */
  readonly money: LedgerMoney | null
}

/** A position adopted from reads. Entries from before the adjustment may still arrive: they are booked on the position held until then. */
interface Adjustment {
  /** Service time. */
  readonly at: Millis
  /** The size adopted, signed. */
  readonly size: Size
  /** The position before the adjustment, plus entries that arrived late. */
  readonly held: Held | null
}

/** Realized P&L and fees of a UTC day, by collateral. */
export interface DaySums {
  /** Start of the day. */
  readonly start: Millis
  readonly realised: Sums
  readonly fees: Sums
  /** Number of closes and fees of unknown amount. */
  readonly unknown: number
}

/** Unexplained remainder of each balance; null while the service has not reported the balance. */
export type Rest = { readonly [B in BalanceId]: Money | null }

/** State of the money reconciliation. */
export interface LedgerMoney {
  /** When the opening balance was read, service time. */
  readonly since: Millis
  /** Sums since the opening balance. */
  readonly realised: Sums
  readonly fees: Sums
  /** The remainder that is accounted for so far. */
  readonly rest: Rest
  /** Sum of all balance changes since the opening. */
  readonly outside: Sums
  /** Service time of the last reconciled read. */
  readonly at: Millis
  /** A change of the remainder that one read showed and no second read has confirmed. */
  readonly waits: { readonly at: Millis; readonly rest: BalanceSums } | null
  /** Since when reads and entries disagree about positions; null while they agree. */
  readonly differsSince: Millis | null
  /** Since when an adjustment's effect on the balance is open; null when none is. */
  readonly adjustedSince: Millis | null
  /** Whether a liquidation was booked since the last reconciled read. */
  readonly liquidated: boolean
}

/** How long entries may arrive after an adjustment before its effect is derived from the balance, ms. */
export const SETTLE_MONEY_AFTER = 120_000
/** How long an adjustment waits for its entries, ms. */
const LATEST = DAY_MS

const noSums = (time: number): DaySums => ({ start: dayOf(time), realised: NO_SUMS, fees: NO_SUMS, unknown: 0 })

/**
 * Opens a ledger with the positions of a read.
 * @param since service time from which entries are booked
 * @param settling assets with entries near that time, which the read may or may not include
 */
export function openLedger(
  positions: readonly Position[],
  { origin, since, settling, outcomes }: Pick<Ledger, 'origin' | 'since' | 'settling' | 'outcomes'>,
): Ledger {
  return {
    origin,
    since,
    books: positions.map(heldOf),
    outcomes,
    heldSince: Object.fromEntries(positions.map(({ asset }) => [asset, since])),
    closedAt: {},
    settling: [...new Set([...settling, ...positions.map(({ asset }) => asset)])],
    adjustments: {},
    unpriced: {},
    external: {},
    terms: {},
    closing: [],
    day: noSums(since),
    money: null,
  }
}

/** The ledger with outcome markets settled in `outcomes`. After a change the next read restarts the balances, and no difference is reported. */
export const settledIn = (ledger: Ledger, outcomes: Collateral): Ledger =>
  ledger.outcomes === outcomes
    ? ledger
    : { ...ledger, outcomes, money: ledger.money === null ? null : { ...ledger.money, rest: NO_REST, waits: null } }

const NO_REST: Rest = { usdc: null, usdh: null, usdh_outcome: null }

/** The position that the entries add up to, signed. */
export const expectedIn = ({ books }: Pick<Ledger, 'books'>, asset: string): Size =>
  books.find((held) => held.asset === asset)?.size ?? (ZERO as Size)

/**
 * When fills closed the previous position in an asset, before the one held now, service time; null where unknown.
 * @returns undefined where the entries do not add up to `size`, so that nothing is known of it
 */
export function closedBefore(ledger: Ledger, asset: string, size: Size): Millis | null | undefined {
  const { adjustments, settling, heldSince, closedAt } = ledger
  if (adjustments[asset] !== undefined || settling.includes(asset)) return undefined
  if (signOf(size) === 0 || compare(expectedIn(ledger, asset), size) !== 0) return undefined
  const [opened, closed] = [heldSince[asset], closedAt[asset]]
  // A fill older than the close may be booked after it; it did not reopen the position.
  return opened !== undefined && closed !== undefined && opened > closed ? closed : null
}

/** Whether a read shows exactly the positions that the entries add up to. */
export const agreesWith = (
  ledger: Pick<Ledger, 'books'>,
  positions: readonly Pick<Position, 'asset' | 'size'>[],
): boolean =>
  positions.every(({ asset, size }) => compare(size, expectedIn(ledger, asset)) === 0) &&
  ledger.books.every(({ asset }) => positions.some((position) => position.asset === asset))

/** Books new entries in the order of their time, no matter in which order they arrive: a settlement closes only what was held at its time. */
export function bookEntries(ledger: Ledger, entries: readonly BookEntry[]): Ledger {
  if (entries.length === 0) return ledger
  const books = new Map(ledger.books.map((held) => [held.asset, held]))
  const draft: Draft = { ...structured(ledger), books }
  for (const entry of inBookOrder(entries)) book(draft, entry)
  return { ...draft, books: [...books.values()] }
}

type Draft = {
  -readonly [K in Exclude<keyof Ledger, 'books' | 'adjustments' | 'unpriced' | 'external' | 'heldSince'>]: Ledger[K]
} & {
  readonly books: Map<string, Held>
  readonly adjustments: Record<string, Adjustment>
  readonly unpriced: Record<string, Held>
  readonly external: Record<string, Size>
  readonly heldSince: Record<string, Millis>
}

const structured = ({ adjustments, unpriced, external, heldSince, ...rest }: Ledger) => ({
  ...rest,
  adjustments: { ...adjustments },
  unpriced: { ...unpriced },
  external: { ...external },
  heldSince: { ...heldSince },
})

function book(draft: Draft, entry: BookEntry): void {
  if (entry.kind === 'settlement' && draft.unpriced[entry.id] !== undefined) {
    priced(draft, entry)
    return
  }
  const assets = entry.kind === 'conversion' ? [...entry.gives, ...entry.takes] : [entry.asset]
  const isLate = (asset: string): boolean => entry.time <= (draft.adjustments[asset]?.at ?? Number.NEGATIVE_INFINITY)
  const before = assets.flatMap(
    (asset) => (isLate(asset) ? draft.adjustments[asset]?.held : draft.books.get(asset)) ?? [],
  )
  const books = createBooks(before)
  const [held] = before
  if (entry.kind === 'settlement' && entry.price === null && held !== undefined) draft.unpriced[entry.id] = held
  for (const booked of books.apply(entry)) count(draft, entry, booked)
  for (const asset of assets) {
    const held = books.of(asset)
    if (isLate(asset)) bookLate(draft, asset, held, entry.time)
    else {
      // The end of a settled position is already reported: the terminal computes settlements itself.
      if (entry.kind !== 'settlement') close(draft, asset, held, entry.time)
      put(draft, asset, held, entry.time)
    }
  }
  if (entry.kind === 'fill' && entry.cause === 'liquidation' && draft.money !== null)
    draft.money = { ...draft.money, liquidated: true }
}

/** The price of a settlement became known: its position is closed already, its P&L is counted now. */
function priced(draft: Draft, settlement: SettlementEntry): void {
  const held = draft.unpriced[settlement.id]
  if (held === undefined || settlement.price === null) return
  delete draft.unpriced[settlement.id]
  const { day } = draft
  if (dayOf(settlement.time) === day.start) draft.day = { ...day, unknown: day.unknown - 1 }
  for (const booked of createBooks([held]).apply(settlement)) count(draft, settlement, booked)
}

/** An entry closed the position in the asset, if nothing is left of it on its side. */
function close(draft: Draft, asset: string, after: Held | null, at: Millis): void {
  const before = draft.books.get(asset)
  const openedAt = draft.heldSince[asset]
  if (before === undefined || openedAt === undefined || signOf(before.size) === signOf(after?.size ?? ZERO)) return
  const closed = closedOf(before, { openedAt, terms: draft.terms[asset], at, cause: 'entries' })
  draft.closing = [...draft.closing, closed]
  const lately = Object.entries(draft.closedAt).filter(([, time]) => time > at - DAY_MS)
  draft.closedAt = { ...Object.fromEntries(lately), [asset]: millis(Math.max(at, draft.closedAt[asset] ?? 0)) }
}

function put({ books, heldSince, external }: Draft, asset: string, held: Held | null, at: Millis): void {
  const before = books.get(asset)
  const isNew = before === undefined || held === null || signOf(before.size) !== signOf(held.size)
  if (held === null) books.delete(asset)
  else books.set(asset, held)
  if (!isNew) return
  delete external[asset]
  if (held === null) delete heldSince[asset]
  else heldSince[asset] = at
}

/**
 * Books an entry from before an adjustment. Once the entries add up to the adopted size, the adjustment is explained and the position gets its cost
 * from them; a balance change that was recorded meanwhile is reversed by another one.
 */
function bookLate(draft: Draft, asset: string, held: Held | null, at: Millis): void {
  const { adjustments, external, books, heldSince, money } = draft
  const was = adjustments[asset]
  if (was === undefined) return
  const since = heldSince[asset]
  if (money !== null) draft.money = { ...money, adjustedSince: money.adjustedSince ?? was.at }
  if (was.held === null && since !== undefined && at < since) heldSince[asset] = at
  const change = subtract(held?.size ?? ZERO, was.held?.size ?? ZERO)
  const left = subtract(external[asset] ?? ZERO, change)
  if (external[asset] !== undefined) external[asset] = left
  if (external[asset] !== undefined && signOf(left) === 0) delete external[asset]
  if (compare(held?.size ?? ZERO, was.size) !== 0) {
    adjustments[asset] = { ...was, held }
    return
  }
  delete adjustments[asset]
  const now = books.get(asset)
  if (held !== null && now !== undefined && compare(now.size, held.size) === 0) books.set(asset, held)
}

function count(draft: Draft, { time }: BookEntry, { family, computed, realised: reported, fee }: Booked): void {
  const collateral = collateralOf(family, draft.outcomes)
  const realised = computed ?? reported
  const of = (sums: Sums, amount: Money | null): Sums =>
    amount === null ? sums : { ...sums, [collateral]: add(sums[collateral], amount) }
  if (dayOf(time) > draft.day.start) draft.day = noSums(time)
  if (dayOf(time) === draft.day.start) {
    const { day } = draft
    draft.day = {
      ...day,
      realised: of(day.realised, reported ?? computed),
      fees: of(day.fees, fee),
      unknown: day.unknown + Number(realised === null) + Number(fee === null),
    }
  }
  if (draft.money === null) return
  draft.money = { ...draft.money, realised: of(draft.money.realised, realised), fees: of(draft.money.fees, fee) }
}

/**
 * Adopts a position from a read: no entry explains it.
 * @param position null when it is gone @param at service time of the read @param seenAt service time of the first read that showed the same
 */
export function adjustPosition(
  ledger: Ledger,
  asset: string,
  position: Position | null,
  cause: DifferenceCause,
  at: Millis,
  seenAt: Millis = at,
): Ledger {
  const before = ledger.books.find((held) => held.asset === asset) ?? null
  const held = position === null || signOf(position.size) === 0 ? null : heldOf(position)
  const books = new Map(ledger.books.map((one) => [one.asset, one]))
  const draft: Draft = { ...structured(ledger), books }
  const size = held?.size ?? (ZERO as Size)
  const isSettling = ledger.settling.includes(asset)
  const { closing, closed } = closedByRead(ledger, asset, { before, size, cause, at, seenAt })
  draft.closing = closing
  put(draft, asset, held, at)
  // What is left after a settlement is a position of the next bucket.
  if (closed !== null && held !== null) draft.heldSince[asset] = at
  const was = ledger.adjustments[asset]
  if (was !== undefined) draft.adjustments[asset] = { ...was, at, size }
  else if (!isSettling) draft.adjustments[asset] = { at, size, held: before }
  if (cause === 'external' && held !== null) {
    const by = subtract(size, before?.size ?? ZERO)
    draft.external[asset] = add(draft.external[asset] ?? ZERO, by)
  }
  const { money } = draft
  if (money !== null && !isSettling) draft.money = { ...money, waits: null, adjustedSince: money.adjustedSince ?? at }
  return { ...draft, books: [...books.values()] }
}

/** A position adopted from a read: what the ledger held before, and what the read shows. */
interface Adopted {
  readonly before: Held | null
  readonly size: Size
  readonly cause: DifferenceCause
  readonly at: Millis
  readonly seenAt: Millis
}

/**
 * The position that a difference closed, if any. While reads and entries disagree or fills are missing, and once its market has ended, only reads
 * show what was held: entries may belong to the next position.
 */
function closedByRead(
  { heldSince, terms: all, closing }: Ledger,
  asset: string,
  { before, size, cause, at, seenAt }: Adopted,
): { readonly closing: readonly ClosedPosition[]; readonly closed: ClosedPosition | null } {
  const terms = all[asset]
  const shown = terms?.shown ?? null
  const family = shown?.family ?? before?.family
  const isOver = cause === 'settlement' && (family === undefined || hasBuckets(family))
  if (cause === 'settling' || (isOver && shown !== null)) {
    const others = closing.filter((one) => one.asset !== asset)
    if (shown === null || (!isOver && signOf(shown.size) === signOf(size))) return { closing: others, closed: null }
    const hasEnded = terms !== undefined && terms.end !== null && terms.end <= at
    const since = closing.find((one) => one.asset === asset)?.openedAt ?? heldSince[asset] ?? shown.since
    const openedAt = since < shown.since ? since : shown.since
    const held = heldOf({ asset, ...shown })
    const closed = closedOf(held, { openedAt, terms, at: seenAt, cause: hasEnded ? 'settlement' : 'unknown' })
    return { closing: [...others, closed], closed }
  }
  const openedAt = heldSince[asset]
  const isStillOpen = !isOver && signOf(before?.size ?? ZERO) === signOf(size)
  if (before === null || openedAt === undefined || isStillOpen) return { closing, closed: null }
  const closed = closedOf(before, { openedAt, terms, at: seenAt, cause: cause === 'lagging' ? 'unknown' : cause })
  return { closing: [...closing, closed], closed }
}

/** Takes the ends of positions in an asset that a read has confirmed. */
export function takeClosed(
  ledger: Ledger,
  asset: string,
): { readonly ledger: Ledger; readonly closed: readonly ClosedPosition[] } {
  const closed = ledger.closing.filter((one) => one.asset === asset)
  if (closed.length === 0) return { ledger, closed }
  return { ledger: { ...ledger, closing: ledger.closing.filter((one) => one.asset !== asset) }, closed }
}

/** Marks an asset as settled: its reads and entries agree. */
export const atRest = (ledger: Ledger, asset: string): Ledger => ({
  ...ledger,
  settling: ledger.settling.filter((one) => one !== asset),
})

/** Marks an asset as settling: its positions are adopted from reads without a report until reads and entries agree. */
export const settleAgain = (ledger: Ledger, asset: string): Ledger =>
  ledger.settling.includes(asset) ? ledger : { ...ledger, settling: [...ledger.settling, asset] }

/** Drops adjustments that no later entry can explain. @param now service time */
export function expireAdjustments(ledger: Ledger, now: Millis): Ledger {
  const recent = Object.entries(ledger.adjustments).filter(([, { at }]) => now - at < LATEST)
  return recent.length === Object.keys(ledger.adjustments).length
    ? ledger
    : { ...ledger, adjustments: Object.fromEntries(recent) }
}

/** Adds the effect of adjustments, derived from the balance, to the day. */
export const withAdjustment = (ledger: Ledger, steps: Sums, at: Millis): Ledger => {
  const day = daySums(ledger, at)
  const realised = { USDC: add(day.realised.USDC, steps.USDC), USDH: add(day.realised.USDH, steps.USDH) }
  return { ...ledger, day: { ...day, realised } }
}

/** Why the day's P&L is unknown, for the trader; null when it is known. @param now service time */
export function dayUnknownReason(ledger: Ledger, now: Millis): string | null {
  const { adjustments, money } = ledger
  const [asset] = Object.keys(adjustments).filter((one) => now - (adjustments[one]?.at ?? 0) < SETTLE_MONEY_AFTER)
  if (asset !== undefined) return `no fill explains the position change in ${asset}`
  if (money !== null && money.adjustedSince !== null)
    return 'the balance does not yet reflect a position change without fills'
  return daySums(ledger, now).unknown === 0 ? null : "the P&L of one of today's closes, or a fee, is unknown"
}

/** Sums of the current UTC day; zero when it has no entries. @param now service time */
export const daySums = ({ day }: Pick<Ledger, 'day'>, now: number): DaySums =>
  day.start === dayOf(now) ? day : noSums(now)
