/** How components read topics: by hook where a render is appropriate, by subscription where a painter writes to the page itself. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type PayloadOf, type Topic, topicKey } from '../../contract/topics.ts'
import { type Dated, type Freshness, freshnessOf } from './freshness.ts'
import { paced, Ticks } from './paced.ts'
import type { TopicStore } from './topic-store.ts'
import type { WindowClock } from './window-clock.ts'

interface MarketData {
  readonly store: TopicStore
  readonly clock: WindowClock
  readonly ticks: Ticks
}
const MarketDataContext = createContext<MarketData | null>(null)

interface MarketDataProviderProps extends Pick<MarketData, 'store' | 'clock'> {
  readonly children: ReactNode
}

export function MarketDataProvider({ store, clock, children }: MarketDataProviderProps): ReactNode {
  const value = useMemo(() => ({ store, clock, ticks: new Ticks(clock, (run) => store.inFrame(run)) }), [store, clock])
  return <MarketDataContext value={value}>{children}</MarketDataContext>
}

/** Market data that a panel out of view does not need; it stays subscribed to everything else. */
const RESTS: ReadonlySet<Topic['kind']> = new Set(['book', 'ticker', 'trades'])
/** Painters may accumulate payloads (a chart's candle grows with each price): only topics with complete payloads are suspended. */
const PAINTS_WHOLE: ReadonlySet<Topic['kind']> = new Set(['book', 'trades'])

const InViewContext = createContext(true)

/** Whether the content is in view: a background panel is not, and costs nothing while prices move. */
export function InView({ inView, children }: { inView: boolean; children: ReactNode }): ReactNode {
  return <InViewContext value={inView}>{children}</InViewContext>
}

/** The window's topic store and clock. */
export function useMarketData(): MarketData {
  const value = useContext(MarketDataContext)
  if (value === null) throw new Error('no market data: the component is outside MarketDataProvider')
  return value
}

const never = (): (() => void) => () => undefined

/** The topic as the same object as long as its key is the same, so that callers may pass literals. */
function useSameTopic<T extends Topic>(topic: T | null): T | null {
  const kept = useRef(topic)
  const key = topic === null ? null : topicKey(topic)
  const keptKey = kept.current === null ? null : topicKey(kept.current)
  if (key !== keptKey) kept.current = topic
  return kept.current
}

/**
 * The newest payload of a topic, undefined until it arrives. Renders once per frame at most. `null` subscribes to nothing. For books, trades and
 * other fast topics prefer `useTopicValue` or `usePainter`.
 */
export function useTopic<T extends Topic>(topic: T | null): PayloadOf<T> | undefined {
  return useTopicValue(topic, identity) as PayloadOf<T> | undefined
}
const identity = <Value,>(value: Value): Value => value

