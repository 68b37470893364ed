/** Widths of columns by hand: an edge in the head that is moved takes from the columns after it what it gives the one before. Pure. */
import { clampedWidth } from './table-state.ts'

/** A column as it stands, px on screen. */
export interface Standing {
  readonly id: string
  readonly width: number
  /** Narrower than this, something would be cut that should not be. */
  readonly least: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Widths after the edge behind a column was moved. What it needs comes from the room that nobody has, then from the columns after it, the
 * next one first; the next one has what it gives. So no other column moves, and none gives way to it.
 * @param by px, to the right
 * @param room that the table has, px; where the columns are wider than that already, it just scrolls further
 */
export function edgeMoved(columns: readonly Standing[], index: number, by: number, room: number): readonly number[] {
  const widths = columns.map(({ width }) => width)
  const moved = columns[index]
  if (moved === undefined || by === 0) return widths
  if (by < 0) {
    const given = Math.min(-by, Math.max(0, moved.width - moved.least))
    widths[index] = moved.width - given
    if (widths[index + 1] !== undefined) widths[index + 1] = (widths[index + 1] as number) + given
    return widths
  }
  const free = room - sum(widths)
  let wanted = by
  // Half a pixel is what widths are rounded by, and no sign of a table that scrolls.
  if (free < -1) wanted = 0
  wanted -= Math.min(wanted, Math.max(0, free))
  for (let at = index + 1; at < columns.length && wanted > 0; at += 1) {
    const { width, least } = columns[at] as Standing
    const taken = Math.min(wanted, Math.max(0, width - least))
    widths[at] = width - taken
    wanted -= taken
  }
  widths[index] = moved.width + by - wanted
  return widths
}

/** What is kept of it: the columns that are not as wide as before, px at the usual size of text. */
export function widthsByHand(
  columns: readonly Standing[],
  after: readonly number[],
  scale: number,
): Readonly<Record<string, number>> {
  const changed = columns.flatMap(({ id, width }, at): readonly (readonly [string, number])[] => {
    const next = after[at] ?? width
    return Math.abs(next - width) < 0.5 ? [] : [[id, clampedWidth(next / scale)]]
  })
  return Object.fromEntries(changed)
}
