/**
 * What a window showed of an order when it was sent. Kept in the journal for the trader to look at; nothing is decided by it, so that a figure
 * which cannot be read is left out and never refuses the order.
 */
import { z } from 'zod'
import { type Decimal, type Money, type Price, parseDecimal } from './decimal.ts'

const figureOf = <D extends Decimal>() =>
  z
    .string()
    .max(60)
    .refine((text) => parseDecimal(text) !== null, 'must be plain decimal text')
    .transform((text) => text as D)
    .nullable()
    .catch(null)

/** Null is what the window did not show. Prices are marks, of shares their price; a fee is in the money of the market. */
export const shownFigures = z.strictObject({
  /** Of what was to fill on arrival. */
  average: figureOf<Price>(),
  worst: figureOf<Price>(),
  fee: figureOf<Money>(),
  mark: figureOf<Price>(),
  /** The middle between the best bid and the best ask. */
  mid: figureOf<Price>(),
  /** How old the book was that the estimate was made from, ms. */
  bookAge: z.number().int().min(0).nullable().catch(null),
})

export type ShownFigures = z.infer<typeof shownFigures>
