/** The topics `instrument` and `markets`: made only while somebody watches, and told only when they say something new. */
import type { InstrumentView, MarketsView } from '../../contract/instrument.ts'
import { Listeners } from '../../contract/listeners.ts'
import { FAMILIES, type Family, type MarketRef, type RefText, refText } from '../../contract/market-ref.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { Catalogue } from './catalogue.ts'
import type { FactsSource } from './interface.ts'
import { isSame, keptMarkets } from './same.ts'

export interface Instruments {
  /** What a ref stands for now; undefined while it is not known yet. */
  resolve(ref: MarketRef): InstrumentView | undefined
  /** Every market by its own ref. */
  all(): MarketsView
  readonly topics: TopicSource
  stop(): void
}

interface InstrumentsOptions {
  readonly facts: FactsSource
  readonly clock: Pick<Clock, 'after'>
}

/** Those who watch a topic, each with the reads that it keeps at pace. */
interface Watched<View> {
  readonly families: readonly Family[]
  readonly reads: Cancel[]
  /** As last told. */
  told: View
}

const MARKETS: TopicChange = { kind: 'markets', asset: null }
/** A clock that was set meanwhile is noticed after this at the latest, ms. */
const LONGEST_WAIT = 60_000

export function createInstruments({ facts, clock }: InstrumentsOptions): Instruments {
  const catalogue = new Catalogue(facts)
  const listeners = new Listeners<[change: TopicChange]>()
  const watched = new Map<RefText, Watched<InstrumentView | undefined> & { readonly ref: MarketRef }>()
  let list: Watched<MarketsView> | null = null
  let timer: Cancel | null = null

  const resolve = (ref: MarketRef): InstrumentView | undefined => catalogue.resolve(ref, facts.now())

  function refresh(families: readonly Family[]): void {
    const now = facts.now()
    catalogue.note(now)
    for (const [market, watch] of watched) {
      if (!families.includes(watch.ref.family)) continue
      const fresh = catalogue.resolve(watch.ref, now)
      if (isSame(watch.told, fresh)) continue
      watch.told = fresh
      listeners.notify({ kind: 'instrument', asset: null, market })
    }
    if (list !== null) {
      const fresh = keptMarkets(list.told, catalogue.list(now))
      const isNew = fresh !== list.told
      list.told = fresh
      if (isNew) listeners.notify(MARKETS)
    }
    awaitMoment()
  }

  function awaitMoment(): void {
    timer?.()
    timer = null
    const moment = watched.size === 0 && list === null ? null : catalogue.nextMoment(facts.now())
    if (moment === null) return
    timer = clock.after(Math.min(LONGEST_WAIT, moment - facts.serverNow()), () => refresh(['binary', 'outcome']))
  }

  const read = (families: readonly Family[]): Cancel => {
    const reads = families.map((family) => facts.watch(family))
    return () => {
      for (const end of reads) end()
    }
  }

  function watchedOf(topic: Topic): Watched<unknown> | null {
    if (topic.kind === 'markets') {
      list ??= { families: FAMILIES, reads: [], told: catalogue.list(facts.now()) }
      return list
    }
    if (topic.kind !== 'instrument') return null
    const { market: ref } = topic
    const watch = watched.get(refText(ref)) ?? { ref, families: [ref.family], reads: [], told: resolve(ref) }
    watched.set(refText(ref), watch)
    return watch
  }

  catalogue.note(facts.now())
  // The binary market is decided by the scalar one that is live, and each family may be switched off.
  const stopListening = facts.onChange((family) => refresh(family === 'outcome' ? ['outcome'] : FAMILIES))

  return {
    resolve,
    all: () => catalogue.list(facts.now()),
    topics: {
      kinds: ['instrument', 'markets'],
      view: <T extends Topic>(topic: T) => viewOf(topic) as PayloadOf<T> | undefined,
      onChange: listeners.on,
      watched(topic) {
        const watch = watchedOf(topic)
        if (watch === null) return
        watch.reads.push(read(watch.families))
        awaitMoment()
      },
      unwatched(topic) {
        const watch = watchedOf(topic)
        watch?.reads.pop()?.()
        if (watch?.reads.length !== 0) return
        if (topic.kind === 'instrument') watched.delete(refText(topic.market))
        else list = null
        awaitMoment()
      },
    },
    stop() {
      stopListening()
      timer?.()
      timer = null
    },
  }

  function viewOf(topic: Topic): unknown {
    if (topic.kind === 'instrument') {
      const watch = watched.get(refText(topic.market))
      return watch === undefined ? resolve(topic.market) : watch.told
    }
    const { told } = list ?? { told: catalogue.list(facts.now()) }
    return told.waiting.length === FAMILIES.length ? undefined : told
  }
}
