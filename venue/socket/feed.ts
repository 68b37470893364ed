/** Publishes market data to subscribed connections: books at most every 50 ms per coin, trades and contexts in batches. */
import type { PublicTradeInfo } from '../market/index.ts'
import type { Connection, Topic } from './connection.ts'
import { bookMessage, type ClientMessage, encode, errorMessage, PONG, readMessage, tradesMessage } from './messages.ts'
import { contextOf, type FeedSource, type SourceEvent } from './sources.ts'

/** Minimum time between two books of a coin, ms (docs/service/limits.md#rates). */
const BOOK_INTERVAL = 50
/** Number of trades sent to a new subscriber. */
const TRADES_FIRST = 50

export interface FeedOptions {
  /** The market families; no coin belongs to two of them. */
  sources: readonly FeedSource[]
  /** Real time in ms. */
  realNow: () => number
  /** Calls back once after `ms`; the result cancels. */
  after: (ms: number, run: () => void) => () => void
}

/** The feed of one venue. */
export class Feed {
  readonly #options: FeedOptions
  readonly #connections = new Set<Connection>()
  readonly #subscribers = new Map<Topic, Set<Connection>>()
  readonly #stopListening: (() => void)[]
  readonly #bookTimers = new Map<string, () => void>()
  readonly #lastBook = new Map<string, number>()
  readonly #newTrades = new Map<string, PublicTradeInfo[]>()
  readonly #newContexts = new Set<string>()
  #batchTimer: (() => void) | null = null
  #frozen = false
  #halfOpen = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#stopListening = options.sources.map((source) => source.on((event) => this.#onEvent(source, event)))
  }

  get connections(): number {
    return this.#connections.size
  }

  add(connection: Connection): void {
    this.#connections.add(connection)
    connection.setHalfOpen(this.#halfOpen)
  }

  remove(connection: Connection): void {
    this.#connections.delete(connection)
    for (const topic of connection.topics) this.#subscribers.get(topic)?.delete(connection)
  }

  /** Handles a client message. */
  onMessage(connection: Connection, text: string): void {
    const verdict = connection.limit.take(this.#options.realNow())
    if (verdict === 'close') connection.close(1008, 'too many messages')
    else if (verdict === 'refuse') connection.send(errorMessage('rate_limited', 'Too many messages.'))
    else this.#carryOut(connection, text)
  }

  #carryOut(connection: Connection, text: string): void {
    const message = readMessage(text, {
      channels: new Set(this.#options.sources.flatMap(({ channels }) => Object.values(channels))),
      carries: (channel, coin) => this.#sourceOf(channel, coin) !== undefined,
    })
    if (message.kind === 'ping') connection.send(PONG)
    else if (message.kind === 'bad') connection.send(errorMessage(message.code, message.message))
    else this.#subscribe(connection, message)
  }

  /** While frozen no data is sent; afterwards every subscriber gets the full state. */
  setFrozen(frozen: boolean): void {
    const thawed = this.#frozen && !frozen
    this.#frozen = frozen
    if (!thawed) return
    this.#newTrades.clear()
    this.#newContexts.clear()
    for (const connection of this.#connections) this.#sendFirst(connection, connection.topics)
  }

  /** While half open, no existing or new connection is read or written. */
  setHalfOpen(halfOpen: boolean): void {
    this.#halfOpen = halfOpen
    for (const connection of this.#connections) connection.setHalfOpen(halfOpen)
  }

  sendToAll(message: Buffer): void {
    for (const connection of this.#connections) connection.sendAsIs(message)
  }

  /** Releases the messages held for reordering. */
  releaseHeld(): void {
    for (const connection of this.#connections) connection.releaseHeld()
  }

  cutAll(): void {
    for (const connection of this.#connections) connection.cut()
  }

  /** Closes every connection and stops publishing. */
  close(): void {
    for (const stop of this.#stopListening) stop()
    for (const cancel of this.#bookTimers.values()) cancel()
    this.#batchTimer?.()
    for (const connection of this.#connections) connection.close(1001, 'the venue is closing')
  }

  #subscribe(connection: Connection, message: ClientMessage & { kind: 'subscribe' | 'unsubscribe' }): void {
    const { kind, channels, coins } = message
    const topics = message.topics.map(({ channel, coin }): Topic => `${channel}:${coin}`)
    connection.send(encode('subscriptionResponse', { type: kind, channels, coins }))
    if (kind === 'unsubscribe') {
      for (const topic of topics) {
        connection.topics.delete(topic)
        this.#subscribers.get(topic)?.delete(connection)
      }
      return
    }
    for (const topic of topics) {
      connection.topics.add(topic)
      const subscribers = this.#subscribers.get(topic) ?? new Set()
      this.#subscribers.set(topic, subscribers.add(connection))
    }
    if (!this.#frozen) this.#sendFirst(connection, new Set(topics))
  }

  /** Sends the initial state to a subscriber. */
  #sendFirst(connection: Connection, topics: Iterable<Topic>): void {
    for (const topic of topics) {
      const colon = topic.indexOf(':')
      const [channel, coin] = [topic.slice(0, colon), topic.slice(colon + 1)]
      const source = this.#sourceOf(channel, coin)
      // A coin can be delisted while it is subscribed.
      if (source === undefined) continue
      if (channel === source.channels.book) connection.send(bookMessage(channel, source.book(coin)))
      else if (channel === source.channels.context) connection.send(contextOf(source, coin))
      else {
        // Unbatched trades are among the recent ones: the batch goes to the others first.
        this.#publishTrades(source, coin, connection)
        const trades = source.recentTrades(coin, TRADES_FIRST)
        connection.send(
          tradesMessage(
            channel,
            [...trades].sort((a, b) => a.tid - b.tid),
          ),
        )
      }
    }
  }

  #sourceOf(channel: string, coin: string): FeedSource | undefined {
    return this.#options.sources.find(
      (source) => Object.values(source.channels).includes(channel) && source.coins().includes(coin),
    )
  }

  #onEvent(source: FeedSource, event: SourceEvent): void {
    if (event.kind === 'book') this.#bookChanged(source, event.coin)
    else if (event.kind === 'trade') this.#traded(source, event.trade)
    else if (event.coin !== null) this.#contextChanged(source, event.coin)
    else for (const coin of source.coins()) this.#contextChanged(source, coin)
  }

  #bookChanged(source: FeedSource, coin: string): void {
    const topic: Topic = `${source.channels.book}:${coin}`
    if (this.#bookTimers.has(coin) || !this.#wanted(topic)) return
    const { realNow, after } = this.#options
    const wait = Math.max(0, (this.#lastBook.get(coin) ?? 0) + BOOK_INTERVAL - realNow())
    this.#bookTimers.set(
      coin,
      after(wait, () => {
        this.#bookTimers.delete(coin)
        if (!source.coins().includes(coin)) {
          this.#lastBook.delete(coin)
          return
        }
        this.#lastBook.set(coin, realNow())
        if (this.#frozen || !this.#wanted(topic)) return
        const message = bookMessage(source.channels.book, source.book(coin))
        for (const connection of this.#to(topic)) connection.sendLatest(message)
      }),
    )
  }

  #traded(source: FeedSource, trade: PublicTradeInfo): void {
    if (this.#frozen || !this.#wanted(`${source.channels.trades}:${trade.coin}`)) return
    const batch = this.#newTrades.get(trade.coin)
    if (batch === undefined) this.#newTrades.set(trade.coin, [trade])
    else batch.push(trade)
    this.#batchSoon()
  }

  #contextChanged(source: FeedSource, coin: string): void {
    if (this.#frozen || !this.#wanted(`${source.channels.context}:${coin}`)) return
    this.#newContexts.add(coin)
    this.#batchSoon()
  }

  /** Everything from one market step is sent together. */
  #batchSoon(): void {
    this.#batchTimer ??= this.#options.after(0, () => {
      this.#batchTimer = null
      if (this.#frozen) return
      for (const source of this.#options.sources) {
        for (const coin of source.coins()) {
          if (this.#newTrades.has(coin)) this.#publishTrades(source, coin, null)
          if (this.#newContexts.has(coin)) this.#publishContext(source, coin)
        }
      }
      this.#newTrades.clear()
      this.#newContexts.clear()
    })
  }

  #publishTrades(source: FeedSource, coin: string, except: Connection | null): void {
    const trades = this.#newTrades.get(coin)
    if (trades === undefined) return
    this.#newTrades.delete(coin)
    const message = tradesMessage(source.channels.trades, trades)
    for (const connection of this.#to(`${source.channels.trades}:${coin}`))
      if (connection !== except) connection.send(message)
  }

  #publishContext(source: FeedSource, coin: string): void {
    const message = contextOf(source, coin)
    for (const connection of this.#to(`${source.channels.context}:${coin}`)) connection.send(message)
  }

  #to(topic: Topic): ReadonlySet<Connection> {
    return this.#subscribers.get(topic) ?? NOBODY
  }

  #wanted(topic: Topic): boolean {
    return this.#to(topic).size > 0
  }
}

const NOBODY: ReadonlySet<Connection> = new Set()
