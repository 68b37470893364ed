/**
 * One store per topic, fed by main's frame batches. Watching is reference-counted; a topic whose last reader left stays watched briefly, so that a
 * remount costs nothing. Listeners run once per animation frame, however many batches arrived; a batch without visible changes waits for a frame that
 * occurs anyway, such as that of the clocks, a second at most.
 */
import type { InstrumentView } from '../../contract/instrument.ts'
import type { TerminalBridge } from '../../contract/ipc.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { ConnectionView } from '../../contract/session.ts'
import type { Cancel } from '../../contract/time.ts'
import {
  type FrameBatch,
  type PayloadOf,
  parseTopicKey,
  type Topic,
  type TopicKey,
  topicKey,
  type Urgency,
  urgencyOf,
} from '../../contract/topics.ts'
import { FeedJudge } from './feed-judge.ts'
import type { Freshness } from './freshness.ts'
import type { WindowClock } from './window-clock.ts'
import { isDated, type Watched, type WorstAge, worstAge } from './worst-age.ts'

/** How long a topic stays watched after its last reader left, and how long an unwatched market is kept. */
const UNWATCH_AFTER_MS = 1000
/** Deferrable payloads are painted with the clocks, or after this time where nothing shows the time. */
const LONGEST_WAIT_MS = 1000
/** How long the last payload of a panel that went out of view counts as current once it is back, unless main has resent it by then. */
const BELIEVED_FOR_MS = 1000

interface Entry {
  readonly key: TopicKey
  readonly topic: Topic
  payload: unknown
  readonly listeners: Listeners<[payload: unknown]>
  /** Cancels the pending unwatch, or the pending removal of an unwatched one. */
  cancelUnwatch: Cancel | null
  /** Whether main pushes it; it is suspended while only panels out of view want it. */
  watching: boolean
  /** Readers out of view that want the last payload back when they return. */
  keepers: number
  /** Cancels the wait for the first payload after a suspension. */
  cancelDoubt: Cancel | null
}

type TopicBridge = Pick<TerminalBridge, 'watch' | 'unwatch' | 'onFrame' | 'painted'>

interface TopicStoreDeps {
  readonly bridge: TopicBridge
  readonly clock: WindowClock
  /** An error of a listener, or the reason why a topic cannot be watched. */
  readonly onError: (error: unknown) => void
}

const CONNECTION = topicKey({ kind: 'connection' })

export class TopicStore {
  readonly #deps: TopicStoreDeps
  readonly #entries = new Map<TopicKey, Entry>()
  readonly #dirty = new Set<Entry>()
  readonly #judge: FeedJudge
  /** Callbacks for the next frame, after the payloads. */
  readonly #inFrame: (() => void)[] = []
  #framePending = false
  #cancelWait: Cancel | null = null
  #seq = 0
  /** The last batch acknowledged to main. */
  #acknowledged = 0
  #stops: Cancel[] = []

  constructor(deps: TopicStoreDeps) {
    this.#deps = deps
    const connection = (): ConnectionView | undefined => this.read({ kind: 'connection' })
    this.#judge = new FeedJudge({ clock: deps.clock, connection })
    this.onFreshness = this.#judge.onChange
  }

