/** Whether a parent order may send now, by the market and the age of its prices, and at which price it rests. Pure. */
import type { AlgoOrder, AlgoRecord } from '../../../contract/algo.ts'
import type { Price } from '../../../contract/decimal.ts'
import { outcomeEntry, scalarEntry } from '../../../contract/entry.ts'
import { TWAP_WINDOW } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { MarketSteps } from '../../../contract/scale.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { AlgoPorts } from './interface.ts'

type Facts = AlgoPorts['facts']

/** Nothing is sent this long before the final window or the expiry: what rests has to be canceled before that. ms */
const BEFORE_END = 10_000

/** A service may report a time of a market slightly differently than before, sometimes by whole seconds, ms. */
const SAME_MOMENT = 2_000

/** When sending ends, by the service's clock; null where the market names no end. */
export function endsOf(asset: string, facts: Facts): Millis | null {
  if (isCoin(asset)) {
    const expiry = facts.outcome(asset)?.market.expiry ?? null
    return expiry === null ? null : millis(expiry - BEFORE_END)
  }
  const bucket = facts.bucket()
  if (bucket?.current?.asset !== asset) return null
  return millis(bucket.current.end - (bucket.twapWindow ?? TWAP_WINDOW) - BEFORE_END)
}

/** `ended`: its market's time is over. `waits`: it continues automatically as soon as this is over. */
export interface ClosedNow {
  readonly kind: 'ended' | 'waits'
  readonly text: string
}

/** Why nothing may be sent at this moment, or null. */
export function closedNow(
  { asset, reduceOnly, side, ends }: Pick<AlgoRecord, 'asset' | 'reduceOnly' | 'side' | 'ends'>,
  { facts, marketTime }: Pick<AlgoPorts, 'facts' | 'marketTime'>,
): ClosedNow | null {
  const { time, isConfirmed } = marketTime()
  if (ends !== null && time >= ends && movedEnd(asset, ends, facts, time) === null) {
    const text = isCoin(asset) ? 'The market is about to expire.' : 'The final window is about to start.'
    if (isConfirmed) return { kind: 'ended', text }
    return { kind: 'waits', text: "The venue's time is not confirmed yet." }
  }
  const ticker = facts.ticker(asset)
  if (ticker === null) return { kind: 'waits', text: `No prices for ${asset} yet.` }
  if (ticker.stale) return { kind: 'waits', text: `Prices for ${asset} are stale. Waiting for fresh prices.` }
  const entry = entryOf(asset, side, facts, millis(Math.round(time)))
  if (entry.takes === 'everything' || (entry.takes === 'reducing' && reduceOnly)) return null
  return { kind: 'waits', text: entry.reason }
}

/** The new end where the service has moved it since it was stored; null where it has not. @param time the service's time, ms */
export function movedEnd(asset: string, ends: Millis | null, facts: Facts, time: number): Millis | null {
  const now = endsOf(asset, facts)
  // A market is never given an end that has passed.
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

/** Price and size steps of its market; null where the service does not report them. */
export function stepsOf(asset: string, facts: Pick<Facts, 'market' | 'outcome'>): MarketSteps {
  const market = isCoin(asset) ? facts.outcome(asset)?.market : facts.market(asset)
  return { tick: market?.tickSize ?? null, sizeDecimals: market?.sizeDecimals ?? null }
}

/** The best price of the side that an order rests on; null while unknown. */
export function ownBest({ asset, side }: Pick<AlgoOrder, 'asset' | 'side'>, facts: Facts): Price | null {
  const ticker = facts.ticker(asset)
  return (side === 'buy' ? ticker?.bid : ticker?.ask) ?? null
}
