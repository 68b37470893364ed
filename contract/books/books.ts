/**
 * The single place that calculates results: what each fill and conversion realized, its fees, and the position and its cost afterwards. Average cost,
 * exact, for all families:
 * - scalar: a long costs what was paid, a short minus what was received; size × price − cost.
 * - binary: a contract costs the price of its own side, UP's or 1 minus it. Half of that is lent (leverage exactly 2, service-interface "Binary
 * markets"): a close repays the loan first, so that no more than the posted half is lost.
 * - outcome: a share costs what was paid for it. A split makes a set for 1 USDH, spread evenly over its sides; a merge pays 1 for a set and realizes
 * the difference to the cost of its shares; a negation transfers the cost of the No shares to the Yes shares received for them.
 */
import type { Family } from '../account.ts'
import { fromUnits, type Money, multiply, type Price, type Size, toPlaces, toUnits, trimZeros } from '../decimal.ts'
import { FAMILY_RULES, isOtherSide, tradesShares } from '../family-rules.ts'
import { shareFee } from '../shares.ts'
import type { Millis } from '../time.ts'
import {
  type BookEntry,
  type ConversionEntry,
  changeOf,
  type FillEntry,
  SET_VALUE,
  type SettlementEntry,
} from './entry.ts'
import { closed, evenly, type Lots, magnitude, NOTHING, opened, PLACES, unitsOf, VALUE_PLACES } from './lots.ts'

/** Effect of an entry in one asset. */
export interface Booked {
  readonly asset: string
  readonly family: Family
  readonly time: Millis
  /** Signed change of the position. */
  readonly change: Size
  /** Size closed. */
  readonly closed: Size
  /** Size added or opened. */
  readonly opened: Size
  /** Value of the closed and opened sizes at market prices (of UP for binary contracts); null when the cost is unknown. */
  readonly closedValue: Money | null
  readonly openedValue: Money | null
  /** Realized by the closing part before fees: as the service reported it, else as computed; null when neither is known. */
  readonly realised: Money | null
  /** The same by average cost; null when the cost is unknown. */
  readonly computed: Money | null
  /** Null when the service did not report it. */
  readonly fee: Money | null
  /** Whether there was a position before, and after. */
  readonly wasHeld: boolean
  readonly isHeld: boolean
}

/** A position in one asset. */
export interface Held {
  readonly asset: string
  readonly family: Family
  readonly size: Size
  /** Cost on its own side; null when it was opened before the records begin. */
  readonly cost: Money | null
  /** The posted part of the cost: half for binary contracts, all otherwise; null likewise. */
  readonly posted: Money | null
}

/** The current books as plain JSON; amounts are decimal text. */
export type SavedBooks = readonly Held[]

interface Books {
  /** Books an entry; entries must come in order of time. @throws RangeError for amounts with more than 9 decimal places. */
  apply(entry: BookEntry): readonly Booked[]
  /** All positions, in the order in which they were first booked. */
  held(): readonly Held[]
  /** The position in an asset; null when there is none. */
  of(asset: string): Held | null
  save(): SavedBooks
}

/** The trader posts one half of such a contract's cost: leverage is exactly 2 (service-interface "Binary markets"). */
const BINARY_LEVERAGE = 2n

