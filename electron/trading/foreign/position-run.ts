/** What this run of the terminal saw of the position in one asset. */
import type { Fill, Position } from '../../../contract/account.ts'
import { add, compare, type Size, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { PositionBase } from '../../storage/index.ts'
import { signed } from './trades.ts'

/** A position that was held, and whether the mark was at or through its liquidation price. */
interface Held extends Pick<Position, 'size' | 'liquidationPx'> {
  readonly isReached: boolean
}

/** Times are monotonic, ms. */
export interface PositionRun {
  /** Fills after this moment are summed up here, the service's time. */
  readonly mark: number
  size: Size
  /** Since when neither the size nor the fills in it changed. */
  quietSince: number
  /** What fills made of it since the mark, signed, and what of that others did. */
  filled: Size
  foreign: Size
  /** By how much it is more than fills make it, since when, and in how many reads. */
  odd: { readonly by: Size; readonly since: number; reads: number } | null
  /** A change was told at this moment, the service's time; and what fills from before make that were listed only afterwards. */
  told: { readonly at: number; late: Size } | null
  /** As it was held last. */
  held: Held | null
  /** It was held since it was last known to be none. */
  wasHeld: boolean
}

const sumOf = (fills: readonly Fill[]): Size => fills.reduce<Size>((sum, fill) => add(sum, signed(fill)), ZERO)

/** @param fills in its asset after the mark */
export function newRun(
  { mark, size: before, liquidationPx }: PositionBase,
  {
    size,
    now,
    fills,
    isForeign,
  }: { size: Size; now: number; fills: readonly Fill[]; isForeign: (fill: Fill) => boolean },
): PositionRun {
  const foreign = sumOf(fills.filter(isForeign))
  const held = signOf(before) === 0 ? null : { size: before, liquidationPx, isReached: false }
  return {
    mark,
    size,
    quietSince: now,
    filled: sumOf(fills),
    foreign,
    odd: null,
    told: null,
    held,
    wasHeld: held !== null,
  }
}

/** A read shows it, or does not: then it is zero. */
export function sawPosition(
  run: PositionRun,
  position: Position | undefined,
  mark: Position['markPx'],
  now: number,
): void {
  const size = position?.size ?? ZERO
  const isChanged = compare(run.size, size) !== 0
  if (isChanged) Object.assign(run, { size, quietSince: now })
  if (position === undefined || signOf(size) === 0) {
    // The mark may leap to the liquidation price and take the position between two reads: the one that lacks it first sees it there.
    const { held } = run
    if (isChanged && held !== null && mark !== null && isThrough(held, mark)) run.held = { ...held, isReached: true }
    return
  }
  run.wasHeld = true
  const { liquidationPx } = position
  const wasReached = run.held?.isReached === true && run.held.liquidationPx === liquidationPx
  run.held = {
    size,
    liquidationPx,
    isReached: wasReached || (mark !== null && isThrough({ size, liquidationPx }, mark)),
  }
}

/** A fill in its asset was listed. */
export function sawFill(run: PositionRun, fill: Fill, now: number): void {
  run.quietSince = now
  if (fill.time <= run.mark) return
  run.filled = add(run.filled, signed(fill))
  if (run.told !== null && fill.time <= run.told.at) run.told.late = add(run.told.late, signed(fill))
}

/** Whether a change is but the fills of one that was told before they were listed: these are counted from now on in place of it. */
export function isTakenBack({ told }: PositionRun, by: Size): boolean {
  if (told === null || signOf(told.late) === 0 || signOf(add(told.late, by)) !== 0) return false
  told.late = ZERO
  return true
}

/** By how much the position is more than it was at first and fills make it, as this read shows it. */
export function sawOdd(run: PositionRun, { size }: PositionBase, now: number): Size {
  const by = subtract(run.size, add(size, run.filled))
  if (signOf(by) === 0) run.odd = null
  else if (run.odd === null || compare(run.odd.by, by) !== 0) run.odd = { by, since: now, reads: 1 }
  else run.odd.reads += 1
  return by
}

/** Whether a fill closes what was held, at or through its liquidation price or once the mark had been there. */
export function isAtLiquidation({ held }: PositionRun, { side, price }: Fill): boolean {
  if (held === null || signOf(held.size) > 0 !== (side === 'sell')) return false
  return held.isReached || isThrough(held, price)
}

function isThrough({ size, liquidationPx }: Pick<Held, 'size' | 'liquidationPx'>, price: Fill['price']): boolean {
  if (liquidationPx === null) return false
  return signOf(size) > 0 ? compare(price, liquidationPx) <= 0 : compare(price, liquidationPx) >= 0
}
