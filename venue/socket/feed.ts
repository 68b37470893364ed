/** Publishes market data to the connections that asked for it: books at most every 50 ms a coin, trades and contexts in batches. */
import type { PublicTradeInfo, VenueCore, VenueEvent } from '../core/interface.ts'
import type { Connection, Topic } from './connection.ts'
import {
  bookMessage,
  type Channel,
  type ClientMessage,
  contextMessage,
  encode,
  errorMessage,
  PONG,
  readMessage,
  tradesMessage,
} from './messages.ts'

/** Least time between two books of a coin, ms (wire.md, "WebSocket"). */
const BOOK_INTERVAL = 50
/** Trades that a new subscriber gets first. */
const TRADES_FIRST = 50

export interface FeedOptions {
  core: VenueCore
  /** Levels a side in a book message. */
  bookLevels: number
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
  readonly #stopListening: () => void
  readonly #bookTimers = new Map<string, () => void>()
  readonly #lastBook = new Map<string, number>()
  readonly #newTrades = new Map<string, PublicTradeInfo[]>()
  readonly #newContexts = new Set<string>()
  #batchTimer: (() => void) | null = null
  #frozen = false
  #halfOpen = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#stopListening = options.core.on((event) => this.#onEvent(event))
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

  /** What a client sent. */
  onMessage(connection: Connection, text: string): void {
    const verdict = connection.limit.take(this.#options.realNow())
    if (verdict === 'close') connection.close(1008, 'too many messages')
    else if (verdict === 'refuse') connection.send(errorMessage('rate_limited', 'Too many messages.'))
    else this.#carryOut(connection, text)
  }

  #carryOut(connection: Connection, text: string): void {
    const coins = new Set(this.#options.core.markets().map(({ asset }) => asset))
    const message = readMessage(text, coins)
    if (message.kind === 'ping') connection.send(PONG)
    else if (message.kind === 'bad') connection.send(errorMessage(message.code, message.message))
    else this.#subscribe(connection, message)
  }

  /** While frozen no data goes out; afterwards every subscriber gets a fresh start. */
  setFrozen(frozen: boolean): void {
    const thawed = this.#frozen && !frozen
    this.#frozen = frozen
    if (!thawed) return
    this.#newTrades.clear()
    this.#newContexts.clear()
    for (const connection of this.#connections) this.#sendFirst(connection, connection.topics)
  }

  /** While half open, no connection, present or new, is read or written. */
  setHalfOpen(halfOpen: boolean): void {
    this.#halfOpen = halfOpen
    for (const connection of this.#connections) connection.setHalfOpen(halfOpen)
  }

  /** Sends one message to every connection. */
  sendToAll(message: Buffer): void {
    for (const connection of this.#connections) connection.sendAsIs(message)
  }

  /** Lets go of the messages that waited to be overtaken. */
  releaseHeld(): void {
    for (const connection of this.#connections) connection.releaseHeld()
  }

  /** Cuts every connection. */
  cutAll(): void {
    for (const connection of this.#connections) connection.cut()
  }

  /** Says goodbye to every connection and stops publishing. */
  close(): void {
    this.#stopListening()
    for (const cancel of this.#bookTimers.values()) cancel()
    this.#batchTimer?.()
    for (const connection of this.#connections) connection.close(1001, 'the venue is closing')
  }

  #subscribe(connection: Connection, message: ClientMessage & { kind: 'subscribe' | 'unsubscribe' }): void {
    const { kind, channels, coins } = message
    connection.send(encode('subscriptionResponse', { type: kind, channels, coins }))
    const topics = channels.flatMap((channel) => coins.map((coin): Topic => `${channel}:${coin}`))
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

  /** The state that a subscriber starts from. */
  #sendFirst(connection: Connection, topics: Iterable<Topic>): void {
    for (const topic of topics) {
      const [channel, coin] = topic.split(':') as [Channel, string]
      if (channel === 'book') connection.send(this.#book(coin))
      else if (channel === 'activeAssetCtx') connection.send(this.#context(coin))
      else {
        // Trades not yet batched are among the recent ones: the batch goes first, to the others.
        this.#publishTrades(coin, connection)
        const trades = this.#options.core.recentTrades(coin, TRADES_FIRST)
        connection.send(tradesMessage([...trades].sort((a, b) => a.tid - b.tid)))
      }
    }
  }

  #onEvent(event: VenueEvent): void {
    if (event.kind === 'book') this.#bookChanged(event.asset)
    else if (event.kind === 'trade') this.#traded(event.trade)
    else if (event.kind === 'context') this.#contextChanged(event.asset)
    else if (event.kind === 'bucket') for (const { asset } of this.#options.core.markets()) this.#contextChanged(asset)
  }

  #bookChanged(coin: string): void {
    if (this.#bookTimers.has(coin) || !this.#wanted(`book:${coin}`)) return
    const { realNow, after } = this.#options
    const wait = Math.max(0, (this.#lastBook.get(coin) ?? 0) + BOOK_INTERVAL - realNow())
    this.#bookTimers.set(
      coin,
      after(wait, () => {
        this.#bookTimers.delete(coin)
        this.#lastBook.set(coin, realNow())
        if (this.#frozen || !this.#wanted(`book:${coin}`)) return
        const message = this.#book(coin)
        for (const connection of this.#to(`book:${coin}`)) connection.sendLatest(message)
      }),
    )
  }

  #traded(trade: PublicTradeInfo): void {
    if (this.#frozen || !this.#wanted(`trades:${trade.coin}`)) return
    const batch = this.#newTrades.get(trade.coin)
    if (batch === undefined) this.#newTrades.set(trade.coin, [trade])
    else batch.push(trade)
    this.#batchSoon()
  }

  #contextChanged(coin: string): void {
    if (this.#frozen || !this.#wanted(`activeAssetCtx:${coin}`)) return
    this.#newContexts.add(coin)
    this.#batchSoon()
  }

  /** Everything that one step of the markets brought goes out together. */
  #batchSoon(): void {
    this.#batchTimer ??= this.#options.after(0, () => {
      this.#batchTimer = null
      if (this.#frozen) return
      for (const coin of [...this.#newTrades.keys()]) this.#publishTrades(coin, null)
      for (const coin of this.#newContexts) {
        const message = this.#context(coin)
        for (const connection of this.#to(`activeAssetCtx:${coin}`)) connection.send(message)
      }
      this.#newContexts.clear()
    })
  }

  #publishTrades(coin: string, except: Connection | null): void {
    const trades = this.#newTrades.get(coin)
    if (trades === undefined) return
    this.#newTrades.delete(coin)
    const message = tradesMessage(trades)
    for (const connection of this.#to(`trades:${coin}`)) if (connection !== except) connection.send(message)
  }

  #book(coin: string): Buffer {
    return bookMessage(this.#options.core.book(coin, this.#options.bookLevels))
  }

  #context(coin: string): Buffer {
    const { core } = this.#options
    return contextMessage(core.ticker(coin), core.bucket().current?.asset === coin)
  }

  #to(topic: Topic): ReadonlySet<Connection> {
    return this.#subscribers.get(topic) ?? NOBODY
  }

  #wanted(topic: Topic): boolean {
    return this.#to(topic).size > 0
  }
}

const NOBODY: ReadonlySet<Connection> = new Set()
