/** Market data in main: one WebSocket, the state of the markets, and the data for each window. */

import type { BinaryView } from '../../contract/binary.ts'
import type { Collateral } from '../../contract/collateral.ts'
import type { BookView, BucketView, MarketStatus, ScalarMarket, Ticker, Touch } from '../../contract/market.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { OutcomesView } from '../../contract/outcome.ts'
import type { Quote } from '../../contract/quote.ts'
import type { Cancel, Random } from '../../contract/time.ts'
import type { Secret } from '../secrets/index.ts'
import type { DeploymentProfile, RequestBudget } from '../service/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Families, RestingOrder } from './assets/index.ts'
import {
  Connection,
  ConnectionTopic,
  type OpenSocket,
  openWsSocket,
  Subscriptions,
  type UpgradeLimit,
} from './connection/index.ts'
import { MessageDecoder } from './decode/index.ts'
import { MarketData, type MarketDataOptions } from './market-data.ts'
import type { OutcomeFacts, ScalarList } from './markets/index.ts'

/** @param need subscribes to an asset's ticker until the returned function is called. */
export function createHeldAssets(need: (asset: string) => Cancel) {
  const held = new Map<string, Cancel>()
  return {
    /** Holds exactly these. */
    hold(assets: Iterable<string>): void {
      const wanted = new Set(assets)
      for (const asset of wanted) if (!held.has(asset)) held.set(asset, need(asset))
      for (const [asset, release] of held) {
        if (wanted.has(asset)) continue
        held.delete(asset)
        release()
      }
    },
  }
}

interface FeedOptions extends Pick<MarketDataOptions, 'service' | 'clock' | 'log' | 'onTrade' | 'onBucketChange'> {
  readonly profile: Pick<DeploymentProfile, 'baseUrl' | 'wsPath' | 'ping'> &
    Partial<Pick<DeploymentProfile, 'outcomeCollateral'>>
  /** Collateral of outcome markets in the terminal's last run; missing where unknown. */
  readonly lastCollateral?: Collateral | null
  /** The service's rate limit: sockets obey it, and windows show it. */
  readonly limit: UpgradeLimit & Pick<RequestBudget, 'view' | 'onChange'>
  readonly random: Random
  /** The current access token, null without one; read at each turn, and the connection follows it. */
  readonly token: () => Secret | null
  /** The families that the deployment is known to offer; read at each turn. Binary and outcome markets are read only if offered. */
  readonly families: () => Families
  readonly openSocket?: OpenSocket
  /** The connection is back after it was lost: missed events must be read. */
  readonly onReconnect?: () => void
}

export type Feed = ReturnType<typeof createFeed>

const TICK = 250
/** More than any service sends per side. */
const MAX_LEVELS = 4096

