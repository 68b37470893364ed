/**
 * Silent topics are read again over REST (docs/service/websocket.md#silence). The same state is as fresh as the read; a newer one without a message
 * means that the feed is frozen.
 */
import type { Book, Ticker } from '../../../contract/market.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { ReadLog, type TradingService } from '../../service/index.ts'
import type { AssetFeed, ReadTopic } from './asset-feed.ts'
import type { ReadVerdict } from './order-book.ts'

interface SilenceCheckOptions {
  readonly service: Pick<TradingService, 'ticker' | 'book'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Log
  /** A read matched the stored state: it is as fresh as the read. */
  readonly onSame: (feed: AssetFeed, topic: ReadTopic, agoMs: number) => void
  /** The service is ahead of the feed. */
  readonly onFrozen: (feed: AssetFeed, topic: ReadTopic) => void
  /** Whether the asset has REST reads at all. */
  readonly isReadable: (asset: string) => boolean
  /** Whether an error means that it has none; remembered from then on. */
  readonly isNotServed: (asset: string, error: unknown) => boolean
}

interface Watch {
  askedAt: number
  /** Consecutive reads of a different state without a time. */
  others: number
  reading: boolean
}

/** A message may come a little later than the answer to a read. */
const GRACE = 500
/** State without a time may be older than the stored one: it is accepted when it is read twice. */
const OTHERS_BELIEVED = 2

export class SilenceCheck {
  readonly #options: SilenceCheckOptions
  readonly #readLog: ReadLog
  readonly #watches = new WeakMap<AssetFeed, Record<ReadTopic, Watch>>()
  readonly #waiting = new Set<Cancel>()
  /** Counts connections. */
  #connection = 0

  constructor(options: SilenceCheckOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'silent topics')
  }

  /** Reads topics of a live asset that are silent for too long; called a few times a second while the connection is live. */
  turn(feed: AssetFeed): void {
    const { clock, isReadable } = this.#options
    const now = clock.monotonic()
    if (!isReadable(feed.asset)) {
      // While its marks arrive, a book that no longer changes is a quiet one.
      const { context, book } = feed.ages
      if (context.hasBeat && !context.isLate(now) && book.hasBeat && book.isDue(now, Number.NEGATIVE_INFINITY))
        book.confirmed(context.heardAt ?? now)
      return
    }
    for (const topic of ['context', 'book'] as const) {
      const watch = this.#watchOf(feed, topic)
      if (!watch.reading && feed.ages[topic].isDue(now, watch.askedAt)) this.#read(feed, topic, watch, now)
    }
  }

  /** The connection is gone, or the feed stops: its reads prove nothing about the next one. */
  stop(): void {
    this.#connection += 1
    for (const cancel of this.#waiting) cancel()
    this.#waiting.clear()
  }

  #read(feed: AssetFeed, topic: ReadTopic, watch: Watch, now: number): void {
    const { service, isNotServed } = this.#options
    const connection = this.#connection
    watch.askedAt = now
    watch.reading = true
    const compared: Promise<ReadVerdict | null> =
      topic === 'book'
        ? service.book(feed.asset).then((book: Book) => feed.order.compare(book))
        : service
            .ticker(feed.asset)
            .then((ticker: Omit<Ticker, 'receivedAt' | 'stale'>) => feed.context.compare(ticker))
    compared.then(
      (verdict) => {
        watch.reading = false
        this.#readLog.worked()
        if (verdict !== null && connection === this.#connection) this.#judge(feed, topic, watch, verdict)
      },
      (error: unknown) => {
        watch.reading = false
        if (!isNotServed(feed.asset, error)) this.#readLog.failed(error, { asset: feed.asset })
      },
    )
  }

  #judge(feed: AssetFeed, topic: ReadTopic, watch: Watch, verdict: ReadVerdict): void {
    const { clock, onSame } = this.#options
    const heardSince = (): boolean => (feed.ages[topic].heardAt ?? Number.NEGATIVE_INFINITY) >= watch.askedAt
    if (heardSince()) return
    watch.others = verdict === 'other' ? watch.others + 1 : 0
    if (verdict === 'same') {
      feed.ages[topic].confirmed(watch.askedAt)
      onSame(feed, topic, clock.monotonic() - watch.askedAt)
      return
    }
    if (verdict === 'older' || (verdict === 'other' && watch.others < OTHERS_BELIEVED)) return
    const cancel = clock.after(GRACE, () => {
      this.#waiting.delete(cancel)
      if (heardSince()) return
      feed.ages[topic].froze()
      this.#options.onFrozen(feed, topic)
    })
    this.#waiting.add(cancel)
  }

  #watchOf(feed: AssetFeed, topic: ReadTopic): Watch {
    let watches = this.#watches.get(feed)
    if (watches === undefined) {
      const none = (): Watch => ({ askedAt: Number.NEGATIVE_INFINITY, others: 0, reading: false })
      watches = { context: none(), book: none() }
      this.#watches.set(feed, watches)
    }
    return watches[topic]
  }
}
