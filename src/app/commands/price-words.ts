/** The prices of a market as a sentence that is read aloud. Pure but for the format of the window. */
import type { Ticker } from '../../../contract/market.ts'
import { grouped, NONE, temperatureOf } from '../../format/index.ts'

/** `NYCTMP1: mark 571.84, 71.84 °F, bid 571.80, ask 571.90`; says what is missing and what is old. */
export function priceWords(asset: string | null, ticker: Ticker | undefined): string {
  if (asset === null) return 'No market is live'
  if (ticker === undefined) return `${asset}: no prices yet`
  const { mark, bid, ask, stale } = ticker
  const price = (value: Ticker['mark']): string => (value === null ? 'none' : grouped(value))
  const heat = temperatureOf(mark)
  const parts = [`mark ${price(mark)}`, ...(heat === NONE ? [] : [heat]), `bid ${price(bid)}`, `ask ${price(ask)}`]
  return `${asset}: ${parts.join(', ')}${stale ? ', out of date' : ''}`
}
