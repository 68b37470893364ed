/** Reads `outcomePrices` messages: `{ time, prices: { "#36010": "0.62" } }`, a probability each, null where there is none. */
import type { Price } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'
import { type ContextPatch, NOTHING_SAID } from './decode-context.ts'
import { type Dictionary, decimalOf, isDictionary, timeOf } from './wire.ts'

/** What a message says of each coin; `isWhole` is false when some of it could not be read, and null is no such message at all. */
export function readOutcomePrices(
  data: unknown,
): { readonly patches: readonly ContextPatch[]; readonly isWhole: boolean } | null {
  const prices = isDictionary(data) ? pricesIn(data) : null
  if (!isDictionary(data) || prices === null) return null
  const time = timeOf(data.time)
  const patches: ContextPatch[] = []
  let isWhole = data.time === undefined || time !== null
  for (const [coin, value] of Object.entries(prices)) {
    const mark = value === null ? null : probabilityOf(value)
    if (mark === undefined || coin.length === 0 || coin.length > 64) {
      isWhole = false
      continue
    }
    patches.push({ ...NOTHING_SAID, asset: coin, mark, time: time === null ? undefined : millis(time) })
  }
  return { patches, isWhole }
}

/** The prices by coin, wrapped or of one coin by itself. */
function pricesIn(data: Dictionary): Dictionary | null {
  if (isDictionary(data.prices)) return data.prices
  /** The upstream's list of all prices: those of other assets are no probabilities. */
  if (isDictionary(data.mids)) return Object.fromEntries(Object.entries(data.mids).filter(([name]) => isCoin(name)))
  return typeof data.coin === 'string' && 'price' in data ? { [data.coin]: data.price } : null
}

/** Undefined for anything that is no probability. */
function probabilityOf(value: unknown): Price | undefined {
  const price = decimalOf(value)
  // By its text: one message has thousands of coins, and arithmetic takes four times as long.
  return price !== null && /^(?:0|1$|1\.0+$)/.test(price) ? (price as Price) : undefined
}
