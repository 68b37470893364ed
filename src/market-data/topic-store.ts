/**
 * One store per topic, fed by main's frame batches. Watching is reference-counted; a topic whose last reader left stays watched
 * for a moment, so that a remount costs nothing. Listeners run once per animation frame, however many batches came; what shows nothing
 * new waits for a frame that there is anyway, such as that of the clocks, a second at most.
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

/** How long a topic stays watched after its last reader left, and what a market is known that nobody watches. */
const UNWATCH_AFTER_MS = 1000
/** What can wait is painted with the clocks, or after this long where nothing shows the time. */
const LONGEST_WAIT_MS = 1000
/** How long what a panel showed when it went out of view stands for current once it is back, unless main has sent it again by then. */
const BELIEVED_FOR_MS = 1000

interface Entry {
  readonly key: TopicKey
  readonly topic: Topic
  payload: unknown
  readonly listeners: Listeners<[payload: unknown]>
  /** Ends the wait until it is let go, or forgotten where it is not watched. */
  cancelUnwatch: Cancel | null
  /** Whether main pushes it; it rests while only panels that are out of view want it. */
  watching: boolean
  /** Readers that are out of view and want the last payload back when they are not. */
  keepers: number
  /** Ends the wait for the first payload after a rest. */
  cancelDoubt: Cancel | null
}

type TopicBridge = Pick<TerminalBridge, 'watch' | 'unwatch' | 'onFrame' | 'painted'>

interface TopicStoreDeps {
  readonly bridge: TopicBridge
  readonly clock: WindowClock
  /** What a listener threw, or why a topic cannot be watched. */
  readonly onError: (error: unknown) => void
}

const CONNECTION = topicKey({ kind: 'connection' })

export class TopicStore {
  readonly #deps: TopicStoreDeps
  readonly #entries = new Map<TopicKey, Entry>()
  readonly #dirty = new Set<Entry>()
  readonly #judge: FeedJudge
  /** What is to run in the next frame, after the payloads. */
  readonly #inFrame: (() => void)[] = []
  #framePending = false
  #cancelWait: Cancel | null = null
  #seq = 0
  /** The last batch that main was told of. */
  #told = 0
  #stops: Cancel[] = []

  constructor(deps: TopicStoreDeps) {
    this.#deps = deps
    const connection = (): ConnectionView | undefined => this.read({ kind: 'connection' })
    this.#judge = new FeedJudge({ clock: deps.clock, connection })
    this.onFreshness = this.#judge.onChange
  }

  /** Begins to listen; returns the way to stop. */
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

  /** The newest payload of a topic, undefined while none came or nobody watches (a market's may come before that). */
  read<T extends Topic>(topic: T): PayloadOf<T> | undefined {
    return this.#entries.get(topicKey(topic))?.payload as PayloadOf<T> | undefined
  }

  /** Watches a topic and calls `listener` with each new payload, once a frame at most. Does not call it with the present one. */
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

  /** Keeps the last payload of a topic that is not watched for it: for a panel out of view, which has it again at once when it is not. */
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

  /** Whether what is shown is current. The same object as long as it reads the same. */
  freshness(): Freshness {
    return this.#judge.freshness
  }

  /** Called when what `freshness`, `silent` or the `stale` of `worstAge` say may have become another. */
  readonly onFreshness: FeedJudge['onChange']

  /** Runs something in the next frame, together with what came by then: what waits for a frame is painted in it. */
  inFrame(run: () => void): void {
    this.#inFrame.push(run)
    this.#askForFrame()
  }

  /**
   * The oldest of what this window watches right now, whatever other messages come. While the feed as a whole is stale, or nothing
   * that is watched came yet, the age of the newest message stands for it; null when there never was one.
   */
  worstAge(): WorstAge | null {
    const watched = [...this.#entries.values()].flatMap(({ topic, payload, watching }) =>
      watching && payload !== undefined && isDated(topic) ? [{ topic, payload } as Watched] : [],
    )
    const worst = worstAge(watched, this.#deps.clock.now())
    const { stale } = this.#judge.freshness
    if (worst !== null) return stale ? { ...worst, stale } : worst
    const ageMs = this.#judge.dataAge()
    return ageMs === null ? null : { what: 'data', ageMs, stale }
  }

  /** Whether main itself has gone quiet: it publishes the connection twice a second, whatever the service does. */
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
    // Main takes it for watched until it hears otherwise, and sends nothing of it with a link group that goes there meanwhile.
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
    // By what this window has: what it never had, and what is stale or was, waits for nothing.
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

  /** Main says what a market is together with the link group that goes there: its panels show it in the frame in which they go too. */
  #takeAhead(key: TopicKey, payload: unknown): void {
    const topic = parseTopicKey(key)
    if (topic?.kind !== 'instrument') return
    const entry = this.#entries.get(key) ?? this.#add(topic)
    entry.payload = payload
    this.#forgetLater(entry)
  }

  /** What the window knows of a market from a list: a panel that goes there shows it until main has answered. */
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

  /** Nothing of the batch is to be seen: main need not wait for its paint. */
  #wait(): void {
    const { bridge, clock } = this.#deps
    this.#told = this.#seq
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
    // A frame of the clocks alone is nothing that main waits for.
    if (this.#told === this.#seq) return
    this.#told = this.#seq
    this.#deps.bridge.painted(this.#seq, epochMs)
  }
}
