/** Whether a conditional order is being watched as of now, ended with its bucket, or paused, and why. Pure. */
import type { Price } from '../../contract/decimal.ts'
import type { BucketView, Ticker } from '../../contract/market.ts'
import type { StoredConditional } from '../storage/index.ts'

/** A mark older than this is not acted on, ms: the service tells it every second. */
export const OLDEST_MARK = 5_000

export interface MarketNow {
  readonly ticker: Ticker | null
  readonly bucket: BucketView | null
  /** Wall-clock time of the terminal, ms. */
  readonly now: number
}

export type Watching =
  | { readonly at: 'watched'; readonly price: Price }
  | { readonly at: 'paused'; readonly reason: string }
  | { readonly at: 'ended'; readonly reason: string }

const paused = (reason: string): Watching => ({ at: 'paused', reason })

/** Nothing is concluded from stale or missing data: neither that a price was reached, nor that a bucket ended. */
export function watchingOf({ target, source }: StoredConditional, { ticker, bucket, now }: MarketNow): Watching {
  const { asset, end } = target
  if (bucket === null || bucket.stale) return paused('Paused: it is not known which bucket is live.')
  if (now + bucket.clockOffset >= end)
    return { at: 'ended', reason: `The bucket of ${asset} ended before it triggered.` }
  const { current, phase } = bucket
  if (current !== null && (current.asset !== asset || current.end > end)) {
    return { at: 'ended', reason: `The bucket of ${asset} ended before it triggered; ${current.asset} is live.` }
  }
  if (current === null || phase === 'settling' || phase === 'waiting') return paused(`Paused: ${asset} is not trading.`)
  if (ticker === null) return paused(`Paused: no data of ${asset} yet.`)
  if (ticker.stale || now - ticker.receivedAt > OLDEST_MARK) return paused(`Paused: the data of ${asset} is stale.`)
  const price = source === 'mark' ? ticker.mark : ticker.last
  if (price === null) return paused(`Paused: no ${source === 'mark' ? 'mark' : 'trade'} of ${asset} is known.`)
  return { at: 'watched', price }
}
