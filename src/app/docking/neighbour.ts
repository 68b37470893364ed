/** Which of the boxes on screen lies beside another in a direction. Pure. */

export type Side = 'left' | 'right' | 'up' | 'down'

/** A box, px from the window's corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Boxes that lie over one another by less than this are taken to stand side by side, px. */
const TOLERANCE = 8

/** The box of `others` that lies beside `from`: the nearest that it shares a border with, of those the one that shares most; null where none does. */
export function neighbourOf<Other extends { readonly box: Box }>(
  from: Box,
  others: readonly Other[],
  side: Side,
): Other | null {
  const beside = others
    .map((other) => ({ other, gap: gapTo(from, other.box, side), shared: sharedWith(from, other.box, side) }))
    .filter(({ gap, shared }) => gap > -TOLERANCE && shared > 0)
    .sort((a, b) => (Math.abs(a.gap - b.gap) > TOLERANCE ? a.gap - b.gap : b.shared - a.shared))
  return beside[0]?.other ?? null
}

function gapTo(from: Box, to: Box, side: Side): number {
  if (side === 'left') return from.left - to.right
  if (side === 'right') return to.left - from.right
  return side === 'up' ? from.top - to.bottom : to.top - from.bottom
}

/** How much of the edge between them they share. */
const sharedWith = (a: Box, b: Box, side: Side): number =>
  side === 'left' || side === 'right'
    ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    : Math.min(a.right, b.right) - Math.max(a.left, b.left)

/** The box of `others` that holds the middle of another, else comes nearest to it; null for none. */
export function nearestTo<Other extends { readonly box: Box }>(from: Box, others: readonly Other[]): Other | null {
  const [x, y] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2]
  const away = ({ box }: Other): number =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
  return others.reduce<Other | null>((best, each) => (best === null || away(each) < away(best) ? each : best), null)
}
