/** Whether a conditional order is watched now, ended with its bucket, or paused, and why; and when a time exit closes. Pure. */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import { compare, type Price } from '../../contract/decimal.ts'
import { FAMILY_RULES, hasBuckets } from '../../contract/family-rules.ts'
import { type MarketStatus, TWAP_WINDOW } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import type { Millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { endOf, type MarketNow, reportedEnd, timeExitBlocker } from './market-end.ts'

/** A scalar mark older than this is not acted on, ms: a quiet one is read again every 5 s, and an answer may take a while. */
const OLDEST_MARK = 8_000

export type Watching =
  | { readonly at: 'watched'; readonly price: Price }
  /** `isShut`: the market is known not to trade now; otherwise a price or the market's state is unknown. */
  | { readonly at: 'paused'; readonly reason: string; readonly isShut: boolean }
  | { readonly at: 'ended'; readonly reason: string }

const paused = (reason: string): Watching => ({ at: 'paused', reason, isShut: false })
const shut = (reason: string): Watching => ({ at: 'paused', reason, isShut: true })
const ended = (reason: string): Watching => ({ at: 'ended', reason })

/** Nothing is concluded from stale or missing data: neither that a price was reached, nor that a bucket ended. */
export function watchingOf(record: StoredConditional, market: MarketNow): Watching {
  const { target, source } = record
  const idle = idleOf(target, market)
  if (idle !== null) return idle
  const { asset } = target
  const { ticker, tickerAge } = market
  if (source === 'touch') return touchOf(record, market)
  if (ticker === null) return paused(`Paused: no data for ${asset} yet.`)
  // Shares, and binary contracts of some services, have no read over REST: while the feed is connected, silence means that nothing changed.
  const isOld = FAMILY_RULES[target.family].hasReads && tickerAge > OLDEST_MARK
  if (ticker.stale || isOld) return paused(`Paused: data for ${asset} is stale.`)
  const price = source === 'mark' ? ticker.mark : ticker.last
  if (price === null)
    return paused(source === 'mark' ? `Paused: no mark for ${asset}.` : `Paused: no trade for ${asset}.`)
  return { at: 'watched', price }
}

/** The best price at which the position could be closed: its staleness follows the age of its book. */
function touchOf({ target: { asset }, position }: StoredConditional, { touch }: MarketNow): Watching {
  if (touch === null) return paused(`Paused: no book for ${asset} yet.`)
  if (touch.stale) return paused(`Paused: the ${asset} book is stale.`)
  const { bid, ask } = touch
  if (bid !== null && ask !== null && compare(bid, ask) >= 0) return paused(`Paused: the ${asset} book is crossed.`)
  const price = position === 'long' ? bid : ask
  if (price !== null) return { at: 'watched', price }
  return paused(position === 'long' ? `Paused: no bids in ${asset}.` : `Paused: no offers in ${asset}.`)
}

/** Reason of a pause while a market takes no orders. */
export const notTrading = (asset: string): string => `Paused: ${asset} is not trading.`

/** Why no close goes through in a status; null in the others. */
function closedText(asset: string, status: MarketStatus): string | null {
  switch (status) {
    case 'paused':
      return `Paused: ${asset} is paused.`
    case 'settled':
      return `Paused: ${asset} is settled.`
    case 'unavailable':
      return `Paused: ${asset} is unavailable.`
    default:
      return null
  }
}

/**
 * Whether a close may be sent now, regardless of the known price: that is read when it is planned. It waits while the market is known not to trade,
 * and is over with the bucket, whose end needs no message.
 */
export function closingOf(
  { target }: StoredConditional,
  market: MarketNow,
): 'open' | 'shut' | { readonly ended: string } {
  if (endOf(target, market) === 'over') {
    const { asset, family } = target
    const name = market.outcome?.side.name ?? asset
    const over = hasBuckets(family) ? `The bucket of ${asset} ended` : `The market of ${name} expired`
    return { ended: `${over} before the position was closed.` }
  }
  const idle = idleOf(target, market)
  return (idle?.at === 'paused' && idle.isShut) || mayBeLater(target, market) ? 'shut' : 'open'
}

/** Whether the position may belong to a later bucket of the same asset, which is not this exit's to close. */
function mayBeLater(target: ConditionalTarget, market: MarketNow): boolean {
  if (market.isClockConfirmed || !hasBuckets(target.family)) return false
  const { at } = reportedEnd(target, market)
  return at === 'over' || (at === 'unknown' && market.serverTime >= target.end)
}

/** The reference of a "before" time exit: the final window, the cut-off of binary entries, the expiry; the service's time. */
const LAST_MOMENTS: { readonly [F in Family]: (end: Millis, market: MarketNow) => number } = {
  scalar: (end, { bucket }) => end - (bucket?.twapWindow ?? TWAP_WINDOW),
  binary: (end, { agreed }) => Math.min(end, agreed.entryCutoff ?? end),
  outcome: (end) => end,
}

const IDLE: { readonly [F in Family]: (target: ConditionalTarget, market: MarketNow) => Watching | null } = {
  scalar: scalarIdle,
  binary: binaryIdle,
  outcome: outcomeIdle,
}

/** Why a market is not watched, or null. */
const idleOf = (target: ConditionalTarget, market: MarketNow): Watching | null => IDLE[target.family](target, market)

/** Why the shares of a side are not watched, or null: nothing can be sold once the market settles. */
function outcomeIdle(target: ConditionalTarget, market: MarketNow): Watching | null {
  const { outcome } = market
  const name = outcome?.side.name ?? target.asset
  const end = endOf(target, market)
  if (end === 'over') return ended(`The market of ${name} expired before this exit triggered.`)
  if (outcome === null) return paused('Paused: outcome markets not read yet.')
  if (end === 'doubtful')
    return paused(`Paused: the venue reports ${name} as expired; waiting for a second answer to confirm it.`)
  return outcome.market.settling ? shut(`Paused: ${outcome.market.name} is settling.`) : null
}

/** Why a bucket is not watched that is over, or may be; null while it is live. */
function bucketEnd(target: ConditionalTarget, market: MarketNow): Watching | null {
  const { asset } = target
  const end = endOf(target, market)
  if (end === 'lives') return null
  const answer = reportedEnd(target, market)
  const live = answer.at === 'over' ? answer.live : null
  if (end === 'over')
    return ended(
      live === null
        ? `The bucket of ${asset} ended before this exit triggered.`
        : `The bucket of ${asset} ended before this exit triggered; ${live} is live.`,
    )
  return paused(
    answer.at === 'old' && answer.live === asset
      ? `Paused: the venue reports an ended bucket for ${asset}.`
      : `Paused: the venue reports another bucket although that of ${asset} has not ended.`,
  )
}

/** Why a scalar bucket is not watched, or null. */
function scalarIdle(target: ConditionalTarget, market: MarketNow): Watching | null {
  const { asset } = target
  const { bucket, ticker } = market
  if (bucket === null || bucket.stale) return paused('Paused: the live bucket is unknown.')
  const end = bucketEnd(target, market)
  if (end !== null) return end
  const { current, phase } = bucket
  const idle = current === null || phase === 'settling' || phase === 'waiting'
  if (idle) return shut(notTrading(asset))
  const closed = ticker === null || ticker.stale ? null : closedText(asset, ticker.status)
  return closed === null ? null : shut(closed)
}

/** Why a binary market is not watched, or null: no close goes through while it is paused or between two buckets. */
function binaryIdle(target: ConditionalTarget, market: MarketNow): Watching | null {
  const { asset } = target
  const end = bucketEnd(target, market)
  if (end !== null) return end
  const { status, bucket } = market.binary ?? { status: null, bucket: null }
  if (status === null || bucket === null) return paused('Paused: the active binary market is unknown.')
  if (status.paused) return shut('Paused: binary markets are paused.')
  const text = market.binary?.markets.find((one) => one.asset === asset)?.status ?? 'unknown'
  const closed = text === 'paused' || text === 'settled' || text === 'unavailable'
  const between = [status.phase, bucket.phase].some((phase) => phase === 'staging' || phase === 'settled')
  return bucket.asset === null || closed || between ? shut(notTrading(asset)) : null
}

/** What a time exit says before its market's last moment, and after it. */
const MOMENTS: Readonly<
  Record<ConditionalTarget['family'], { readonly left: (seconds: number) => string; readonly late: string }>
> = {
  scalar: {
    left: (seconds) => `${seconds} s left before the final window.`,
    late: 'Late: the final window has started.',
  },
  binary: { left: (seconds) => `${seconds} s left before entries close.`, late: 'Late: entries have closed.' },
  outcome: { left: (seconds) => `${seconds} s left before the expiry.`, late: 'Late: the market has expired.' },
}

/** Why it closes now; null while its time has not come, or is in doubt. One whose time passed unwatched closes late, and the text says so. */
export const timeText = (exit: StoredConditional, market: MarketNow): string | null =>
  timeExitBlocker(exit.target, market) === null ? cameText(exit, market) : null

/** Why its time has come by current knowledge, confirmed or not; null while it has not. */
export function cameText({ target, plan }: StoredConditional, market: MarketNow): string | null {
  const seconds = plan.terms.outBefore
  if (seconds === null) return null
  const left = LAST_MOMENTS[target.family](target.end, market) - market.serverTime
  if (left > seconds * 1000) return null
  const moment = MOMENTS[target.family]
  return left < 0 ? moment.late : moment.left(Math.ceil(left / 1000))
}
