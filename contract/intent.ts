/**
 * Trader intents. An intent is data: a window sends it, main turns it into a prepared, checked, signed action. The `requestId` is created once per
 * click; one id is never executed twice, no matter which window sends it.
 */

import { z } from 'zod'
import { type Cloid, parseCloid } from './address.ts'
import type { Decimal, Fahrenheit, Money, Price, Size } from './decimal.ts'
import { MESSAGES as COMMON } from './messages.ts'
import { CONVERSIONS } from './outcome.ts'
import { closeProtection, protection } from './protection.ts'
import { decimalText } from './safe-schema.ts'

export const priceText = decimalText.transform((text) => text as Price)
export const sizeText = decimalText.transform((text) => text as Size)
const assetName = z.string().min(1).max(40)
export const cloidText = z
  .string()
  .refine((text) => parseCloid(text) !== null, COMMON.clientOrderId)
  .transform((text) => text.toLowerCase() as Cloid)
const oidText = z.string().min(1).max(64)

/** A limit order in a scalar market. `price` is a mark. */
const placeIntent = z.strictObject({
  kind: z.literal('place'),
  asset: assetName,
  side: z.enum(['buy', 'sell']),
  price: priceText,
  size: sizeText,
  tif: z.enum(['GTC', 'IOC', 'ALO']),
  reduceOnly: z.boolean(),
  /** `wallet`: a direct order signed by the trader's own wallet; if absent, the agent wallet signs a prepared action. */
  signer: z.literal('wallet').optional(),
})

/**
 * A market order that predicts a temperature: executed at once, no worse than its protection allows. It is sent only after the trader has seen and
 * confirmed the service's estimate.
 */
const predictIntent = z.strictObject({
  kind: z.literal('predict'),
  asset: assetName,
  /** The temperature that the trader expects, °F; it does not limit the price paid. */
  targetF: decimalText.transform((text) => text as Fahrenheit),
  size: sizeText,
  direction: z.enum(['long', 'short']),
  /** In marks. */
  protection,
})

/** Sets leverage 2 on the binary assets, which is required before any of them can be bought. */
const binarySetupIntent = z.strictObject({ kind: z.literal('binary_setup') })

/**
 * Buys contracts of one direction for a USDC amount, at once and no worse than its protection allows. It is sent only after the trader has seen and
 * confirmed the service's estimate.
 */
const binaryPredictIntent = z.strictObject({
  kind: z.literal('binary_predict'),
  asset: assetName,
  direction: z.enum(['UP', 'DOWN']),
  /** USDC. */
  amount: decimalText.transform((text) => text as Money),
  /** In prices of UP, for both directions. */
  protection,
  /** The trader agreed that a missing leverage 2 is signed and set before the estimate. Otherwise it is not. */
  setsLeverage: z.literal(true).optional(),
})

/** An order for one side of an outcome market; `asset` is the side's coin. A limit order rests, a market order fills at once or expires. */
const outcomeOrderIntent = z.strictObject({
  kind: z.literal('outcome_order'),
  asset: assetName,
  side: z.enum(['buy', 'sell']),
  size: sizeText,
  mode: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('limit'), price: priceText }),
    z.strictObject({ kind: z.literal('market'), protection }),
  ]),
})

/** Transfers USDH into the balance that outcome trading needs; the trader's own wallet signs it. */
const transferIntent = z.strictObject({
  kind: z.literal('transfer'),
  amount: decimalText.transform((text) => text as Money),
})

/** Converts collateral into shares, or shares into collateral or other shares; `amount` null means everything available. */
const convertIntent = z.strictObject({
  kind: z.literal('convert'),
  conversion: z.enum(CONVERSIONS),
  outcomeId: z.number().int().nonnegative(),
  /** For `merge_question` and `negate`; null for the others. */
  questionId: z.number().int().nonnegative().nullable(),
  amount: sizeText.nullable(),
})

/** Cancels one resting order, scalar or outcome, by the service's id, plus the cloid when known. */
const cancelIntent = z.strictObject({
  kind: z.literal('cancel'),
  asset: assetName,
  oid: oidText,
  cloid: cloidText.nullable(),
})

/**
 * Closes a position of any family at market, never more than is held; `size` null closes all of it. The price widens step by step up to its
 * protection until it has filled.
 */
export const closeIntent = z.strictObject({
  kind: z.literal('close'),
  asset: assetName,
  /** The side of the intended position: one that has flipped since is left alone. Shares are long. */
  position: z.enum(['long', 'short']),
  size: sizeText.nullable(),
  protection: closeProtection,
})

/** Sets the isolated leverage of a scalar asset. */
const leverageIntent = z.strictObject({
  kind: z.literal('leverage'),
  asset: assetName,
  leverage: z.number().int().min(1).max(1000),
})

/** Approves this terminal's agent wallet, signed by the user's wallet. */
const approveAgentIntent = z.strictObject({ kind: z.literal('approve_agent') })

/** Every intent, as a window sends it. */
export const intent = z.discriminatedUnion('kind', [
  placeIntent,
  predictIntent,
  cancelIntent,
  closeIntent,
  leverageIntent,
  approveAgentIntent,
  binarySetupIntent,
  binaryPredictIntent,
  outcomeOrderIntent,
  transferIntent,
  convertIntent,
])

export type PlaceIntent = z.infer<typeof placeIntent>
export type PredictIntent = z.infer<typeof predictIntent>
export type CancelIntent = z.infer<typeof cancelIntent>
export type CloseIntent = z.infer<typeof closeIntent>
export type LeverageIntent = z.infer<typeof leverageIntent>
export type BinaryPredictIntent = z.infer<typeof binaryPredictIntent>
export type OutcomeOrderIntent = z.infer<typeof outcomeOrderIntent>
export type TransferIntent = z.infer<typeof transferIntent>
export type ConvertIntent = z.infer<typeof convertIntent>
/** A parsed intent. */
export type Intent = z.infer<typeof intent>

const figureOf = <D extends Decimal>() =>
  decimalText
    .transform((text) => text as D)
    .nullable()
    .catch(null)

/**
 * Figures that a window showed for an order when it was sent; null was not shown. Kept in the journal for reference only, so that an unreadable
 * figure never refuses the order. Prices are marks, or share prices; a fee is in the market's money.
 */
export const shownFigures = z.strictObject({
  /** Expected average of what fills on arrival. */
  average: figureOf<Price>(),
  worst: figureOf<Price>(),
  fee: figureOf<Money>(),
  mark: figureOf<Price>(),
  /** Midpoint of best bid and best ask. */
  mid: figureOf<Price>(),
  /** Age of the book behind the estimate, ms. */
  bookAge: z.number().int().min(0).nullable().catch(null),
})

export type ShownFigures = z.infer<typeof shownFigures>
