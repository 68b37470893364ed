/** The history of every line of a chart: read once, older prices when the view approaches their start, and missed data after an outage. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Candle, Resolution, Ticker } from '../../../contract/market.ts'
import type { PricePoint } from '../../../contract/outcome.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { paced, useFeedFreshness, useMarketData, useServerClock } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartedLine, MarketChart } from '../../markets/chart/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import { CandleStore } from './candle-store.ts'
import { StepStore } from './step-store.ts'
import { candleStart, type PriceStore, type TickEffect } from './time-grid.ts'

/** Candles per read, which is also the limit per call. */
const PAGE = 600
const MAX = 5000
/** Prices minutes apart are not streamed: they are re-read at this interval. */
const POINTS_EVERY_MS = 60_000
/** Retry delay after a failure, ms. */
const AGAIN_MS = 5000
/** The rounded clock must not cut off the candle that is being built. */
const AHEAD_MS = 120_000

type HistoryState =
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly message: string }
  | { readonly state: 'ready' }

export interface StoredLine {
  readonly line: ChartedLine
  readonly store: PriceStore
}

export interface Histories {
  /** In the requested order. */
  readonly lines: readonly StoredLine[]
  readonly state: HistoryState
  /** Incremented whenever history arrives: the view redraws. */
  readonly version: number
  readonly loadOlder: () => void
  readonly retry: () => void
}

const NO_LINES: readonly StoredLine[] = []
const LOADING: HistoryState = { state: 'loading' }

type View = Pick<PriceView, 'seen' | 'mirrored'>

/** As displayed: for the complement (1 − price), high and low are swapped. */
const seenCandle = (candle: Candle, { seen, mirrored }: View): Candle => ({
  time: candle.time,
  open: seen(candle.open),
  high: seen(mirrored ? candle.low : candle.high),
  low: seen(mirrored ? candle.high : candle.low),
  close: seen(candle.close),
})

const seenPoint = ({ time, price }: PricePoint, { seen }: View): PricePoint => ({ time, price: seen(price) })

/** The store of a line: points keep earlier live prices. */
function storeFor({ source, asset }: ChartedLine, resolution: Resolution, before: readonly StoredLine[]): PriceStore {
  if (source.kind === 'candles') return new CandleStore(resolution)
  const kept = before.find(({ line }) => line.asset === asset)?.store
  return new StepStore(resolution, kept instanceof StepStore ? kept.points : [])
}

/**
 * @param key a new one restarts: it identifies the lines, their view and the range
 * @param since start of the first read, ms; null for the whole history
 */
