/** Whether a conditional order is being watched as of now, ended with its bucket, or paused, and why. Pure. */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import { compare, type Price } from '../../contract/decimal.ts'
import { type BucketView, type Ticker, type Touch, TWAP_WINDOW } from '../../contract/market.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { BinaryFacts, OutcomeNow } from './ports.ts'

/** A service may name the end of a bucket a moment otherwise than before; a later bucket of the same asset ends hours later. ms. */
const SAME_END = 60_000
/** A scalar mark older than this is not acted on, ms: a quiet one is read again every 5 s, and an answer may take a while. */
const OLDEST_MARK = 8_000

export interface MarketNow {
  readonly ticker: Ticker | null
  /** How long ago the ticker came, ms, whatever the terminal's clock does. */
  readonly tickerAge: number
  readonly touch: Touch | null
  readonly bucket: BucketView | null
  readonly binary: BinaryFacts | null
  /** Of a coin. */
  readonly outcome: OutcomeNow | null
  /** Wall-clock time of the terminal, ms. */
  readonly now: number
  /** The service's time, ms, whatever the terminal's clock does. */
  readonly serverTime: number
  /** Service's time minus the terminal's, ms. */
  readonly clockOffset: number
}

export type Watching =
  | { readonly at: 'watched'; readonly price: Price }
  /** `isShut`: the market is known not to trade now; else it is a price or the market's state that is not known. */
  | { readonly at: 'paused'; readonly reason: string; readonly isShut: boolean }
  | { readonly at: 'ended'; readonly reason: string }

const paused = (reason: string): Watching => ({ at: 'paused', reason, isShut: false })
const shut = (reason: string): Watching => ({ at: 'paused', reason, isShut: true })
const ended = (asset: string, live: string | null = null): Watching => ({
  at: 'ended',
  reason: `The bucket of ${asset} ended before it triggered${live === null ? '.' : `; ${live} is live.`}`,
})

/** Nothing is concluded from stale or missing data: neither that a price was reached, nor that a bucket ended. */
export function watchingOf(record: StoredConditional, market: MarketNow): Watching {
  const { target, source } = record
  const idle = idleOf(target, market)
  if (idle !== null) return idle
  const { asset } = target
  const { ticker, tickerAge } = market
  if (source === 'touch') return touchOf(record, market)
  if (ticker === null) return paused(`Paused: no data of ${asset} yet.`)
  // Shares, and binary contracts of some services, have no read over REST: while the feed lives, silence means that nothing changed.
  const isOld = target.family === 'scalar' && tickerAge > OLDEST_MARK
  if (ticker.stale || isOld) return paused(`Paused: the data of ${asset} is stale.`)
  const price = source === 'mark' ? ticker.mark : ticker.last
  if (price === null) return paused(`Paused: no ${source === 'mark' ? 'mark' : 'trade'} of ${asset} is known.`)
  return { at: 'watched', price }
}

/** The best price that the position could be left at: its book has an age of its own, by which it is stale. */
function touchOf({ target: { asset }, position }: StoredConditional, { touch }: MarketNow): Watching {
  if (touch === null) return paused(`Paused: no book of ${asset} yet.`)
  if (touch.stale) return paused(`Paused: the book of ${asset} is stale.`)
  const { bid, ask } = touch
  if (bid !== null && ask !== null && compare(bid, ask) >= 0) return paused(`Paused: the book of ${asset} is crossed.`)
  const price = position === 'long' ? bid : ask
  if (price !== null) return { at: 'watched', price }
  return paused(`Paused: nobody ${position === 'long' ? 'bids for' : 'offers'} ${asset}.`)
}

/** Statuses in which no close goes through. */
const SHUT: ReadonlySet<string> = new Set(['paused', 'settled', 'unavailable'])

/**
 * Whether a close may go out now, whatever is known of the price: that is read when it is planned. It waits while the market is known not
 * to trade, and is over with the bucket, whose end needs no message.
 */
export function closingOf(
  { target }: StoredConditional,
  market: MarketNow,
): 'open' | 'shut' | { readonly ended: string } {
  const idle = idleOf(target, market)
  if (idle?.at === 'ended' || market.serverTime >= target.end) {
    const { asset, family } = target
    const name = market.outcome?.side.name ?? asset
    const ended = family === 'outcome' ? `The market of ${name} expired` : `The bucket of ${asset} ended`
    return { ended: `${ended} before the position was closed.` }
  }
  return idle?.at === 'paused' && idle.isShut ? 'shut' : 'open'
}

/** When the clock of a time exit stands for "before": the final window, the cut-off of binary entries, the expiry; the service's time. */
export function lastMoment({ family, end }: ConditionalTarget, { bucket, binary }: MarketNow): number {
  if (family === 'scalar') return end - (bucket?.twapWindow ?? TWAP_WINDOW)
  if (family === 'binary') return Math.min(end, binary?.status?.entryCutoff ?? end)
  return end
}

/** Why a market is not watched, or null. */
function idleOf(target: ConditionalTarget, market: MarketNow): Watching | null {
  if (target.family === 'outcome') return outcomeIdle(target, market)
  return target.family === 'scalar' ? scalarIdle(target, market) : binaryIdle(target, market)
}

/** Why the shares of a side are not watched, or null: nothing sells once the market settles. */
function outcomeIdle({ asset, end }: ConditionalTarget, { outcome, serverTime }: MarketNow): Watching | null {
  if (outcome?.market.expired === true || serverTime >= end) {
    return { at: 'ended', reason: `The market of ${outcome?.side.name ?? asset} expired before it triggered.` }
  }
  if (outcome === null) return paused('Paused: the outcome markets have not been read.')
  return outcome.market.settling ? shut(`Paused: ${outcome.market.name} is settling.`) : null
}

/** Why a scalar bucket is not watched, or null. */
function scalarIdle({ asset, end }: ConditionalTarget, { bucket, ticker, serverTime }: MarketNow): Watching | null {
  if (bucket === null || bucket.stale) return paused('Paused: it is not known which bucket is live.')
  if (serverTime >= end) return ended(asset)
  const { current, phase } = bucket
  if (current !== null && (current.asset !== asset || current.end > end + SAME_END)) return ended(asset, current.asset)
  const idle = current === null || phase === 'settling' || phase === 'waiting'
  if (idle) return shut(`Paused: ${asset} is not trading.`)
  const closed = ticker !== null && !ticker.stale && SHUT.has(ticker.status)
  return closed ? shut(`Paused: ${asset} is ${ticker.status}.`) : null
}

/** Why a binary market is not watched, or null: no close goes through while it is paused or between two buckets. */
function binaryIdle({ asset, end }: ConditionalTarget, { binary, serverTime }: MarketNow): Watching | null {
  if (serverTime >= end) return ended(asset)
  const { status, bucket } = binary ?? { status: null, bucket: null }
  if (status === null || bucket === null) return paused('Paused: it is not known which binary market is live.')
  const live = bucket.asset
  if (live !== null && (live !== asset || (bucket.end !== null && bucket.end > end + SAME_END)))
    return ended(asset, live)
  if (status.paused) return shut('Paused: binary markets are paused.')
  const word = binary?.markets.find((market) => market.asset === asset)?.status ?? 'unknown'
  const closed = word === 'paused' || word === 'settled' || word === 'unavailable'
  const between = [status.phase, bucket.phase].some((phase) => phase === 'staging' || phase === 'settled')
  return live === null || closed || between ? shut(`Paused: ${asset} is not trading.`) : null
}
