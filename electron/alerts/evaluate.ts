/** Whether an alert fires on what is known as of now, and what it remembers of it. Pure; the caller keeps both in one write. */

import type { AlertRule, CrossingDirection } from '../../contract/alert.ts'
import { assertNever } from '../../contract/brand.ts'
import type { CalendarEvent } from '../../contract/calendar/index.ts'
import { compare, type Decimal, type Price, trimZeros } from '../../contract/decimal.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import type { BucketPhase, BucketView, Ticker } from '../../contract/market.ts'
import { bothPrices, degreesOf, priceWords } from '../../contract/price-words.ts'
import type { Millis } from '../../contract/time.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'
import { leftWords } from './left-words.ts'
import { lookAtLiquidations } from './liquidation.ts'
import { lookAtMarketEnds } from './market-end.ts'
import { OLDEST_MARK, type ProbabilityFacts, probabilityOf } from './probability.ts'

/** What may be known at a look; null is what is not. Stale data counts as not known. */
export interface AlertFacts extends ProbabilityFacts {
  /** By the machine's clock. */
  readonly now: Millis
  readonly bucket: BucketView | null
  /** When the access token runs out, null when there is none or it does not say. */
  readonly tokenExpiresAt: () => Millis | null
  /** As they were read last; none while nobody is signed in. */
  readonly positions: () => readonly HeldPosition[]
  /** What settles, cuts off and expires next of what is held. */
  readonly events: () => readonly CalendarEvent[]
  /** The service's time, ms. */
  readonly serverNow: number
  /** Of the trader who is signed in; empty while nobody is. */
  readonly account: string
}

/** `words` is what the alert says when it fires, else null. `memory` is what it has seen from now on. */
export interface AlertLook {
  readonly memory: AlertMemory
  readonly words: string | null
  readonly about?: FiringAbout
}

/** What a firing is about. */
export interface FiringAbout {
  readonly asset: string
  /** It tells what came of something that has sounded a moment ago for the same asset: then it needs no tone of its own. */
  readonly follows: boolean
}

export const NO_MEMORY: AlertMemory = { side: 0, seen: null, fillsUntil: 0, fillsAt: [] }

const PHASE_WORDS: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

/** The asset that a rule is about as of now, null while none is live. */
const assetOf = (asset: string | null, bucket: BucketView | null): string | null =>
  asset ?? (bucket === null || bucket.stale ? null : (bucket.current?.asset ?? null))

/** A ticker with a mark that may be acted on; null while there is none. */
export function freshTicker(
  asset: string | null,
  facts: Pick<AlertFacts, 'ageOf' | 'ticker'>,
): (Ticker & { readonly mark: Price }) | null {
  const ticker = asset === null ? null : facts.ticker(asset)
  if (ticker === null || ticker.stale || facts.ageOf(ticker.asset, ticker.receivedAt) > OLDEST_MARK) return null
  return ticker.mark === null ? null : { ...ticker, mark: ticker.mark }
}

const WAYS = { up: 'rose to', down: 'fell to' } as const

/**
 * Whether a price came to or through a level since it was last off it. `side` is where it was last seen off the level, 0 when never:
 * the first sight only says where it is. After an upward crossing the price counts as above, so that it must come back first.
 */
export function crossing(
  side: AlertMemory['side'],
  price: Decimal,
  level: Decimal,
  direction: CrossingDirection,
): { readonly side: AlertMemory['side']; readonly crossed: 'up' | 'down' | null } {
  const at = compare(price, level)
  if (side === 0 || side === at) return { side: side === 0 ? at : side, crossed: null }
  const crossed = side < 0 ? 'up' : 'down'
  // Touching the level from a side that nobody asked about leaves the price on that side.
  if (direction !== 'either' && direction !== crossed) return { side: at === 0 ? side : at, crossed: null }
  return { side: side < 0 ? 1 : -1, crossed }
}

/** One look at an alert that is on. Fills and ends come another way (`fill-watch.ts`, `order-watch.ts`, `ending-watch.ts`). */
export function lookAt(rule: AlertRule, memory: AlertMemory, facts: AlertFacts): AlertLook {
  const nothing: AlertLook = { memory, words: null }
  const { bucket, now } = facts
  switch (rule.kind) {
    case 'price':
    case 'temperature': {
      const asset = assetOf(rule.asset, bucket)
      const ticker = freshTicker(asset, facts)
      // A mark without a temperature is a probability: nothing that these two are about.
      if (ticker === null || ticker.temperature === null) return nothing
      const { mark } = ticker
      const level = rule.kind === 'price' ? rule.price : markOfFahrenheit(rule.temperature)
      const { side, crossed } = crossing(memory.side, mark, level, rule.direction)
      if (side === memory.side) return nothing
      const what = rule.kind === 'price' ? priceWords(trimZeros(rule.price)) : degreesOf(trimZeros(level))
      const here = `the mark is ${bothPrices(mark)}`
      const words = crossed === null ? null : `${asset} ${WAYS[crossed]} ${what}: ${here}.`
      return { memory: { ...memory, side }, words }
    }
    case 'probability': {
      const seen = probabilityOf(rule.asset, facts)
      if (seen === null) return nothing
      const isSameRound = memory.seen === seen.round
      const { side, crossed } = crossing(isSameRound ? memory.side : 0, seen.price, rule.probability, rule.direction)
      if (side === memory.side && isSameRound) return nothing
      const what = `${seen.name} ${crossed === null ? '' : WAYS[crossed]} ${trimZeros(rule.probability)}`
      return {
        memory: { ...memory, side, seen: seen.round },
        words: crossed === null ? null : `${what}: the price is ${seen.price}.`,
      }
    }
    case 'bucket_close': {
      const current = bucket === null || bucket.stale ? null : bucket.current
      if (bucket === null || current === null) return nothing
      const left = current.end - (now + bucket.clockOffset)
      const key = `${current.asset}/${current.end}`
      if (left <= 0 || left > rule.minutes * 60_000 || memory.seen === key) return nothing
      return { memory: { ...memory, seen: key }, words: `The bucket of ${current.asset} closes in ${leftWords(left)}.` }
    }
    case 'phase': {
      if (bucket === null || bucket.stale) return nothing
      const { phase, current } = bucket
      const key = `${phase}/${current?.asset ?? ''}/${current?.end ?? ''}`
      if (memory.seen === key) return nothing
      const fires = memory.seen !== null && !memory.seen.startsWith(`${phase}/`) && (rule.phase ?? phase) === phase
      const words = `${PHASE_WORDS[phase]}${current === null ? '' : `: ${current.asset}`}.`
      return { memory: { ...memory, seen: key }, words: fires ? words : null }
    }
    case 'token_expiry': {
      const until = facts.tokenExpiresAt()
      if (until === null) return nothing
      const left = until - now
      if (left > rule.minutes * 60_000 || memory.seen === String(until)) return nothing
      const words = left > 0 ? `The access token expires in ${leftWords(left)}.` : 'The access token has expired.'
      return { memory: { ...memory, seen: String(until) }, words }
    }
    case 'liquidation':
      return lookAtLiquidations(rule, memory, {
        positions: facts.positions,
        mark: (asset) => freshTicker(asset, facts)?.mark ?? null,
      })
    case 'market_end': {
      const { positions, events, serverNow, account } = facts
      return lookAtMarketEnds(rule, memory, { positions, events, now: serverNow, account })
    }
    case 'fill':
    case 'order_end':
    case 'position_end':
      return nothing
    default:
      return assertNever(rule, 'alert')
  }
}
