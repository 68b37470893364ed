/** Walks the depth of several books at once: as many sets of one unit of each leg as gain after fees. Pure. */
import {
  add,
  type Decimal,
  divide,
  fromUnits,
  type Money,
  multiply,
  type Price,
  placesOf,
  type Size,
  signOf,
  subtract,
  toUnits,
  ZERO,
} from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'

/** One component of a set, one unit each. */
export interface Leg {
  readonly side: Side
  /** The opposite levels, best first, in the own prices of the traded contract. */
  readonly levels: readonly { readonly px: Price; readonly sz: Size }[]
  /** Fee, basis points of the value. */
  readonly feeBps: Decimal
}

export interface SetTerms {
  /** Guaranteed payout of a set, minus the cost of creating one: 1 for a merge, −1 for a split and sale. */
  readonly pays: Money
  /** Decimals of a size that every leg accepts. */
  readonly sizePlaces: number
}

/** The result of one leg. */
export interface LegWalk {
  readonly average: Price
  /** The last price that is taken. */
  readonly worst: Price
  /** Price × size, before the fee. */
  readonly value: Money
  readonly fee: Money
}

export interface SetWalk {
  /** Number of sets; rounded down to a size that all legs accept. */
  readonly sets: Size
  /** After fees. */
  readonly profit: Money
  readonly fees: Money
  readonly legs: readonly LegWalk[]
  /** Whether it ends because a book shows no more levels: then more may be possible. */
  readonly endsWithBook: boolean
}

const AVERAGE_PLACES = 12
const BPS_PLACES = 4

/** The gain of the first set at the best prices, after fees; null where a leg has no price. Negative is a loss. */
export function firstSet(legs: readonly Leg[], { pays }: Pick<SetTerms, 'pays'>): Money | null {
  let gain = pays
  for (const { side, levels, feeBps } of legs) {
    const best = levels.find(({ sz }) => signOf(sz) > 0)
    if (best === undefined) return null
    const fee = feeOn(best.px as unknown as Money, feeBps)
    gain = subtract(
      side === 'buy' ? subtract(gain, best.px as unknown as Money) : add(gain, best.px as unknown as Money),
      fee,
    )
  }
  return gain
}

/** The sets that gain; null where not even the minimum size does. Levels must be sorted, best first. */
export function walkSets(legs: readonly Leg[], { pays, sizePlaces }: SetTerms): SetWalk | null {
  if (legs.length === 0) return null
  const { sets, endsWithBook } = howMany(legs, pays, sizePlaces)
  if (sets === null) return null
  const walked = legs.map((leg) => walkLeg(leg, sets))
  const fees = walked.reduce((sum, leg) => add(sum, leg.fee), ZERO as Money)
  const traded = walked.reduce(
    (sum, leg, at) => (legs[at]?.side === 'buy' ? subtract(sum, leg.value) : add(sum, leg.value)),
    ZERO as Money,
  )
  const paid = multiply(pays as unknown as Price, sets)
  return { sets, profit: subtract(add(paid, traded), fees), fees, legs: walked, endsWithBook }
}

/** Calculated in whole units: prices and fees of one set in 10^−p, sizes in 10^−s. */
function howMany(
  legs: readonly Leg[],
  pays: Money,
  sizePlaces: number,
): { readonly sets: Size | null; readonly endsWithBook: boolean } {
  const pricePlaces = Math.max(placesOf(pays), ...legs.flatMap(({ levels }) => levels.map(({ px }) => placesOf(px))))
  const sizes = Math.max(sizePlaces, ...legs.flatMap(({ levels }) => levels.map(({ sz }) => placesOf(sz))))
  const feePlaces = Math.max(...legs.map(({ feeBps }) => placesOf(feeBps)))
  const whole = 10n ** BigInt(BPS_PLACES + feePlaces)
  const books = legs.map(({ side, levels, feeBps }) => {
    const fee = toUnits(feeBps, feePlaces)
    return levels.flatMap(({ px, sz }) => {
      const left = toUnits(sz, sizes)
      const price = toUnits(px, pricePlaces)
      return left <= 0n ? [] : [{ gain: side === 'buy' ? -price * (whole + fee) : price * (whole - fee), left }]
    })
  })
  const base = toUnits(pays, pricePlaces) * whole
  const at = legs.map(() => 0)
  const used = legs.map(() => 0n)
  let total = 0n
  let endsWithBook = false
  for (;;) {
    const levels = books.map((book, leg) => book[at[leg] ?? 0])
    if (levels.some((level) => level === undefined)) {
      endsWithBook = total > 0n
      break
    }
    const gain = levels.reduce((sum, level) => sum + (level?.gain ?? 0n), base)
    if (gain <= 0n) break
    const lefts = levels.map((level, leg) => (level?.left ?? 0n) - (used[leg] ?? 0n))
    const take = lefts.reduce((least, left) => (left < least ? left : least))
    total += take
    lefts.forEach((left, leg) => {
      const isDone = left === take
      used[leg] = isDone ? 0n : (used[leg] ?? 0n) + take
      if (isDone) at[leg] = (at[leg] ?? 0) + 1
    })
  }
  const lot = 10n ** BigInt(sizes - sizePlaces)
  const rounded = total / lot
  return { sets: rounded > 0n ? (fromUnits(rounded, sizePlaces) as Size) : null, endsWithBook }
}

function walkLeg({ levels, feeBps }: Leg, size: Size): LegWalk {
  const places = Math.max(placesOf(size), ...levels.map(({ sz }) => placesOf(sz)))
  let left = toUnits(size, places)
  let value = ZERO as Money
  let worst = (levels[0]?.px ?? ZERO) as Price
  for (const { px, sz } of levels) {
    if (left <= 0n) break
    const there = toUnits(sz, places)
    if (there <= 0n) continue
    const take = there < left ? there : left
    value = add(value, multiply(px, fromUnits(take, places) as Size))
    left -= take
    worst = px
  }
  return { average: divide(value, size, AVERAGE_PLACES), worst, value, fee: feeOn(value, feeBps) }
}

const ONE_BASIS_POINT = '0.0001' as Decimal
const feeOn = (value: Money, bps: Decimal): Money => multiply(multiply(value, bps), ONE_BASIS_POINT)