  /** Starts listening; returns a function that stops it. */
  start(): Cancel {
    const { bridge } = this.#deps
    this.#stops = [
      bridge.onFrame((batch) => this.#take(batch)),
      this.subscribe({ kind: 'connection' }, () => undefined),
      this.#judge.start(),
    ]
    return () => {
      for (const stop of this.#stops.splice(0)) stop()
    }
  }

  /** The newest payload of a topic, undefined while none arrived or nobody watches (a market's may arrive before that). */
  read<T extends Topic>(topic: T): PayloadOf<T> | undefined {
    return this.#entries.get(topicKey(topic))?.payload as PayloadOf<T> | undefined
  }

  /** Whether a watched book has not arrived yet. */
  awaitsBook(): boolean {
    return [...this.#entries.values()].some(
      ({ topic, watching, payload }) => topic.kind === 'book' && watching && payload === undefined,
    )
  }

  /** Watches a topic and calls `listener` with each new payload, once per frame at most. Does not call it with the current one. */
  subscribe<T extends Topic>(topic: T, listener: (payload: PayloadOf<T>) => void): Cancel {
    const key = topicKey(topic)
    const entry = this.#entries.get(key) ?? this.#add(topic)
    entry.cancelUnwatch?.()
    entry.cancelUnwatch = null
    if (!entry.watching) this.#watch(entry)
    const stop = entry.listeners.on((payload) => listener(payload as PayloadOf<T>))
    let listening = true
    return () => {
      if (!listening) return
      listening = false
      stop()
      if (entry.listeners.size > 0) return
      entry.cancelUnwatch = this.#deps.clock.after(UNWATCH_AFTER_MS, () => this.#unwatch(entry))
    }
  }

  /** Keeps the last payload of a topic without watching it: for a panel out of view, which has it at once when it returns. */
  keep(topic: Topic): Cancel {
    const entry = this.#entries.get(topicKey(topic))
    if (entry === undefined) return () => undefined
    entry.keepers += 1
    let keeping = true
    return () => {
      if (!keeping) return
      keeping = false
      entry.keepers -= 1
      if (entry.keepers === 0 && !entry.watching) this.#entries.delete(entry.key)
    }
  }

  /** Whether displayed data is current. The same object while it reads the same. */
  freshness(): Freshness {
    return this.#judge.freshness
  }

  /** Called when the result of `freshness`, `silent` or `stale` of `worstAge` may have changed. */
  readonly onFreshness: FeedJudge['onChange']

  /** Runs a callback in the next frame, after the payloads received by then. */
  inFrame(run: () => void): void {
    this.#inFrame.push(run)
    this.#askForFrame()
  }

  /**
   * The oldest payload that this window currently watches, regardless of other messages. While the feed as a whole is stale, it has the same age as
   * in the panels: that of the newest message. That is also used before anything watched has arrived; null when there never was one.
   */
  worstAge(): WorstAge | null {
    const { stale, ageMs: feedAgeMs } = this.#judge.freshness
    if (stale && feedAgeMs !== null) return { what: 'data', ageMs: feedAgeMs, stale }
    const watched = [...this.#entries.values()].flatMap(({ topic, payload, watching }) =>
      watching && payload !== undefined && isDated(topic) ? [{ topic, payload } as Watched] : [],
    )
    const worst = worstAge(watched, this.#deps.clock.now())
    if (worst !== null) return stale ? { ...worst, stale } : worst
    const ageMs = this.#judge.dataAge()
    return ageMs === null ? null : { what: 'data', ageMs, stale }
  }

  /** Whether main itself has gone quiet: it publishes the connection twice a second, even when the service is silent. */
  silent(): boolean {
    return this.#judge.silent
  }

  #add(topic: Topic): Entry {
    const key = topicKey(topic)
    const entry: Entry = {
      key,
      topic,
      payload: undefined,
      listeners: new Listeners((error) => this.#deps.onError(error)),
      cancelUnwatch: null,
      watching: false,
      keepers: 0,
      cancelDoubt: null,
    }
    this.#entries.set(key, entry)
    return entry
  }

  #watch(entry: Entry): void {
    entry.watching = true
    this.#ask(this.#deps.bridge.watch({ topic: entry.key }), entry.key)
    if (entry.payload === undefined) return
    entry.cancelDoubt = this.#deps.clock.after(BELIEVED_FOR_MS, () => {
      const doubted = { ...(entry.payload as object), stale: true }
      this.#judge.topicTurns(entry.payload, doubted)
      entry.payload = doubted
      this.#dirty.add(entry)
      this.#askForFrame()
    })
  }

  #unwatch(entry: Entry): void {
    entry.watching = false
    this.#judge.topicTurns(entry.payload, undefined)
    entry.cancelDoubt?.()
    entry.cancelDoubt = null
    // Main counts it as watched until notified otherwise, and in the meantime does not send it with a link group that switches to it.
    if (entry.topic.kind === 'instrument') this.#forgetLater(entry)
    else if (entry.keepers === 0) this.#entries.delete(entry.key)
    this.#dirty.delete(entry)
    this.#ask(this.#deps.bridge.unwatch({ topic: entry.key }), entry.key)
  }

  #ask(answer: ReturnType<TopicBridge['watch']>, key: TopicKey): void {
    answer.then(
      (value) => {
        if (!value.ok) this.#deps.onError(new Error(`topic ${key}: ${value.error.message}`))
      },
      (error: unknown) => this.#deps.onError(error),
    )
  }

  #take(batch: FrameBatch): void {
    this.#seq = batch.seq
    let waits = true
    // By this window's state: a payload that it never had, or one that is or was stale, is not deferred.
    const mayWait: readonly Urgency[] = batch.withClocks === true ? ['clock', 'soon'] : ['clock']
    let withConnection = false
    for (const [key, payload] of batch.updates) {
      const entry = this.#entries.get(key)
      if (entry === undefined || !entry.watching) {
        this.#takeAhead(key, payload)
        continue
      }
      entry.cancelDoubt?.()
      entry.cancelDoubt = null
      waits &&= mayWait.includes(urgencyOf(entry.topic.kind, entry.payload, payload))
      this.#judge.topicTurns(entry.payload, payload)
      entry.payload = payload
      this.#dirty.add(entry)
      withConnection ||= key === CONNECTION
    }
    this.#judge.tookBatch(withConnection)
    if (this.#framePending) return
    if (waits) this.#wait()
    else this.#askForFrame()
  }

  /** Main sends a market's data together with the link group that switches to it: its panels show it in the frame of the switch. */
  #takeAhead(key: TopicKey, payload: unknown): void {
    const topic = parseTopicKey(key)
    if (topic?.kind !== 'instrument') return
    const entry = this.#entries.get(key) ?? this.#add(topic)
    entry.payload = payload
    this.#forgetLater(entry)
  }

  /** The window's knowledge of a market from a list: a panel that switches to it shows this until main has answered. */
  expect(instrument: InstrumentView): void {
    const key = topicKey({ kind: 'instrument', market: instrument.ref })
    if (!this.#entries.has(key)) this.#takeAhead(key, instrument)
  }

  #forgetLater(entry: Entry): void {
    entry.cancelUnwatch?.()
    entry.cancelUnwatch = this.#deps.clock.after(UNWATCH_AFTER_MS, () => {
      if (entry.keepers === 0) this.#entries.delete(entry.key)
    })
  }

  /** Nothing of the batch is visible: main need not wait for its paint. */
  #wait(): void {
    const { bridge, clock } = this.#deps
    this.#acknowledged = this.#seq
    bridge.painted(this.#seq, null)
    this.#cancelWait ??= clock.after(LONGEST_WAIT_MS, () => this.#askForFrame())
  }

  #askForFrame(): void {
    this.#cancelWait?.()
    this.#cancelWait = null
    if (this.#framePending) return
    this.#framePending = true
    this.#deps.clock.nextFrame((epochMs) => this.#paint(epochMs))
  }

  #paint(epochMs: number): void {
    this.#framePending = false
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    for (const entry of dirty) entry.listeners.notify(entry.payload)
    for (const run of this.#inFrame.splice(0)) run()
    this.#judge.judge()
    // Main does not wait for a frame of the clocks alone.
    if (this.#acknowledged === this.#seq) return
    this.#acknowledged = this.#seq
    this.#deps.bridge.painted(this.#seq, epochMs)
  }
}
