/** What a window showed of an order when it was sent. Kept in the journal for the trader to look at; nothing is decided by it. */
import { z } from 'zod'
import { type Money, type Price, parseDecimal } from './decimal.ts'

const figure = z
  .string()
  .max(60)
  .refine((text) => parseDecimal(text) !== null, 'must be plain decimal text')

/** Null is what the window did not show. Prices are marks, of shares their price; a fee is in the money of the market. */
export const shownFigures = z.strictObject({
  /** Of what was to fill on arrival. */
  average: figure.transform((text) => text as Price).nullable(),
  worst: figure.transform((text) => text as Price).nullable(),
  fee: figure.transform((text) => text as Money).nullable(),
  mark: figure.transform((text) => text as Price).nullable(),
  /** The middle between the best bid and the best ask. */
  mid: figure.transform((text) => text as Price).nullable(),
  /** How old the book was that the estimate was made from, ms. */
  bookAge: z.number().int().min(0).nullable(),
})

export type ShownFigures = z.infer<typeof shownFigures>
