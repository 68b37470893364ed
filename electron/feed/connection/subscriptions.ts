/**
 * The terminal's subscriptions to the feed: counted by channel and coin, sent in batches, and sent again on every connection
 * (docs/service/websocket.md#subscriptions).
 */
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { isDictionary } from '../decode/index.ts'

/** Scalar and binary coins have the first three, sides of outcome markets the others (docs/service/websocket.md#channels). */
export type Channel = 'book' | 'trades' | 'activeAssetCtx' | 'outcomeBook' | 'outcomeTrades' | 'outcomePrices'

/** Ends a subscription; quietly where the service no longer knows the coin and would only complain. */
export type EndWant = (how?: 'quietly') => void

interface SubscriptionsOptions {
  readonly clock: Clock
  readonly log: Log
  /** Sends on the live connection; called only while there is one. */
  readonly send: (text: string) => void
}

interface Want {
  readonly channel: Channel
  readonly coin: string
  count: number
  /** `unsent`, `sent` without an answer so far, `acknowledged`, or `refused` by the service. */
  state: 'unsent' | 'sent' | 'acknowledged' | 'refused'
  /** Number of sends on this connection. */
  tries: number
}

/** Maximum number of coins in one message. */
const BATCH = 50
/** Without an answer for this long, each coin is requested separately once more: one unknown coin may have spoilt its batch. */
const ANSWER_WITHIN = 3000
const RETRY_AFTER_ERROR = 250
const MAX_TRIES = 2

export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #wants = new Map<string, Want>()
  readonly #gone = new Map<string, Want>()
  #live = false
  #reason: string | null = null
  #flush: Cancel | null = null
  #check: Cancel | null = null

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /** The service's last error message; null after a connection without one. */
  get reason(): string | null {
    return this.#reason
  }

  /** Subscribed channels and coins, as `channel:coin`. */
  get wanted(): readonly string[] {
    return [...this.#wants.keys()]
  }

  /** Subscribes until the returned function is called. */
  want(channel: Channel, coin: string): EndWant {
    const key = `${channel}:${coin}`
    let want = this.#wants.get(key)
    if (want === undefined) {
      want = this.#gone.get(key) ?? { channel, coin, count: 0, state: 'unsent', tries: 0 }
      this.#gone.delete(key)
      this.#wants.set(key, want)
      this.#flushSoon()
    }
    want.count += 1
    const held = want
    let released = false
    return (how) => {
      if (released) return
      released = true
      held.count -= 1
      if (held.count > 0) return
      this.#wants.delete(key)
      if (held.state !== 'unsent' && how !== 'quietly') {
        this.#gone.set(key, held)
        this.#flushSoon()
      }
    }
  }

  /** A connection opened: sends all subscriptions at once. */
  opened(): void {
    this.#live = true
    this.#reason = null
    this.#reset()
    this.#send()
  }

  closed(): void {
    this.#live = false
    this.#reset()
    this.#flush?.()
    this.#check?.()
    this.#flush = null
    this.#check = null
  }

  /** `{"channel":"subscriptionResponse","data":{"type","channels","coins"}}` */
  acknowledged(data: unknown): void {
    if (!isDictionary(data) || data.type !== 'subscribe') return
    const { channels, coins } = data
    if (!Array.isArray(channels) || !Array.isArray(coins)) return
    for (const channel of channels) {
      for (const coin of coins) {
        const want = this.#wants.get(`${channel}:${coin}`)
        if (want?.state === 'sent') want.state = 'acknowledged'
      }
    }
  }

  /** `{"channel":"error","data":{"code","message"}}`: logged, kept, and possibly spoilt subscriptions are sent again. */
  failed(data: unknown): void {
    const { log, clock } = this.#options
    const code = isDictionary(data) && typeof data.code === 'string' ? data.code : null
    const message = isDictionary(data) && typeof data.message === 'string' ? data.message.slice(0, 300) : null
    this.#reason = message ?? code ?? 'The venue reported an error on the feed.'
    log.warn({ code, reason: this.#reason }, 'feed error from the venue')
    if (![...this.#wants.values()].some(({ state }) => state === 'sent')) return
    this.#check?.()
    this.#check = clock.after(RETRY_AFTER_ERROR, () => this.#askAgain())
  }

  #reset(): void {
    this.#gone.clear()
    for (const want of this.#wants.values()) {
      want.state = 'unsent'
      want.tries = 0
    }
  }

  #flushSoon(): void {
    if (!this.#live || this.#flush !== null) return
    this.#flush = this.#options.clock.after(0, () => this.#send())
  }

  #send(): void {
    this.#flush?.()
    this.#flush = null
    if (!this.#live) return
    if (this.#gone.size > 0) {
      // A coin that the service may not know must not spoil the message of the others; but silence does not prove that it is unknown.
      const gone = [...this.#gone.values()]
      const refused = gone.filter(({ state }) => state === 'refused')
      this.#sendBatches(
        'unsubscribe',
        gone.filter(({ state }) => state !== 'refused'),
        BATCH,
      )
      this.#sendBatches('unsubscribe', refused, 1)
      this.#gone.clear()
    }
    const unsent = [...this.#wants.values()].filter(({ state }) => state === 'unsent')
    if (unsent.length > 0) this.#subscribe(unsent, BATCH)
  }

  #subscribe(wants: readonly Want[], batch: number): void {
    for (const want of wants) {
      want.state = 'sent'
      want.tries += 1
    }
    this.#sendBatches('subscribe', wants, batch)
    this.#check?.()
    this.#check = this.#options.clock.after(ANSWER_WITHIN, () => this.#askAgain())
  }

  #askAgain(): void {
    this.#check = null
    const open = [...this.#wants.values()].filter(({ state }) => state === 'sent')
    const again = open.filter(({ tries }) => tries < MAX_TRIES)
    for (const want of open) {
      if (want.tries < MAX_TRIES) continue
      want.state = 'refused'
      this.#options.log.warn({ channel: want.channel, coin: want.coin }, 'subscription not acknowledged')
    }
    if (again.length > 0 && this.#live) this.#subscribe(again, 1)
  }

  /** A message covers channels × coins: coins with the same channels are batched. */
  #sendBatches(type: 'subscribe' | 'unsubscribe', wants: readonly Want[], batch: number): void {
    const channelsOf = new Map<string, Channel[]>()
    for (const { channel, coin } of wants) {
      const channels = channelsOf.get(coin)
      if (channels === undefined) channelsOf.set(coin, [channel])
      else channels.push(channel)
    }
    const groups = new Map<string, { channels: readonly Channel[]; coins: string[] }>()
    for (const [coin, channels] of channelsOf) {
      channels.sort()
      const key = channels.join()
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { channels, coins: [coin] })
      else group.coins.push(coin)
    }
    for (const { channels, coins } of groups.values()) {
      for (let from = 0; from < coins.length; from += batch) {
        this.#options.send(JSON.stringify({ type, channels, coins: coins.slice(from, from + batch) }))
      }
    }
  }
}
