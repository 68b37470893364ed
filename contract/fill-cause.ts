/** Why a fill came about: by an order, or by the service itself. Everything that must know asks `Fill.cause`, and nothing else of a fill. */

/** Deleveraging by the service counts as a liquidation. */
export type FillCause = 'trade' | 'settlement' | 'liquidation'

/** What stands in place of an order's id where the service names no order but what it did itself; null for an order's. */
export function causeByOrder(oid: string | null): FillCause | null {
  if (oid === null) return null
  if (/^settle/i.test(oid)) return 'settlement'
  return /^liquidat/i.test(oid) ? 'liquidation' : null
}
