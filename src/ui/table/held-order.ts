/** An order that holds still while a hand is at it: nothing moves, what went leaves a gap, what came stands at the end. Pure. */

/** A row in its place. */
export interface Placed<Row> {
  readonly id: string
  readonly row: Row
  /** It went while the order was held; the row is what it was last. */
  readonly isGone: boolean
  /** It came while the order was held. */
  readonly isNew: boolean
}

/** Rows as they come, nothing held. */
export const placed = <Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Placed<Row>[] =>
  rows.map((row) => ({ id: idOf(row), row, isGone: false, isNew: false }))

/**
 * The rows of `next` in the places that they had. When none of those that are shown is left there is nothing to hold, and the gaps go.
 * @param before what is shown
 * @param next what would be shown
 */
export function heldOrder<Row>(
  before: readonly Placed<Row>[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): readonly Placed<Row>[] {
  const rows = new Map(next.map((row) => [idOf(row), row]))
  const kept = before.map((one): Placed<Row> => {
    const row = rows.get(one.id)
    rows.delete(one.id)
    return row === undefined ? { ...one, isGone: true } : { ...one, row, isGone: false }
  })
  if (kept.every(({ isGone }) => isGone)) return placed(next, idOf)
  return [...kept, ...[...rows].map(([id, row]) => ({ id, row, isGone: false, isNew: true }))]
}

/** What a held order keeps from the hand. */
export interface Withheld {
  /** How many rows came, and stand at the end. */
  readonly added: number
  /** Whether rows would stand elsewhere. */
  readonly isOtherwise: boolean
}

/** What would be otherwise if the order was not held. */
export function withheld<Row>(
  shown: readonly Placed<Row>[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): Withheld {
  const here = shown.filter(({ isGone }) => !isGone)
  return {
    added: here.filter(({ isNew }) => isNew).length,
    isOtherwise: here.some(({ id }, index) => id !== idOf(next[index] as Row)),
  }
}
