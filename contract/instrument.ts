/**
 * What a market ref stands for right now: everything that a panel asks before it draws a market of any family. Main alone makes it, from
 * what the service says, and pushes it as the topics `instrument` and `markets`.
 */

import type { Position } from './account.ts'
import type { BinaryView } from './binary.ts'
import type { Price } from './decimal.ts'
import type { EntryState } from './entry.ts'
import type { BucketView } from './market.ts'
import type { Family, MarketRef, OutcomeRef, RefText } from './market-ref.ts'
import type { OutcomeMarket } from './outcome.ts'
import type { Millis } from './time.ts'

/** Where the life of a market stands; `text` in the field's words, for a head or a table: `Trading`, `Final window`, `Settling`, `Paid Yes`. */
export interface InstrumentPhase {
  readonly word: 'open' | 'final' | 'waiting' | 'settling' | 'paused' | 'over' | 'unknown'
  readonly text: string
}

interface AnyInstrument {
  readonly here: true
  readonly ref: MarketRef
  /** The text form of `ref`. */
  readonly key: RefText
  /** In heads, menus and window titles: `NYCTMP2`, `Above 54.1 °F, Yes`. Of a following ref, the name of what it follows at the moment. */
  readonly title: string
  /** What the title leaves out: the station, the question. */
  readonly subtitle: string | null
  /**
   * The asset or coin that it trades as now: what its book, trades and ticker topics, its orders and positions are called. Null while nothing
   * is behind a following ref.
   */
  readonly asset: string | null
  readonly tick: Price | null
  /** Decimal places of a size; null where the service does not say. */
  readonly sizeDecimals: number | null
  /** What orders it takes now. */
  readonly entry: EntryState
  readonly phase: InstrumentPhase
  /** By the service's clock; null where it is not said. */
  readonly start: Millis | null
  /** From here on no entries are taken, though the market still runs. */
  readonly entriesEnd: Millis | null
  /** The settlement, the end of the bucket, or the expiry. */
  readonly end: Millis | null
  /** When what this is made of was last read, as of when it was told: a read that says the same again is not told. */
  readonly receivedAt: Millis | null
  readonly stale: boolean
}

/** Prices are marks: 500 plus the temperature in °F. */
export interface ScalarInstrument extends AnyInstrument {
  readonly family: 'scalar'
  readonly station: string | null
  readonly maxLeverage: number | null
  /** Length of the averaging window at the bucket's end, ms (TWAP-120). */
  readonly twapWindow: number
}

/** Prices are those of UP, between 0 and 1; DOWN costs what is left to 1. */
export interface BinaryInstrument extends AnyInstrument {
  readonly family: 'binary'
  /** The mark that decides between UP and DOWN: the price to beat. */
  readonly midpoint: Price | null
  /** The scalar asset whose mark decides, null while none is live. */
  readonly decidedBy: string | null
}

/** Prices are probabilities; a share pays 1 USDH or 0. */
export interface OutcomeInstrument extends AnyInstrument {
  readonly family: 'outcome'
  readonly outcomeId: number
  readonly side: number
  /** `Yes` */
  readonly sideName: string
  /** The market without its side: `Above 54.1 °F`. */
  readonly name: string
  /** The other side, where there are two. */
  readonly otherSide: { readonly ref: OutcomeRef; readonly name: string; readonly coin: string } | null
  /** The first question that it answers. */
  readonly question: { readonly id: number; readonly title: string; readonly several: boolean } | null
  /** Index of the side that was paid out; null before that, and where the service does not say. */
  readonly winner: number | null
}

export type Instrument = ScalarInstrument | BinaryInstrument | OutcomeInstrument

/** A ref that this deployment knows nothing of. */
export interface NotHere {
  readonly here: false
  readonly ref: MarketRef
  readonly key: RefText
  /** What is missing: `outcome 3601`, `binary NYCBIN9`, `scalar markets`. */
  readonly title: string
  /** Why, as a sentence. */
  readonly reason: string
}

/** The `instrument` topic. */
export type InstrumentView = Instrument | NotHere

/** The instrument of a family that a view is of; null where it is of another, is not here or is not told yet. */
export const instrumentOf = <F extends Family>(
  view: InstrumentView | undefined | null,
  family: F,
): Extract<Instrument, { readonly family: F }> | null =>
  view?.here === true && view.family === family ? (view as Extract<Instrument, { readonly family: F }>) : null

/**
 * The title with the question that it answers, where that has several outcomes: `44 °F` is one of each day's. For whoever sees nothing beside
 * it: `44 °F, Yes · New York high on 4 March`.
 */
export const fullTitleOf = (view: InstrumentView): string =>
  view.here && view.family === 'outcome' && view.subtitle !== null ? `${view.title} · ${view.subtitle}` : view.title

/** The `markets` topic: every market of the deployment by its own ref, those that are over too; scalar first, then binary, then outcomes. */
export interface MarketsView {
  readonly instruments: readonly Instrument[]
  /** Families whose markets have not been read yet. */
  readonly waiting: readonly Family[]
  /** Families that could not be read, with the service's words. */
  readonly errors: readonly { readonly family: Family; readonly message: string }[]
}

/** What `readMarketList` answers. */
export interface MarketChanges extends MarketsView {
  /** To ask for what is newer the next time; it is what the `market_list` topic says. */
  readonly version: number
  /** Whether `instruments` are all there are, rather than those that changed. */
  readonly whole: boolean
  /** Of all markets, in their order; null where they are those of the version that was asked for. */
  readonly keys: readonly RefText[] | null
}

/** What is known of markets; null is what has not been received. */
interface Markets {
  bucket(): Pick<BucketView, 'current'> | null
  binary(): Pick<BinaryView, 'bucket'> | null
  outcome(coin: string): { readonly market: Pick<OutcomeMarket, 'expiry'> } | null
}

/** When the market of an asset ends, the service's time; null where that is not known. */
export function marketEnd({ asset, family }: Pick<Position, 'asset' | 'family'>, markets: Markets): Millis | null {
  if (family === 'outcome') return markets.outcome(asset)?.market.expiry ?? null
  const bucket = family === 'scalar' ? markets.bucket()?.current : markets.binary()?.bucket
  return bucket == null || bucket.asset !== asset ? null : bucket.end
}