/** Builds the feed of one deployment; nothing happens before `start`. */
export function createFeed(options: FeedOptions) {
  const { profile, service, limit, clock, random, log, token, families, onTrade, onBucketChange, onReconnect } = options
  let ticking: Cancel | null = null
  let wasLive = false
  let opened = false
  /** As of the last turn. */
  let offered: Families = { scalar: false, binary: false, outcomes: false }

  const connection = new Connection({
    url: `${profile.baseUrl.replace(/^http/, 'ws')}${profile.wsPath}`,
    token,
    limit,
    ping: profile.ping,
    openSocket: options.openSocket ?? openWsSocket,
    clock,
    random,
    log,
    onMessage(bytes) {
      topic.rate.count()
      return decoder.take(bytes)
    },
    onState(state) {
      if (state === 'live') {
        subscriptions.opened()
        markets.opened()
        if (opened) onReconnect?.()
        opened = true
      } else if (wasLive) {
        subscriptions.closed()
        markets.closed()
      }
      wasLive = state === 'live'
      topic.changed()
    },
  })
  const subscriptions = new Subscriptions({ clock, log, send: (text) => connection.send(text) })
  const topic = new ConnectionTopic({
    clock,
    connection,
    clockOffset: () => markets.offset.offset,
    trouble: () => subscriptions.reason ?? markets.assets.fault,
    limit: () => limit.view(),
  })
  limit.onChange(() => topic.limitChanged())
  const markets = new MarketData({
    service,
    clock,
    log,
    subscriptions,
    families: () => offered,
    collateral: { ofProfile: profile.outcomeCollateral ?? null, before: options.lastCollateral ?? null },
    connectionStale: () => topic.stale,
    onTrade,
    onBucketChange,
    onFrozen: (asset) => connection.renew(`The feed is behind the venue in ${asset}.`),
  })
  const decoder = new MessageDecoder(
    {
      bookBytes: (books, bytes) => markets.assets.bookBytes(books, bytes),
      bookJson: (coin, data) => markets.assets.bookJson(coin, data),
      trades: (asset, trades) => markets.assets.trades(asset, trades),
      context: (patch) => markets.assets.context(patch),
      pong: () => connection.pong(),
      acknowledged: (data) => subscriptions.acknowledged(data),
      failed: (data) => subscriptions.failed(data),
    },
    markets.badData,
  )

  const source: TopicSource = markets
  const sources: readonly TopicSource[] = [topic.source, source]

  /** Its ticker and the best prices of its book, for callers that need both. */
  const holdPrices = (asset: string, keepsMs?: number): Cancel => {
    const holds = (['ticker', 'book'] as const).map((kind) => markets.assets.hold(asset, kind, keepsMs))
    return () => {
      for (const release of holds) release()
    }
  }

  const start = (): void => {
    offered = families()
    ticking ??= clock.every(TICK, () => {
      offered = families()
      connection.followToken()
      topic.tick()
      markets.tick()
    })
    connection.start()
    markets.start()
  }
  const halt = (reason: string): void => {
    markets.stop()
    connection.stop(reason)
    markets.tick()
    ticking?.()
    ticking = null
  }

  return {
    /** Connects and starts reading; returns at once. */
    start,
    /** Closes until `start` is called again. */
    stop: (): void => halt(COMMON.terminalCloses),
    /** The machine goes to sleep: marks everything as stale. */
    suspend: (): void => halt('This computer is asleep.'),
    /** The machine is back: connects, reads snapshots, reads the bucket. */
    resume: start,
    /** The service answered 404, 409 or 423 to a request: the state of every family's markets is read again at once. */
    refreshMarkets: (): void => markets.refresh(),
    /** Replaces the trader's resting orders, for every asset. */
    setOwnOrders: (orders: readonly RestingOrder[]): void => markets.assets.setOwn(orders),
    /** Server time minus local time, ms; 0 until measured. */
    clockOffset: (): number => markets.offset.offset ?? 0,
    /** The last reported service time, and the monotonic time of that report; null before the first one. */
    timeReported: (): { readonly time: number; readonly at: number } | null => markets.offset.newest,
    /** Whether the service's time is confirmed: two answers some seconds apart agree, and no later one contradicts them. */
    isClockConfirmed: (): boolean => markets.isClockConfirmed,
    /** As `measuredOffset`; null while unconfirmed: for permanent ends that depend on the time. */
    confirmedOffset: (): number | null => (markets.isClockConfirmed ? markets.offset.known : null),
    /** Server time minus local time, ms; null until measured, and 0 where the service was read and reports no time. */
    measuredOffset: (): number | null => markets.offset.known,
    /** Current facts about the markets; null for what is unknown. */
    market: (asset: string): ScalarMarket | null => markets.scalar.market(asset),
    /** The list of scalar markets as last read. */
    scalarList: (): ScalarList => markets.scalar.list,
    /** Fires when that list was read, or could not be. */
    onScalarRead: markets.onScalarRead,
    /** The status that an asset's ticker shows; null without one. */
    status: (asset: string): MarketStatus | null => markets.assets.status(asset),
    ticker: (asset: string): Ticker | null => markets.view({ kind: 'ticker', asset }) ?? null,
    /** The complete book of a subscribed asset; null before there is one. */
    depth: (asset: string): Pick<BookView, 'bids' | 'asks' | 'stale'> | null =>
      markets.view({ kind: 'book', asset, step: null, levels: MAX_LEVELS }) ?? null,
    /** Whether the visible prices of an asset are out of date: its ticker, or its book where that is watched; unread data counts as out of date. */
    isOutOfDate: (asset: string): boolean => markets.assets.isOutOfDate(asset),
    bucket: (): BucketView | null => markets.view({ kind: 'bucket' }) ?? null,
    /** The state of the binary markets as last read; null before the first read. Up to a minute old while nobody watches it. */
    binary: (): Pick<BinaryView, 'markets' | 'status' | 'bucket' | 'receivedAt'> | null => markets.binary.facts,
    /** The outcome market and side of a coin; null where the service has not listed it. */
    outcome: (coin: string): OutcomeFacts | null => markets.outcomes.outcome(coin),
    /** The families as of the last turn, at most a quarter of a second ago. */
    families: (): Families => offered,
    /** Subscribes to data of an asset for main itself, until the returned function is called. */
    need: (asset: string, kind: 'ticker' | 'book' | 'trades' = 'ticker'): Cancel => markets.assets.hold(asset, kind),
    /** The best prices of its book, while that is subscribed. */
    touch: (asset: string): Touch | null => markets.assets.touch(asset),
    /** Like `need`, with the best prices of the book. */
    needPrices: (asset: string): Cancel => holdPrices(asset),
    /** A list row's quote of a subscribed asset; null before any data. */
    quote: (asset: string): Quote | null => markets.assets.quote(asset),
    /** Subscribes to the data of a quote until the returned function is called, and for `keepsMs` after. */
    holdQuote: holdPrices,
    /** Current topics `binary` and `outcomes`, even before any read. */
    binaryView: (): BinaryView => markets.binary.view(),
    outcomesView: (): OutcomesView => markets.outcomes.view(),
    /** Collateral of outcome markets: from the deployment's settings, else from their metadata; it may change when they are read. */
    outcomeCollateral: (): Collateral => markets.outcomes.collateral,
    /** The source of all those topics but `connection`. */
    markets: source,
    /** Sources of the topics `connection`, `bucket`, `settlements`, `binary`, `outcomes`, `ticker`, `trades` and `book`. */
    sources,
  }
}