/** @param begin the opening positions: saved books, or positions from before the records, whose cost is null. */
export function createBooks(begin: SavedBooks = []): Books {
  const assets = new Map<string, { family: Family; lots: Lots }>()
  for (const { asset, family, size, cost, posted } of begin) {
    const amount = (value: Money | null) => (value === null ? null : toValue(value))
    assets.set(asset, { family, lots: { size: unitsOf(size), cost: amount(cost), posted: amount(posted) } })
  }

  const lotsOf = (asset: string): Lots => assets.get(asset)?.lots ?? NOTHING
  function keep(asset: string, family: Family, lots: Lots): void {
    if (lots.size === 0n) assets.delete(asset)
    else assets.set(asset, { family, lots })
  }

  function fill(entry: FillEntry): Booked {
    const { asset, family, side } = entry
    const before = lotsOf(asset)
    const size = magnitude(unitsOf(changeOf(entry)))
    const isBuy = side === 'buy'
    const isAgainst = before.size !== 0n && before.size > 0n !== isBuy
    const held = magnitude(before.size)
    const closing = opensNothing(entry) ? size : isAgainst ? (size < held ? size : held) : 0n
    const gone = closing > 0n ? closed(before, closing) : { left: before, cost: 0n, posted: 0n }
    const computed =
      gone.cost === null || gone.posted === null
        ? null
        : resultOf(family, worthOf(entry, !isBuy, closing), gone.cost, gone.posted)
    const opening = size - closing
    const value = worthOf(entry, isBuy, opening)
    const posted = FAMILY_RULES[family].postsHalf ? value / BINARY_LEVERAGE : value
    const after = opening > 0n ? opened(gone.left, isBuy ? opening : -opening, value, posted) : gone.left
    keep(asset, family, after)
    const own = computed === null ? null : toMoney(computed)
    return {
      asset,
      family,
      time: entry.time,
      change: toSize(isBuy ? size : -size),
      closed: toSize(closing),
      opened: toSize(opening),
      closedValue: toMoney(unitsOf(entry.price) * closing),
      openedValue: toMoney(unitsOf(entry.price) * opening),
      realised: entry.realizedPnl ?? own,
      computed: own,
      fee: entry.fee,
      wasHeld: before.size !== 0n,
      isHeld: after.size !== 0n,
    }
  }

  function convert({ gives, takes, amount, conversion, time }: ConversionEntry): readonly Booked[] {
    const size = unitsOf(amount)
    const sets = size * unitsOf(SET_VALUE)
    let spent: bigint | null = conversion === 'split' ? sets : 0n
    const booked: Booked[] = []
    const book = (asset: string, before: Lots, after: Lots, realised: bigint | null, value: bigint | null): void => {
      keep(asset, 'outcome', after)
      const result = realised === null ? null : toMoney(realised)
      const change = after.size - before.size
      const worth = value === null ? null : toMoney(value)
      booked.push({
        asset,
        family: 'outcome',
        time,
        change: toSize(change),
        closed: toSize(change < 0n ? -change : 0n),
        opened: toSize(change > 0n ? change : 0n),
        closedValue: change < 0n ? worth : ZERO_MONEY,
        openedValue: change > 0n ? worth : ZERO_MONEY,
        realised: result,
        computed: result,
        fee: ZERO_MONEY,
        wasHeld: before.size !== 0n,
        isHeld: after.size !== 0n,
      })
    }
    const paid = conversion === 'merge' || conversion === 'merge_question' ? evenly(sets, gives.length) : null
    gives.forEach((asset, i) => {
      const before = lotsOf(asset)
      const { left, cost } = closed(before, size)
      spent = spent === null || cost === null ? null : spent + cost
      const part = paid?.[i] ?? null
      const result = part === null || cost === null ? null : part - cost
      book(asset, before, left, paid === null ? 0n : result, paid === null || cost === null ? cost : part)
    })
    const parts = evenly(spent, takes.length)
    takes.forEach((asset, i) => {
      const before = lotsOf(asset)
      const part = parts[i] ?? null
      const cost = before.cost === null || part === null ? null : before.cost + part
      book(asset, before, { size: before.size + size, cost, posted: cost }, 0n, part)
    })
    return booked
  }

  /** Books a settlement as the service's own fill would, for the whole position; without a known price the position is gone all the same. */
  function settle({ id, asset, family, price, time, feeBps }: SettlementEntry): readonly Booked[] {
    const { size } = lotsOf(asset)
    if (size === 0n) return []
    const paid = price === null || feeBps === undefined ? null : multiply(price, toSize(magnitude(size)))
    const booked = fill({
      ...{
        kind: 'fill',
        tid: id,
        oid: null,
        cause: 'settlement',
        family,
        asset,
        side: size > 0n ? 'sell' : 'buy',
        time,
      },
      ...{
        price: price === null ? ('0' as Price) : toPlaces(price, PLACES),
        size: toSize(magnitude(size)),
        fee: paid === null || feeBps === undefined ? ZERO_MONEY : shareFee(paid, feeBps),
        realizedPnl: null,
      },
    })
    return [price === null ? { ...booked, realised: null, computed: null, closedValue: null } : booked]
  }

  const heldOf = (asset: string, { family, lots }: { family: Family; lots: Lots }): Held => ({
    asset,
    family,
    size: toSize(lots.size),
    cost: lots.cost === null ? null : toMoney(lots.cost),
    posted: lots.posted === null ? null : toMoney(lots.posted),
  })

  return {
    apply: (entry) =>
      entry.kind === 'fill' ? [fill(entry)] : entry.kind === 'settlement' ? settle(entry) : convert(entry),
    held: () => [...assets].map(([asset, one]) => heldOf(asset, one)),
    of(asset) {
      const one = assets.get(asset)
      return one === undefined ? null : heldOf(asset, one)
    },
    save: () => [...assets].map(([asset, one]) => heldOf(asset, one)),
  }
}

/** A settlement and a sale of shares only reduce: a size not in these books was held before they begin. */
const opensNothing = ({ cause, family, side }: FillEntry): boolean =>
  cause === 'settlement' || (tradesShares(family) && side === 'sell')

/** Value of an amount at the entry's price: signed for marks, of the own side for contracts and shares. */
function worthOf({ family, price }: FillEntry, isLong: boolean, size: bigint): bigint {
  const at = unitsOf(price)
  if (FAMILY_RULES[family].isMark) return isLong ? at * size : -at * size
  return (isOtherSide(family, isLong ? 'long' : 'short') ? unitsOf(SET_VALUE) - at : at) * size
}

/** Value minus cost; for a binary contract the loss is at most what was posted. */
function resultOf(family: Family, value: bigint, cost: bigint, posted: bigint): bigint {
  const result = value - cost
  return FAMILY_RULES[family].postsHalf && result < -posted ? -posted : result
}

/** Unrealized P&L at a price of its market, before fees; null when the cost is unknown. For binary contracts the price is that of UP. */
export function unrealisedAt({ family, size, cost, posted }: Omit<Held, 'asset'>, price: Price): Money | null {
  if (cost === null || posted === null) return null
  const lots = unitsOf(size)
  const at = unitsOf(price)
  const own = isOtherSide(family, lots < 0n ? 'short' : 'long') ? -(unitsOf(SET_VALUE) - at) : at
  return toMoney(resultOf(family, own * lots, toValue(cost), toValue(posted)))
}

const ZERO_MONEY = '0' as Money
const toSize = (units: bigint): Size => trimZeros(fromUnits(units, PLACES)) as Size
const toMoney = (units: bigint): Money => trimZeros(fromUnits(units, VALUE_PLACES)) as Money
const toValue = (money: Money): bigint => toUnits(money, VALUE_PLACES)
