/** Inputs and result of checking an alert, and when a price has crossed a level. Pure; the caller writes memory and firing together. */

import type { CrossingDirection } from '../../contract/alert.ts'
import type { BinaryView } from '../../contract/binary.ts'
import type { CalendarEvent } from '../../contract/calendar.ts'
import { compare, type Decimal, type Price } from '../../contract/decimal.ts'
import type { BucketView, Ticker } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Millis } from '../../contract/time.ts'
import type { StationView } from '../../contract/weather/index.ts'
import type { OutcomeFacts } from '../feed/index.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'

/** A mark older than this is not acted on, ms: a quiet one is read again every 5 s, and an answer may take a while. */
const OLDEST_MARK = 8_000

/** Facts about markets priced as probabilities. */
export interface ProbabilityFacts {
  /** Age of data received for an asset at a given time, ms, independent of the machine's clock. */
  readonly ageOf: (asset: string, receivedAt: Millis) => number
  readonly ticker: (asset: string) => Ticker | null
  readonly outcome: (coin: string) => OutcomeFacts | null
  readonly binary: () => Pick<BinaryView, 'markets' | 'status' | 'bucket'> | null
}

interface ProbabilitySeen {
  readonly price: Price
  /** Display name of the priced market. */
  readonly name: string
  /** A new round is a new question: prices of two rounds never form a crossing. Null where there is only one. */
  readonly round: string | null
}

/** The question where it has several outcomes, then the market and its side: `Record high: 51 °F, Yes`. */
function outcomeName({ market, side }: OutcomeFacts): string {
  const question = market.questions.find(({ several }) => several)
  return `${question === undefined ? '' : `${question.title}: `}${market.name}, ${side.name}`
}

/** Display name of a probability alert's asset; the asset itself where nothing is known of it. */
export function nameOf(asset: string, { outcome }: Pick<ProbabilityFacts, 'outcome'>): string {
  const facts = outcome(asset)
  if (facts !== null) return outcomeName(facts)
  return isCoin(asset) ? asset : `${asset} UP`
}

/** A price that may be acted on; null while it is stale, ended, or not its turn. */
export function probabilityOf(asset: string, facts: ProbabilityFacts): ProbabilitySeen | null {
  const ticker = facts.ticker(asset)
  if (ticker === null || ticker.stale || ticker.mark === null) return null
  const seen = { price: ticker.mark, name: nameOf(asset, facts) }
  if (isCoin(asset)) return trades(asset, facts) ? { ...seen, round: null } : null
  const binary = facts.binary()
  if (binary?.status?.activeAsset !== asset || facts.ageOf(asset, ticker.receivedAt) > OLDEST_MARK) return null
  return { ...seen, round: `${asset}/${binary.bucket?.asset === asset ? binary.bucket.end : ''}` }
}

/** Whether a coin's market has neither expired nor started to settle. */
export function trades(coin: string, { outcome }: Pick<ProbabilityFacts, 'outcome'>): boolean {
  const market = outcome(coin)?.market
  return market !== undefined && !market.expired && !market.settling
}

/** Facts for checking an alert; null when unknown. Stale data counts as unknown. */
export interface AlertFacts extends ProbabilityFacts {
  /** By the machine's clock. */
  readonly now: Millis
  readonly bucket: BucketView | null
  /** When the access token expires; null when there is none or it has no expiry. */
  readonly tokenExpiresAt: () => Millis | null
  /** As last read; empty while nobody is signed in. */
  readonly positions: () => readonly HeldPosition[]
  /** What is known of the station of a scalar asset; null where it has none, or weather is off. */
  readonly weather: (asset: string) => StationView | null
  /** Upcoming settlements, cut-offs and expiries of the positions. */
  readonly events: () => readonly CalendarEvent[]
  /** The service's time, ms. */
  readonly serverNow: number
  /** Of the signed-in trader; empty while nobody is. */
  readonly account: string
}

/** `text` is the message when the alert fires, else null. `memory` is its new memory. */
export interface AlertLook {
  readonly memory: AlertMemory
  readonly text: string | null
  readonly about?: FiringAbout
}

/** The subject of a firing. */
export interface FiringAbout {
  readonly asset: string
  /** It reports the outcome of something that has just sounded for the same asset: it needs no sound of its own. */
  readonly follows: boolean
}

export const NO_MEMORY: AlertMemory = { side: 0, seen: null, fillsUntil: 0, fillsAt: [] }

/** The currently live asset; null while there is none. */
export const liveAsset = (bucket: BucketView | null): string | null =>
  bucket === null || bucket.stale ? null : (bucket.current?.asset ?? null)

/** A ticker with a mark that may be acted on; null while there is none. */
export function freshTicker(
  asset: string | null,
  facts: Pick<AlertFacts, 'ageOf' | 'ticker'>,
): (Ticker & { readonly mark: Price }) | null {
  const ticker = asset === null ? null : facts.ticker(asset)
  if (ticker === null || ticker.stale || facts.ageOf(ticker.asset, ticker.receivedAt) > OLDEST_MARK) return null
  return ticker.mark === null ? null : { ...ticker, mark: ticker.mark }
}

/**
 * Whether a price reached or passed a level since it was last off it. `side` is where it was last seen off the level, 0 when never: the first sight
 * only sets the side. After an upward crossing the price counts as above, so it must come back first.
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
  // Touching the level from the side that was not asked for leaves the price on that side.
  if (direction !== 'either' && direction !== crossed) return { side: at === 0 ? side : at, crossed: null }
  return { side: side < 0 ? 1 : -1, crossed }
}
