/**
 * The instrument behind a market ref right now: everything a panel needs to draw a market of any family. Only main builds it, from service data, and
 * publishes it as the topics `instrument` and `markets`.
 */

import type { Position } from './account.ts'
import type { BinaryView } from './binary.ts'
import type { Price } from './decimal.ts'
import type { EntryState } from './entry.ts'
import type { BucketView } from './market.ts'
import type { Family, MarketRef, OutcomeRef, RefText } from './market-ref.ts'
import type { OutcomeMarket } from './outcome.ts'
import type { Millis } from './time.ts'

/** Lifecycle phase of the market; `text` is for a header or table: `Trading`, `Final window`, `Settling`, `Paid Yes`. */
export interface InstrumentPhase {
  readonly state: 'open' | 'final' | 'waiting' | 'settling' | 'paused' | 'over' | 'unknown'
  readonly text: string
}

interface AnyInstrument {
  readonly here: true
  readonly ref: MarketRef
  /** The text form of `ref`. */
  readonly key: RefText
  /** For headers, menus and window titles: `NYCTMP2`, `Above 54.1 °F, Yes`. For a following ref, the name of the market it follows now. */
  readonly title: string
  /** Details that the title omits: the station, the question. */
  readonly subtitle: string | null
  /**
   * The asset or coin it trades as now, which names its book, trades and ticker topics, its orders and positions. Null while a following ref has no
   * market.
   */
  readonly asset: string | null
  readonly tick: Price | null
  /** Decimal places of a size; null when the service omits it. */
  readonly sizeDecimals: number | null
  /** Which orders it accepts now. */
  readonly entry: EntryState
  readonly phase: InstrumentPhase
  /** By the service's clock; null when unknown. */
  readonly start: Millis | null
  /** From then on no entries are accepted, though the market still runs. */
  readonly entriesEnd: Millis | null
  /** Settlement, end of the bucket, or expiry. */
  readonly end: Millis | null
  /** When its data was last read, at the time of publishing: a read without changes is not published. */
  readonly receivedAt: Millis | null
  readonly stale: boolean
}

/** Prices are marks: 500 plus the temperature in °F. */
export interface ScalarInstrument extends AnyInstrument {
  readonly family: 'scalar'
  readonly station: string | null
  readonly maxLeverage: number | null
  /** Length of the averaging window at the end of the bucket, ms (TWAP-120). */
  readonly twapWindow: number
}

/** Prices are those of UP, between 0 and 1; DOWN costs 1 minus that. */
export interface BinaryInstrument extends AnyInstrument {
  readonly family: 'binary'
  /** Mark that decides between UP and DOWN: the price to beat. */
  readonly midpoint: Price | null
  /** The scalar asset whose mark decides; null while none is live. */
  readonly decidedBy: string | null
}

/** Prices are probabilities; a share pays 1 USDH or 0. */
export interface OutcomeInstrument extends AnyInstrument {
  readonly family: 'outcome'
  readonly outcomeId: number
  readonly side: number
  /** Example: `Yes`. */
  readonly sideName: string
  /** The market without its side: `Above 54.1 °F`. */
  readonly name: string
  /** The other side, if there are two. */
  readonly otherSide: { readonly ref: OutcomeRef; readonly name: string; readonly coin: string } | null
  /** The first question that it answers. */
  readonly question: { readonly id: number; readonly title: string; readonly several: boolean } | null
  /** Index of the winning side; null before the payout, and when the service omits it. */
  readonly winner: number | null
}

export type Instrument = ScalarInstrument | BinaryInstrument | OutcomeInstrument

/** A ref unknown to this deployment. */
export interface NotHere {
  readonly here: false
  readonly ref: MarketRef
  readonly key: RefText
  /** The missing market: `outcome 3601`, `binary NYCBIN9`, `scalar markets`. */
  readonly title: string
  /** Why, as a sentence. */
  readonly reason: string
}

/** The `instrument` topic. */
export type InstrumentView = Instrument | NotHere

/** The instrument if it is of this family; null when it is of another, not available or not published yet. */
export const instrumentOf = <F extends Family>(
  view: InstrumentView | undefined | null,
  family: F,
): Extract<Instrument, { readonly family: F }> | null =>
  view?.here === true && view.family === family ? (view as Extract<Instrument, { readonly family: F }>) : null

/**
 * The title with its question when that has several outcomes, because `44 °F` exists for every day. For use without context: `44 °F, Yes · New York
 * high on 4 March`.
 */
export const fullTitleOf = (view: InstrumentView): string =>
  view.here && view.family === 'outcome' && view.subtitle !== null ? `${view.title} · ${view.subtitle}` : view.title

/** The `markets` topic: every market of the deployment by its own ref, including ended ones; scalar first, then binary, then outcomes. */
export interface MarketsView {
  readonly instruments: readonly Instrument[]
  /** Families whose markets have not been read yet. */
  readonly waiting: readonly Family[]
  /** Families that could not be read, with the service's message. */
  readonly errors: readonly { readonly family: Family; readonly message: string }[]
}

/** Result of `readMarketList`. */
export interface MarketChanges extends MarketsView {
  /** Pass it to the next read to get newer changes; the `market_list` topic publishes it. */
  readonly version: number
  /** Whether `instruments` is the complete list rather than the changed ones. */
  readonly whole: boolean
  /** Refs of all markets, in order; null when unchanged since the version asked for. */
  readonly keys: readonly RefText[] | null
}

/** Known markets; null is what has not been received. */
interface Markets {
  bucket(): Pick<BucketView, 'current'> | null
  binary(): Pick<BinaryView, 'bucket'> | null
  outcome(coin: string): { readonly market: Pick<OutcomeMarket, 'expiry'> } | null
}

/** End of an asset's market, service time; null when unknown. */
export const marketEnd = ({ asset, family }: Pick<Position, 'asset' | 'family'>, markets: Markets): Millis | null =>
  ENDS[family](asset, markets)

const ENDS: { readonly [F in Family]: (asset: string, markets: Markets) => Millis | null } = {
  scalar: (asset, markets) => bucketEnd(asset, markets.bucket()?.current),
  binary: (asset, markets) => bucketEnd(asset, markets.binary()?.bucket),
  outcome: (asset, markets) => markets.outcome(asset)?.market.expiry ?? null,
}

const bucketEnd = (
  asset: string,
  bucket: { readonly asset: string | null; readonly end: Millis | null } | null | undefined,
): Millis | null => (bucket == null || bucket.asset !== asset ? null : bucket.end)
