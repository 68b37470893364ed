/** What an exit plan comes to: prices from an entry, sizes from what is held, where the stop goes. Pure, exact decimals. */
import {
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  greater,
  HUNDRED,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
  ZERO,
} from './decimal.ts'
import type { ExitAfter, ExitLevel, ExitShare } from './exit-plan.ts'

export type ExitSide = 'long' | 'short'

const PLACES = 20

/** So far from a price in favour of the position. */
const inFavour = (side: ExitSide, from: Price, distance: Price): Price =>
  side === 'long' ? add(from, distance) : subtract(from, distance)

/** So far from a price against the position. */
const against = (side: ExitSide, from: Price, distance: Price): Price =>
  inFavour(side === 'long' ? 'short' : 'long', from, distance)

/** Whether `a` is better for the position than `b`. */
export const isBetter = (side: ExitSide, a: Price, b: Price): boolean =>
  side === 'long' ? compare(a, b) > 0 : compare(a, b) < 0

/** On the tick on the favourable side of a price: no stop risks more than was said, no target brings less. */
const favourableTick = (side: ExitSide, price: Price, tick: Price | null): Price =>
  tick === null ? price : toStep(price, tick, side === 'long' ? 'up' : 'down')

/** On the tick on the other side: a trailing stop never comes nearer than its distance. */
const distantTick = (side: ExitSide, price: Price, tick: Price | null): Price =>
  tick === null ? price : toStep(price, tick, side === 'long' ? 'down' : 'up')

/** The price of a stop or a target for a position entered at so much; a price that was given is taken as it is. */
export function levelPrice(
  kind: 'stop' | 'target',
  level: ExitLevel,
  { side, entry, tick }: { readonly side: ExitSide; readonly entry: Price; readonly tick: Price | null },
): Price {
  if (level.by === 'price') return level.price
  const exact = kind === 'target' ? inFavour(side, entry, level.distance) : against(side, entry, level.distance)
  return favourableTick(side, exact, tick)
}

/**
 * Where closing costs and brings nothing: the entry, the fee that was paid for it, and a taker's fee for the way out, on the tick that loses
 * nothing. `entryFee` is for all of `size`; null counts a taker's fee.
 */
export function breakEvenPrice(position: {
  readonly side: ExitSide
  readonly entry: Price
  readonly size: Size
  readonly entryFee: Money | null
  readonly takerBps: Decimal
  readonly tick: Price | null
}): Price {
  const { side, entry, size, entryFee, takerBps, tick } = position
  const taker = divide(multiply(entry, takerBps), BASIS_POINTS, PLACES) as Decimal as Price
  const paid = entryFee === null || signOf(size) === 0 ? taker : (divide(entryFee, size, PLACES) as Decimal as Price)
  return favourableTick(side, inFavour(side, entry, greater(add(taker, paid), ZERO)), tick)
}

/** Whether a stop begins to move by itself. */
export function hasBegun(
  after: ExitAfter,
  now: { readonly side: ExitSide; readonly entry: Price; readonly price: Price; readonly firstTargetClosed: boolean },
): boolean {
  if (after.when === 'at_once') return true
  if (after.when === 'first_target') return now.firstTargetClosed
  return !isBetter(now.side, inFavour(now.side, now.entry, after.distance), now.price)
}

/** Where a trailing stop stands behind the best price. */
export const trailPrice = (side: ExitSide, best: Price, distance: Price, tick: Price | null): Price =>
  distantTick(side, against(side, best, distance), tick)

/** What one exit of a plan has closed, and what it is to close in all. */
interface ExitPart {
  readonly share: ExitShare
  readonly closed: Size
}

/**
 * How much each target closes from here on, in whole lots: never more together than is left. Shares are of `filled`, all that the plan
 * ever covered, each rounded with those before it, so that 100 per cent is exactly all of it, at any size.
 */
export function targetSizes(targets: readonly ExitPart[], filled: Size, left: Size, lot: Decimal): readonly Size[] {
  let percent: Decimal = ZERO
  let whole: Size = ZERO
  let free: Size = left
  return targets.map(({ share, closed }) => {
    const before = whole
    if (share.of === 'position') {
      percent = lesser(add(percent, share.percent), HUNDRED)
      const upTo = divide(multiply(filled, percent), HUNDRED, PLACES) as Decimal as Size
      whole = compare(percent, HUNDRED) === 0 ? filled : toStep(upTo, lot)
    } else {
      whole = lesser(add(whole, toStep(share.size, lot)), filled)
    }
    const own = greater(subtract(subtract(whole, before), closed), ZERO)
    const size = lesser(own, free)
    free = subtract(free, size)
    return size
  })
}

/** What of a position no stop covers, of the sizes of its stops; never below 0. */
export const unprotected = (held: Size, stops: readonly Size[]): Size =>
  greater(
    subtract(
      held,
      stops.reduce<Size>((sum, size) => add(sum, size), ZERO),
    ),
    ZERO,
  )

/** What a position comes to when it is closed at a price, before fees. */
export const resultAt = (side: ExitSide, entry: Price, price: Price, size: Size): Money =>
  multiply(side === 'long' ? subtract(price, entry) : subtract(entry, price), size)
