/** The topics `instrument` and `markets`: built only while watched, and published only when they change. */
import type { Instrument, InstrumentView, MarketChanges, MarketsView } from '../../contract/instrument.ts'
import { Listeners } from '../../contract/listeners.ts'
import { FAMILIES, type Family, type MarketRef, type RefText, refText } from '../../contract/market-ref.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import { type TopicChange, type TopicSource, VersionedRows } from '../topics/index.ts'
import { Catalogue } from './catalogue.ts'
import type { FactsSource } from './facts.ts'

/** Every market of the deployment as last published, and its changes after any version known to a window. */
class MarketList {
  readonly #rows: VersionedRows<Instrument>
  #view: MarketsView = { instruments: [], waiting: [], errors: [] }

  /** @param first as for `VersionedRows` */
  constructor(first: number) {
    this.#rows = new VersionedRows(first)
  }

  /** The same object while nothing changes. */
  get view(): MarketsView {
    return this.#view
  }

  get version(): number {
    return this.#rows.version
  }

  /** Takes the current list; false without changes. Unchanged parts keep their identity. */
  take({ instruments, waiting, errors }: MarketsView): boolean {
    const kept = instruments.map((one) => {
      const known = this.#rows.get(one.key)
      if (known !== undefined && isSame(known, one)) return known
      this.#rows.set(one.key, one)
      return one
    })
    this.#rows.keepOnly(kept.map(({ key }) => key))
    const isNews = JSON.stringify([waiting, errors]) !== JSON.stringify([this.#view.waiting, this.#view.errors])
    const changed = this.#rows.bump(isNews)
    if (changed) this.#view = { instruments: kept, waiting, errors }
    return changed
  }

  since(since: number): MarketChanges {
    const { rows, keys, ...of } = this.#rows.since(since)
    const { waiting, errors } = this.#view
    return { ...of, instruments: rows, keys: keys as MarketChanges['keys'], waiting, errors }
  }
}

export type Instruments = ReturnType<typeof createInstruments>

interface InstrumentsOptions {
  readonly facts: FactsSource
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** The watchers of a topic, each with the reads that it keeps at pace. */
interface Watched {
  readonly families: readonly Family[]
  readonly reads: Cancel[]
}
interface WatchedInstrument extends Watched {
  readonly ref: MarketRef
  /** As last published. */
  published: InstrumentView | undefined
}

const LISTS: readonly TopicChange[] = [
  { kind: 'markets', asset: null },
  { kind: 'market_list', asset: null },
]
const isList = ({ kind }: Topic): boolean => kind === 'markets' || kind === 'market_list'
/** Families that a change of one concerns: the live scalar market decides the binary one, and each family may be switched off. */
const CONCERNED: { readonly [F in Family]: readonly Family[] } = {
  scalar: FAMILIES,
  binary: FAMILIES,
  outcome: ['outcome'],
}
/** A clock that was set meanwhile is noticed after this at the latest, ms. */
const LONGEST_WAIT = 60_000

export function createInstruments({ facts, clock }: InstrumentsOptions) {
  const catalogue = new Catalogue(facts)
  const listeners = new Listeners<[change: TopicChange]>()
  const watched = new Map<RefText, WatchedInstrument>()
  const list = new MarketList(clock.now())
  const listed: Watched = { families: FAMILIES, reads: [] }
  let timer: Cancel | null = null

  const resolve = (ref: MarketRef): InstrumentView | undefined => catalogue.resolve(ref, facts.now())

  function refresh(families: readonly Family[]): void {
    const now = facts.now()
    catalogue.note(now)
    for (const [market, watch] of watched) {
      if (!families.includes(watch.ref.family)) continue
      const fresh = catalogue.resolve(watch.ref, now)
      if (isSame(watch.published, fresh)) continue
      watch.published = fresh
      listeners.notify({ kind: 'instrument', asset: null, market })
    }
    if (listed.reads.length > 0 && list.take(catalogue.list(now))) for (const change of LISTS) listeners.notify(change)
    awaitMoment()
  }

  function awaitMoment(): void {
    timer?.()
    timer = null
    const moment = watched.size === 0 && listed.reads.length === 0 ? null : catalogue.nextMoment(facts.now())
    if (moment === null) return
    timer = clock.after(Math.min(LONGEST_WAIT, moment - facts.serverNow()), () => refresh(['binary', 'outcome']))
  }

  const read = (families: readonly Family[]): Cancel => {
    const reads = families.map((family) => facts.watch(family))
    return () => {
      for (const end of reads) end()
    }
  }

  function watchedOf(topic: Topic): Watched | null {
    if (isList(topic)) return listed
    if (topic.kind !== 'instrument') return null
    const { market: ref } = topic
    const watch = watched.get(refText(ref)) ?? { ref, families: [ref.family], reads: [], published: resolve(ref) }
    watched.set(refText(ref), watch)
    return watch
  }

  catalogue.note(facts.now())
  const stopListening = facts.onChange((family) => refresh(CONCERNED[family]))

  const topics: TopicSource = {
    kinds: ['instrument', 'markets', 'market_list'],
    view: <T extends Topic>(topic: T) => viewOf(topic) as PayloadOf<T> | undefined,
    onChange: listeners.on,
    watched(topic) {
      const watch = watchedOf(topic)
      if (watch === null) return
      if (isList(topic)) lookAtList()
      watch.reads.push(read(watch.families))
      awaitMoment()
    },
    unwatched(topic) {
      const watch = watchedOf(topic)
      watch?.reads.pop()?.()
      if (watch?.reads.length !== 0) return
      if (topic.kind === 'instrument') watched.delete(refText(topic.market))
      awaitMoment()
    },
  }

  return {
    /** The current instrument of a ref; undefined while it is not known yet. */
    resolve,
    /** Every market that changed after a version of the `market_list` topic; all of them where that is unknown. */
    since(version: number): MarketChanges {
      lookAtList()
      return list.since(version)
    },
    topics,
    stop(): void {
      stopListening()
      timer?.()
      timer = null
    },
  }

  /** Publishes the list if it changed. Without watchers it is built on request instead. */
  function lookAtList(): void {
    if (listed.reads.length === 0) list.take(catalogue.list(facts.now()))
  }

  function viewOf(topic: Topic): unknown {
    if (topic.kind === 'instrument') {
      const watch = watched.get(refText(topic.market))
      return watch === undefined ? resolve(topic.market) : watch.published
    }
    if (!isList(topic)) return undefined
    lookAtList()
    const { view, version } = list
    if (view.waiting.length === FAMILIES.length) return undefined
    return topic.kind === 'markets' ? view : version
  }
}

const withoutAge = (key: string, value: unknown): unknown => (key === 'receivedAt' ? undefined : value)

/** Equality except for the time of the read. */
function isSame(a: InstrumentView | undefined, b: InstrumentView | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  // A list of thousands becomes stale at once: the obvious difference is checked first.
  if (a.here && b.here && (a.stale !== b.stale || a.phase.text !== b.phase.text)) return false
  return JSON.stringify(a, withoutAge) === JSON.stringify(b, withoutAge)
}
