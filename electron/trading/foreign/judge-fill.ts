/** Whose a fill is. Pure. */

/** What is known of a fill of the trader's wallet. */
interface FillFacts {
  /** It happened before the terminal first saw the wallet, or its order was made before. */
  readonly isPast: boolean
  /** The service's own word stands in place of an order: settlement or liquidation. */
  readonly isServices: boolean
  /** An action of this terminal made its order, under any profile of the same service. */
  readonly isOwn: boolean
  /** Its order was told as not from this terminal, or is known to be from before. */
  readonly isTold: boolean
  /** An action that was sent for the same asset has no order id yet: it may turn out to have made it. */
  readonly mayBeOwn: boolean
  /** It closes a position that the service was liquidating. */
  readonly isLiquidation: boolean
  /** Looks at the account since it was listed, this one included. */
  readonly looks: number
  /** It came once its market had ended, and the service's own history lacks its order. */
  readonly isSettlement: boolean
  /** Whether the order history could be read for it: there the order has the id that this terminal gave it. */
  readonly isSearched: boolean
}

/**
 * `past`: before the terminal first saw the wallet. `known`: of this terminal, of the service itself, or of an order that was told.
 * `open`: cannot be said yet. `foreign`: not from this terminal, and not told yet.
 */
type FillVerdict = 'past' | 'known' | 'open' | 'foreign'

/** The first row that holds says it. */
const TABLE: readonly (readonly [holds: (facts: FillFacts) => boolean, verdict: FillVerdict])[] = [
  [({ isOwn }) => isOwn, 'known'],
  [({ isServices }) => isServices, 'known'],
  [({ isTold }) => isTold, 'known'],
  [({ isPast }) => isPast, 'past'],
  [({ mayBeOwn }) => mayBeOwn, 'open'],
  [({ isLiquidation }) => isLiquidation, 'known'],
  [({ isSearched }) => !isSearched, 'open'],
  [({ looks }) => looks < 2, 'open'],
  [({ isSettlement }) => isSettlement, 'known'],
  [() => true, 'foreign'],
]

export const judgeFill = (facts: FillFacts): FillVerdict => TABLE.find(([holds]) => holds(facts))?.[1] ?? 'open'
