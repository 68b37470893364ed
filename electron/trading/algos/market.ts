/** Whether a parent order may send anything now, by the market and by the age of its prices; and where it rests. Pure. */
import type { AlgoOrder, AlgoRecord } from '../../../contract/algo.ts'
import type { Price } from '../../../contract/decimal.ts'
import { outcomeEntry, scalarEntry } from '../../../contract/entry.ts'
import { TWAP_WINDOW } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { MarketSteps } from '../../../contract/scale.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { AlgoPorts } from './interface.ts'

type Facts = AlgoPorts['facts']

/** Nothing is sent in the last seconds before the final window or the expiry: what rests has to be taken back before. ms */
const BEFORE_END = 10_000

/** A service may report a moment of a market a little otherwise than before, in whole seconds at times, ms. */
const SAME_MOMENT = 2_000

/** From when on nothing more is sent, by the service's clock; null where the market names no end. */
export function endsOf(asset: string, facts: Facts): Millis | null {
  if (isCoin(asset)) {
    const expiry = facts.outcome(asset)?.market.expiry ?? null
    return expiry === null ? null : millis(expiry - BEFORE_END)
  }
  const bucket = facts.bucket()
  if (bucket?.current?.asset !== asset) return null
  return millis(bucket.current.end - (bucket.twapWindow ?? TWAP_WINDOW) - BEFORE_END)
}

/** `ended`: its market's time is over. `waits`: it goes on by itself as soon as this is over. */
export interface ClosedNow {
  readonly kind: 'ended' | 'waits'
  readonly words: string
}

/** Why nothing may be sent at this moment, or null. */
export function closedNow(
  { asset, reduceOnly, side, ends }: Pick<AlgoRecord, 'asset' | 'reduceOnly' | 'side' | 'ends'>,
  { facts, marketTime }: Pick<AlgoPorts, 'facts' | 'marketTime'>,
): ClosedNow | null {
  const { time, isConfirmed } = marketTime()
  if (ends !== null && time >= ends && movedEnd(asset, ends, facts, time) === null) {
    const moment = isCoin(asset) ? 'The expiry' : 'The final window'
    if (isConfirmed) return { kind: 'ended', words: `${moment} is about to begin.` }
    return { kind: 'waits', words: "The service's time is not confirmed; it goes on, or ends, once it is." }
  }
  const ticker = facts.ticker(asset)
  if (ticker === null) return { kind: 'waits', words: `No prices of ${asset} have come yet.` }
  if (ticker.stale)
    return { kind: 'waits', words: `The prices of ${asset} are out of date; it goes on with fresh ones.` }
  const entry = entryOf(asset, side, facts, millis(Math.round(time)))
  if (entry.takes === 'everything' || (entry.takes === 'reducing' && reduceOnly)) return null
  return { kind: 'waits', words: entry.reason }
}

/** Where the service has moved an end since it was stored; null where it has not. @param time the service's time, ms */
export function movedEnd(asset: string, ends: Millis | null, facts: Facts, time: number): Millis | null {
  const now = endsOf(asset, facts)
  // An end that has passed is none that a market has been given.
  if (now === null || ends === null || now <= time || Math.abs(now - ends) <= SAME_MOMENT) return null
  // A bucket that began after that end is a later one of the same asset.
  return isCoin(asset) || (facts.bucket()?.current?.start ?? 0) < ends ? now : null
}

function entryOf(asset: string, side: AlgoOrder['side'], facts: Facts, now: Millis) {
  if (isCoin(asset)) {
    const found = facts.outcome(asset)
    if (found === null) return { takes: 'nothing', reason: `${asset} is not listed.` } as const
    return outcomeEntry(found.market, side === 'buy' ? now : null)
  }
  const bucket = facts.bucket()
  return scalarEntry({
    asset,
    market: facts.market(asset),
    ticker: facts.ticker(asset),
    phase: bucket?.phase ?? null,
    liveAsset: bucket?.current?.asset ?? null,
  })
}

/** The steps of its market; null where the service does not say them. */
export function stepsOf(asset: string, facts: Pick<Facts, 'market' | 'outcome'>): MarketSteps {
  const market = isCoin(asset) ? facts.outcome(asset)?.market : facts.market(asset)
  return { tick: market?.tickSize ?? null, sizeDecimals: market?.sizeDecimals ?? null }
}

/** The best price of the side that an order rests on; null while it is not known. */
export function ownBest({ asset, side }: Pick<AlgoOrder, 'asset' | 'side'>, facts: Facts): Price | null {
  const ticker = facts.ticker(asset)
  return (side === 'buy' ? ticker?.bid : ticker?.ask) ?? null
}