export function useHistories(
  wanted: readonly ChartedLine[],
  view: View,
  resolution: Resolution,
  { key, since }: { readonly key: string; readonly since: number | null },
): Histories {
  const call = useCall()
  const { clock } = useMarketData()
  const now = useServerClock(60_000)
  const latest = useRef({ wanted, view, since, now })
  latest.current = { wanted, view, since, now }
  const isStale = useFeedFreshness().stale
  const isSeen = usePanelVisible()
  const isAway = isStale || !isSeen
  const [lines, setLines] = useState<readonly StoredLine[]>([])
  const [state, setState] = useState<HistoryState>({ state: 'loading' })
  const [version, setVersion] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const older = useRef<'idle' | 'loading' | 'exhausted'>('idle')
  /** The lines being read, and drawn. */
  const current = useRef(lines)
  const shown = useRef(lines)

  /** Reads candles of each line that has them, and the points of all others in one call; resolves with false where the result is no longer needed. */
  const read = useCallback(
    async (into: readonly StoredLine[], from: number, to: number, isOlder: boolean): Promise<boolean> => {
      const { view } = latest.current
      const coins = into.flatMap(({ line: { source } }) => (source.kind === 'points' ? [source.coin] : []))
      const points: Promise<Readonly<Record<string, readonly PricePoint[]>>> =
        isOlder || coins.length === 0 ? Promise.resolve({}) : call('readPriceHistory', { coins })
      const candles = into.flatMap(({ line: { source }, store }) =>
        source.kind === 'candles' && store instanceof CandleStore
          ? [
              call('readCandles', {
                family: source.family,
                asset: source.asset,
                resolution,
                from: Math.max(0, from),
                to: Math.max(1, to),
              }).then((found) => ({ store, found })),
            ]
          : [],
      )
      const [byCoin, ofLines] = await Promise.all([points, Promise.all(candles)])
      if (current.current !== into) return false
      // A price of the future would end the line, as every later one would count as old.
      const isPast = ({ time }: { readonly time: number }): boolean => time <= latest.current.now + AHEAD_MS
      for (const { store, found } of ofLines) store.load(found.filter(isPast).map((candle) => seenCandle(candle, view)))
      for (const { line, store } of into) {
        const found = line.source.kind === 'points' ? byCoin[line.source.coin] : undefined
        if (store instanceof StepStore && found !== undefined) {
          store.load(found.filter(isPast).map((point) => seenPoint(point, view)))
        }
      }
      setVersion((before) => before + 1)
      return true
    },
    [call, resolution],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is wanted, and `attempt` is what makes Retry read again
  useEffect(() => {
    const { wanted, since, now } = latest.current
    const before = shown.current
    const fresh = wanted.map((line) => ({ line, store: storeFor(line, resolution, before) }))
    current.current = fresh
    older.current = 'idle'
    const show = (): void => {
      shown.current = fresh
      setLines(fresh)
    }
    // The same market at another length or range stays as drawn until the new data is there.
    const isSame =
      fresh.length > 0 && before[0]?.line.asset === fresh[0]?.line.asset && before[0]?.store.last !== undefined
    if (!isSame) {
      show()
      setState({ state: 'loading' })
    }
    if (fresh.length === 0) return
    const step = resolution * 1000
    const to = candleStart(now, resolution) + step + AHEAD_MS
    const from = Math.max(to - MAX * step, Math.min(to - PAGE * step, since ?? 0))
    read(fresh, from, to, false).then(
      (isWanted) => {
        if (!isWanted) return
        show()
        setState({ state: 'ready' })
      },
      (error: unknown) => {
        if (current.current === fresh) setState({ state: 'error', message: errorText(error) })
      },
    )
  }, [key, resolution, read, attempt])

  const loadOlder = useCallback((): void => {
    const into = current.current
    const [main] = into
    const first = main?.store.candles[0]
    if (older.current !== 'idle' || first === undefined || main?.line.source.kind !== 'candles') return
    older.current = 'loading'
    const before = main.store.candles.length
    read(into, first.time - PAGE * resolution * 1000, first.time - 1, true).then(
      (isWanted) => {
        if (isWanted) older.current = main.store.candles.length > before ? 'idle' : 'exhausted'
      },
      () => {
        // Requested again at the next move of the view; what is shown stays.
        if (current.current === into) older.current = 'idle'
      },
    )
  }, [read, resolution])

  // A failed read is retried automatically until it succeeds.
  useEffect(
    () => (state.state === 'error' ? clock.after(AGAIN_MS, () => setAttempt((before) => before + 1)) : undefined),
    [state, clock],
  )

  // Data missed while the feed was down, or the chart invisible, is read afterwards.
  const wasAway = useRef(isAway)
  useEffect(() => {
    const back = wasAway.current && !isAway
    wasAway.current = isAway
    const into = current.current
    const last = into[0]?.store.last
    if (!back || last === undefined) return
    const first = Math.max(into[0]?.store.candles[0]?.time ?? 0, last.time - PAGE * resolution * 1000)
    read(into, first, latest.current.now + AHEAD_MS, false).catch(() => undefined)
  }, [isAway, read, resolution])

  const minute = Math.floor(now / POINTS_EVERY_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the minute is another
  useEffect(() => {
    const into = current.current
    const isOfPoints = into.length > 0 && into.every(({ line }) => line.source.kind === 'points')
    if (isOfPoints && !isAway && shown.current === into) read(into, 0, 1, false).catch(() => undefined)
  }, [minute, read])

  const retry = useCallback((): void => setAttempt((before) => before + 1), [])
  // The last read may still belong to the previous market.
  const isOfThis = lines[0]?.line.asset === wanted[0]?.asset
  return { lines: isOfThis ? lines : NO_LINES, state: isOfThis ? state : LOADING, version, loadOlder, retry }
}

/** A price that no message repeats still holds: checked at this interval. */
const HOLD_EVERY_MS = 2000
/** A price further ahead has a wrong time: it is not drawn, since every correct one after it would count as old. */
const LIVE_AHEAD_MS = 5000

interface LiveLines {
  readonly histories: Histories
  readonly live: MarketChart['live']
  readonly view: Pick<PriceView, 'seen'>
  /** An invisible chart subscribes only to prices that cannot be read later, and draws nothing. */
  readonly isSeen: boolean
  /** The market's end, ms: no price holds beyond it. */
  readonly end: number | null
  /** The effect of a live price on a line. */
  readonly onTick: (id: string, effect: TickEffect) => void
  /** A ticker of the market's own line. */
  readonly onTicker: (ticker: Ticker) => void
}

/** Minimum time between two drawings by live prices, ms: each draws every canvas of the chart again, and a price is read in the book. */
const DRAWN_EVERY = 100

/** From the weakest to the strongest. */
const EFFECTS: readonly TickEffect[] = ['none', 'changed', 'appended', 'rebuild']
const stronger = (a: TickEffect, b: TickEffect): TickEffect => (EFFECTS.indexOf(a) > EFFECTS.indexOf(b) ? a : b)

/** Feeds live prices directly into the lines of a chart, without a React render; what they change is drawn together. */
export function useLiveLines({ histories, live, view, isSeen, end, onTick, onTicker }: LiveLines): void {
  const { lines, state } = histories
  const { clock, store: feed } = useMarketData()
  const serverMinute = useServerClock(60_000)
  const serverNow = (): number => clock.now() + (feed.read({ kind: 'connection' })?.clockOffsetMs ?? 0)

  /** What has changed since the last drawing: the effect on each line, and the ticker of the market's own. */
  const undrawn = useRef<{ readonly effects: Map<string, TickEffect>; ticker: Ticker | null }>({
    effects: new Map(),
    ticker: null,
  })
  const draw = useEffectEvent((): void => {
    const { effects, ticker } = undrawn.current
    undrawn.current = { effects: new Map(), ticker: null }
    if (ticker !== null) onTicker(ticker)
    for (const [id, effect] of effects) onTick(id, effect)
  })
  const take = useEffectEvent((stored: StoredLine, ticker: Ticker): void => {
    const { effects } = undrawn.current
    if (stored === lines[0] && isSeen) undrawn.current.ticker = ticker
    const price = live(ticker)
    // Until history is there, a live price would start a chart that jumps when it arrives.
    if (price === null || ticker.stale || state.state !== 'ready') return
    const time = ticker.time ?? Math.max(ticker.receivedAt, serverMinute)
    if (time > serverNow() + LIVE_AHEAD_MS) return
    const effect = stored.store.tick(time, view.seen(price))
    if (isSeen) effects.set(stored.line.asset, stronger(effects.get(stored.line.asset) ?? 'none', effect))
  })
  useEffect(() => {
    const drawing = paced<null>({
      ...{ everyMs: DRAWN_EVERY, clock, take: () => draw() },
      inFrame: (run) => feed.inFrame(run),
    })
    // Missed candles are read when the chart becomes visible again; prices between two points cannot be.
    const watched = lines.filter(({ store }) => isSeen || store instanceof StepStore)
    const stops = watched.map((stored) => {
      const topic = { kind: 'ticker', asset: stored.line.asset } as const
      const taken = (ticker: Ticker): void => {
        take(stored, ticker)
        drawing.next(null)
      }
      const stop = feed.subscribe(topic, taken)
      const present = feed.read(topic)
      if (present !== undefined) taken(present)
      return stop
    })
    return () => {
      for (const stop of stops) stop()
      drawing.stop()
      undrawn.current = { effects: new Map(), ticker: null }
    }
  }, [feed, clock, lines, isSeen])

  const hold = useEffectEvent((): void => {
    if (!isSeen) return
    const now = serverNow()
    for (const { line, store } of lines) {
      if (!(store instanceof StepStore) || state.state !== 'ready') continue
      const isStale = feed.read({ kind: 'ticker', asset: line.asset })?.stale ?? true
      if (!isStale && (end === null || now < end)) onTick(line.asset, store.hold(now))
    }
  })
  useEffect(() => clock.every(HOLD_EVERY_MS, () => hold()), [clock])
}
