/** Data sources of the feed: each market family with its own channels. */
import type { BinaryCore, BinaryTickerInfo } from '../binary/index.ts'
import type { VenueCore } from '../core/index.ts'
import type { BookInfo, PublicTradeInfo, TickerInfo } from '../market/index.ts'
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

const scalarSource = (
  core: VenueCore,
  bookLevels: number,
  coins = core.markets().map(({ asset }) => asset),
): FeedSource => ({
  channels: SCALAR_CHANNELS,
  coins: () => coins,
  book: (coin) => core.book(coin, bookLevels),
  recentTrades: (coin, limit) => core.recentTrades(coin, limit),
  context: (coin) => scalarContext(core.ticker(coin), core.bucket().current?.asset === coin),
  on: (listener) =>
    core.on((event) => {
      if (event.kind === 'book' || event.kind === 'context') listener({ kind: event.kind, coin: event.asset })
      else if (event.kind === 'trade') listener(event)
      else if (event.kind === 'bucket') listener({ kind: 'context', coin: null })
    }),
})

const binarySource = (
  { binary }: { binary: BinaryCore },
  bookLevels: number,
  coins = binary.markets().map(({ asset }) => asset),
): FeedSource => ({
  channels: SCALAR_CHANNELS,
  coins: () => coins,
  book: (coin) => binary.book(coin, bookLevels),
  recentTrades: (coin, limit) => binary.recentTrades(coin, limit),
  context: (coin) => binaryContext(binary.ticker(coin), binary.status().active_asset === coin),
  on: (listener) =>
    binary.on((event) => {
      if (event.kind === 'book' || event.kind === 'context') listener({ kind: event.kind, coin: event.asset })
      else if (event.kind === 'trade') listener(event)
      else listener({ kind: 'context', coin: null })
    }),
})

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
const scalarContext = (ticker: TickerInfo, isLive: boolean): object => ({
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

const binaryContext = (ticker: BinaryTickerInfo, isLive: boolean): object => ({
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