/** A value selected from a topic; rerenders only when it changes (by `Object.is`: select primitives). */
export function useTopicValue<T extends Topic, Value>(
  topic: T | null,
  pick: (payload: PayloadOf<T>) => Value,
): Value | undefined {
  const { store } = useMarketData()
  const same = useSameTopic(topic)
  const inView = useContext(InViewContext)
  const subscribe = useCallback(
    (changed: () => void) => {
      if (same === null) return never()
      return inView || !RESTS.has(same.kind) ? store.subscribe(same, changed) : store.keep(same)
    },
    [store, same, inView],
  )
  const read = (): Value | undefined => {
    const payload = same === null ? undefined : store.read(same)
    return payload === undefined ? undefined : pick(payload)
  }
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * The newest payload of a topic, or the previous one as long as `same` reports that no used field changed: payloads that arrive each second with a
 * new time cause no render.
 */
export function useTopicUnless<T extends Topic>(
  topic: T | null,
  same: (before: PayloadOf<T>, now: PayloadOf<T>) => boolean,
): PayloadOf<T> | undefined {
  const kept = useRef<{ readonly key: string; readonly payload: PayloadOf<T> } | null>(null)
  return useTopicValue(topic, (payload): PayloadOf<T> => {
    const key = topic === null ? '' : topicKey(topic)
    if (kept.current?.key !== key || !same(kept.current.payload, payload)) kept.current = { key, payload }
    return kept.current.payload
  })
}

/**
 * Calls `paint` with the current payload (if any) and each new one, once per frame at most, inside the animation frame and without a React render.
 * @param everyMs minimum interval of calls, for what need not change with every frame
 */
export function usePainter<T extends Topic>(
  topic: T | null,
  paint: (payload: PayloadOf<T>) => void,
  everyMs = 0,
): void {
  const { store, clock } = useMarketData()
  const same = useSameTopic(topic)
  const inView = useContext(InViewContext)
  const latest = useEffectEvent(paint)
  useEffect(() => {
    if (same === null) return
    if (!inView && PAINTS_WHOLE.has(same.kind)) return store.keep(same)
    const inFrame = (run: () => void): void => store.inFrame(run)
    const { next, stop: rest } = paced<PayloadOf<T>>({ everyMs, clock, inFrame, take: (payload) => latest(payload) })
    const stop = store.subscribe(same, next)
    const present = store.read(same)
    if (present !== undefined) next(present)
    return () => {
      stop()
      rest()
    }
  }, [store, clock, same, inView, everyMs])
}

/** Whether the feed as a whole is current. */
export function useFeedFreshness(): Freshness {
  return useFeedValue((store) => store.freshness())
}

/** A value derived from staleness; rerenders only when it changes (by `Object.is`: return primitives). */
export function useFeedValue<Value>(look: (store: TopicStore) => Value): Value {
  const { store } = useMarketData()
  const subscribe = useCallback((changed: () => void) => store.onFreshness(changed), [store])
  const read = (): Value => look(store)
  return useSyncExternalStore(subscribe, read, read)
}

/** Whether a payload is current, and its age otherwise (see `freshnessOf`). */
export function useFreshness(payload?: Dated, source: 'feed' | 'reads' = 'feed'): Freshness {
  const { clock } = useMarketData()
  const feed = useFeedFreshness()
  const { stale, receivedAt } = payload ?? { stale: false, receivedAt: 0 }
  const second = useTick((feed.stale || stale) && receivedAt > 0 ? 1000 : null)
  return useMemo(
    () => freshnessOf(feed, { stale, receivedAt }, Math.max(second, clock.now()), source),
    [feed, stale, receivedAt, second, clock, source],
  )
}

/** Freshness of a topic that carries `stale`, without a render per payload. */
export function useTopicFreshness(topic: StaleTopic | null): Freshness {
  const feed = useFeedFreshness()
  const stale = useTopicValue<StaleTopic, boolean>(topic, (payload) => payload.stale) ?? false
  const receivedAt =
    useTopicValue<StaleTopic, number>(topic, (payload) => (payload.stale || feed.stale ? payload.receivedAt : 0)) ?? 0
  return useFreshness({ stale, receivedAt })
}
type StaleTopic = Extract<Topic, { kind: 'bucket' | 'ticker' | 'trades' | 'book' }>

/**
 * The local wall clock, truncated to the interval and ticking with it; 0 while `intervalMs` is null. Seconds change together with the service's, so
 * that both cost one frame, and are rounded: off by half a second at most.
 */
export function useTick(intervalMs: number | null): number {
  return useTickValue(intervalMs, identity)
}

/** A value polled each `intervalMs` (see `useTick`); rerenders only when it changes (by `Object.is`: return primitives). */
export function useTickValue<Value>(intervalMs: number | null, look: (now: number) => Value): Value {
  const ahead = useServerOffset()
  const offset = intervalMs === SECOND ? ahead : 0
  return useTickOf(intervalMs, offset, (now) => look(now - Math.round(offset / SECOND) * SECOND))
}
const SECOND = 1000

/** The server's clock in ms, ticking each `intervalMs` (on the server's own boundaries of that interval). */
export function useServerClock(intervalMs = 1000): number {
  return useServerClockValue(identity, intervalMs)
}

/** A value derived from the server's clock (see `useServerClock`); rerenders only when it changes (by `Object.is`: return primitives). */
export function useServerClockValue<Value>(pick: (now: number) => Value, intervalMs = 1000): Value {
  return useTickOf(intervalMs, useServerOffset(), pick)
}

/** How far the server's clock is ahead of this machine's, ms. */
function useServerOffset(): number {
  const ofBucket = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.clockOffset)
  const ofConnection = useTopicValue({ kind: 'connection' }, (connection) => connection.clockOffsetMs)
  return ofBucket ?? ofConnection ?? 0
}

/** Reads the server's clock without subscribing to it, for copies and sorting, ms. */
export function useServerNow(): () => number {
  const { clock, store } = useMarketData()
  return useCallback(() => {
    const offset = store.read({ kind: 'bucket' })?.clockOffset ?? store.read({ kind: 'connection' })?.clockOffsetMs
    return clock.now() + (offset ?? 0)
  }, [clock, store])
}

function useTickOf<Value>(intervalMs: number | null, offsetMs: number, pick: (now: number) => Value): Value {
  const { clock, ticks } = useMarketData()
  const subscribe = useCallback(
    (changed: () => void) => (intervalMs === null ? never() : ticks.on(intervalMs, offsetMs, changed)),
    [ticks, intervalMs, offsetMs],
  )
  const read = (): Value =>
    pick(intervalMs === null ? 0 : Math.floor((clock.now() + offsetMs) / intervalMs) * intervalMs)
  return useSyncExternalStore(subscribe, read, read)
}

/** The server's clock in ms until the end of something at `at`: each minute, and in its last minutes each second. */
export function useClockUntil(at: number | null): number {
  const minute = useServerClock(60_000)
  return useServerClock(at !== null && at - minute <= 120_000 ? 1000 : 60_000)
}

/** The newest payload of a fast topic at a readable pace, at most once per `everyMs`; undefined until it arrives. `null` subscribes to nothing. */
export function useCalmTopic<T extends Topic>(topic: T | null, everyMs: number): PayloadOf<T> | undefined {
  const { store, clock } = useMarketData()
  const key = topic === null ? null : topicKey(topic)
  const [shown, show] = useState<{ readonly key: string | null; readonly payload: PayloadOf<T> | undefined }>({
    key,
    payload: undefined,
  })
  // Keeps the topic subscribed and rerenders for the very first payload, without rendering at each change.
  const there = useTopicValue(topic, () => true) === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the topic, whose object may be new each time
  useEffect(() => {
    if (topic === null) {
      show({ key, payload: undefined })
      return
    }
    const look = (): void => {
      const payload = store.read(topic)
      show((before) => (before.key === key && before.payload === payload ? before : { key, payload }))
    }
    look()
    return clock.every(everyMs, look)
  }, [store, clock, key, everyMs, there])
  return shown.key === key ? shown.payload : undefined
}
