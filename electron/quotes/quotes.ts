/**
 * The topics `quote` and `last_prices`. A row in view is subscribed in the feed as long as a window watches it and a second longer; every other
 * market has the last known price, swept while a window watches the list.
 */
import { Listeners } from '../../contract/listeners.ts'
import { type LastPrices, withKnown } from '../../contract/quote.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Topic } from '../../contract/topics.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { TradingService } from '../service/index.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { LastPriceStore, MarketReads, SWEEP_GAP, Sweep } from './market-reads.ts'

export type Quotes = ReturnType<typeof createQuotes>

interface QuotesOptions {
  readonly service: Pick<TradingService, 'for'> & { readonly budget: Pick<TradingService['budget'], 'view'> }
  readonly feed: Feed
  readonly clock: Clock
  readonly log: Log
}

/** Minimum interval between two updates of a quote, ms: nobody reads a list faster. */
const TOLD_EVERY = 250
const BUMPED_EVERY = 1000
/** A row that left the view stays subscribed for two seconds, of which its window waits one, ms: whoever scrolls comes back. */
const KEPT = 1000
const LAST_PRICES: TopicChange = { kind: 'last_prices', asset: null }

export function createQuotes({ service, feed, clock, log }: QuotesOptions) {
  const listeners = new Listeners<[change: TopicChange]>()
  const store = new LastPriceStore(clock.now())
  const reads = new MarketReads({ service, feed, clock, store, log })
  const sweep = new Sweep({
    clock,
    markets: () => reads.sweepable(),
    read: (markets) => reads.read(markets),
    isHeldBack: () => service.budget.view() !== null,
  })
  const holds = new Map<string, Cancel[]>()
  /** Assets with new data: since quotes were published, and since prices were taken. */
  const unnotified = new Set<string>()
  const untaken = new Set<string>()
  let lists = 0
  let ends: Cancel[] = []

  function publish(): void {
    for (const asset of unnotified) if (holds.has(asset)) listeners.notify({ kind: 'quote', asset })
    unnotified.clear()
  }

  function take(): void {
    for (const asset of untaken) store.putLive(asset, feed.quote(asset))
    untaken.clear()
    if (store.bump()) listeners.notify(LAST_PRICES)
  }

  /** Listens and reads only while somebody watches. */
  function adapt(): void {
    const wanted = lists > 0 || holds.size > 0
    if (wanted && ends.length === 0) {
      ends = [
        feed.markets.onChange(({ kind, asset }) => {
          if (asset === null || (kind !== 'ticker' && kind !== 'book')) return
          unnotified.add(asset)
          untaken.add(asset)
        }),
        clock.every(TOLD_EVERY, publish),
        clock.every(BUMPED_EVERY, take),
        clock.every(SWEEP_GAP, () => {
          if (lists > 0) sweep.turn()
        }),
      ]
    }
    if (!wanted) stop()
  }

  /** A list begins with the feed's existing data. */
  function begin(): void {
    const listed = reads.listed()
    store.keepOnly(listed)
    for (const asset of listed) store.putLive(asset, feed.quote(asset))
    store.bump()
  }

  function stop(): void {
    for (const end of ends) end()
    ends = []
    unnotified.clear()
    untaken.clear()
  }

  const topics: TopicSource = {
    kinds: ['quote', 'last_prices'],
    view: (topic: Topic) => viewOf(topic) as never,
    onChange: listeners.on,
    watched(topic) {
      if (topic.kind === 'quote') {
        holds.set(topic.asset, [...(holds.get(topic.asset) ?? []), feed.holdQuote(topic.asset, KEPT)])
      } else if (topic.kind === 'last_prices') {
        lists += 1
        begin()
      }
      adapt()
    },
    unwatched(topic) {
      if (topic.kind === 'quote') {
        const [release, ...rest] = holds.get(topic.asset) ?? []
        if (rest.length > 0) holds.set(topic.asset, rest)
        else holds.delete(topic.asset)
        release?.()
      } else if (topic.kind === 'last_prices') lists -= 1
      adapt()
    },
  }

  return {
    /** Changes after a version of the `last_prices` topic; the complete list where that is unknown. */
    since: (version: number): LastPrices => store.since(version),
    topics,
    stop,
  }

  function viewOf(topic: Topic): unknown {
    if (topic.kind === 'last_prices') return store.version
    if (topic.kind !== 'quote') return undefined
    const known = store.get(topic.asset)?.quote ?? null
    const live = feed.quote(topic.asset)
    return (live === null ? known : withKnown(live, known)) ?? undefined
  }
}
