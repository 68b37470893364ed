/** Data sources of the feed: each market family with its own channels. */
import type { BinaryCore, BinaryEvent } from '../binary/index.ts'
import type { VenueCore, VenueEvent } from '../core/index.ts'
import type { BookInfo, PublicTradeInfo } from '../market/index.ts'
import type { OutcomeCore } from '../outcomes/index.ts'
import { type ChannelKind, encode, OUTCOME_CHANNELS, SCALAR_CHANNELS } from './messages.ts'

/** An event of a family; a null context means every coin. */
export type SourceEvent =
  | { kind: 'book'; coin: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  | { kind: 'context'; coin: string | null }

/** One market family. */
export interface FeedSource {
  /** The family's channel names of the three kinds of data. */
  channels: Record<ChannelKind, string>
  coins(): readonly string[]
  book(coin: string): BookInfo
  recentTrades(coin: string, limit: number): PublicTradeInfo[]
  /** The data of the context message of a coin. */
  context(coin: string): object
  on(listener: (event: SourceEvent) => void): () => void
}

export interface SourceOptions {
  core: VenueCore
  /** Whether the scalar and the binary family are shown. */
  scalar: boolean
  binary: boolean
  /** The outcome markets, null when the deployment has none. */
  outcomes: OutcomeCore | null
  /** Levels per side in a book message. */
  bookLevels: number
  /** Whether the oracle's marks are withheld. */
  marksHeldBack: () => boolean
}

/** The families that a deployment shows. */
export const feedSources = ({
  core,
  scalar,
  binary,
  outcomes,
  bookLevels,
  marksHeldBack,
}: SourceOptions): FeedSource[] => [
  ...(scalar ? [withoutContexts(scalarSource(core, bookLevels), marksHeldBack)] : []),
  ...(binary ? [withoutContexts(binarySource(core, bookLevels), marksHeldBack)] : []),
  ...(outcomes === null ? [] : [outcomeSource(core, outcomes, bookLevels)]),
]

/** The source without the contexts it sends while they are withheld. */
const withoutContexts = (source: FeedSource, heldBack: () => boolean): FeedSource => ({
  ...source,
  on: (listener) =>
    source.on((event) => {
      if (event.kind !== 'context' || !heldBack()) listener(event)
    }),
})

const scalarSource = (core: VenueCore, bookLevels: number): FeedSource =>
  bucketSource(core, bookLevels, (coin) => scalarContext(core.ticker(coin), core.bucket().current?.asset === coin))

const binarySource = ({ binary }: VenueCore, bookLevels: number): FeedSource =>
  bucketSource(binary, bookLevels, (coin) => binaryContext(binary.ticker(coin), binary.status().active_asset === coin))

/** The source of a family that trades in buckets. */
function bucketSource(
  family: VenueCore | BinaryCore,
  bookLevels: number,
  context: (coin: string) => object,
): FeedSource {
  const coins = family.markets().map(({ asset }) => asset)
  return {
    channels: SCALAR_CHANNELS,
    coins: () => coins,
    book: (coin) => family.book(coin, bookLevels),
    recentTrades: (coin, limit) => family.recentTrades(coin, limit),
    context,
    on: (listener) =>
      family.on((event: VenueEvent | BinaryEvent) => {
        if (event.kind === 'book' || event.kind === 'context') listener({ kind: event.kind, coin: event.asset })
        else if (event.kind === 'trade') listener(event)
        else if (event.kind === 'bucket') listener({ kind: 'context', coin: null })
      }),
  }
}

function outcomeSource(core: VenueCore, outcomes: OutcomeCore, bookLevels: number): FeedSource {
  const readCoins = () => outcomes.meta().flatMap(({ sides }) => sides.map(({ coin }) => coin))
  let coins = readCoins()
  let prices = outcomes.prices()
  return {
    channels: OUTCOME_CHANNELS,
    coins: () => coins,
    book: (coin) => outcomes.book(coin, bookLevels),
    recentTrades: (coin, limit) => outcomes.recentTrades(coin, limit),
    context: (coin) => ({ time: core.now(), prices: { [coin]: prices[coin] ?? null } }),
    on: (listener) =>
      outcomes.on((event) => {
        if (event.kind === 'book' || event.kind === 'trade') {
          listener(event)
          return
        }
        if (event.kind === 'markets') coins = readCoins()
        const before = prices
        prices = outcomes.prices()
        for (const coin of coins) if (prices[coin] !== before[coin]) listener({ kind: 'context', coin })
      }),
  }
}

/** The context of a scalar asset; one that is not live has the upstream's delisted flag. */
const scalarContext = (ticker: ReturnType<VenueCore['ticker']>, isLive: boolean): object => ({
  coin: ticker.asset,
  ctx: {
    markPx: ticker.mark,
    oraclePx: ticker.oracle,
    midPx: ticker.mid,
    openInterest: ticker.open_interest,
    dayNtlVlm: ticker.volume_24h,
    prevDayPx: ticker.prev_day,
    status: ticker.status,
    isDelisted: !isLive,
    time: ticker.time,
  },
})

const binaryContext = (ticker: ReturnType<BinaryCore['ticker']>, isLive: boolean): object => ({
  coin: ticker.asset,
  ctx: {
    markPx: ticker.mark,
    midPx: ticker.mid,
    openInterest: ticker.open_interest,
    status: ticker.status,
    isDelisted: !isLive,
    time: ticker.time,
  },
})

/** A context message of one coin. */
export const contextOf = (source: FeedSource, coin: string): Buffer =>
  encode(source.channels.context, source.context(coin))
