import type { NotHere } from '../../contract/instrument.ts'
import { type MarketRef, refText } from '../../contract/market-ref.ts'

/** A ref that this deployment knows nothing of: what is missing, and why as a sentence. */
export const notHere = (ref: MarketRef, title: string, reason: string): NotHere => ({
  here: false,
  ref,
  key: refText(ref),
  title,
  reason,
})
