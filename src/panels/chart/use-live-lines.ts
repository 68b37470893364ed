/** Feeds live prices straight into the lines of a chart, once a frame at most and without a React render. */
import { useEffect, useEffectEvent } from 'react'
import type { Ticker } from '../../../contract/market.ts'
import { useMarketData, useServerClock } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { MarketChart } from '../../markets/chart/index.ts'
import type { TickEffect } from './price-store.ts'
import { StepStore } from './step-store.ts'
import type { Histories, StoredLine } from './use-histories.ts'

/** A price that no message repeats still stands: looked at this often. */
const HOLD_EVERY_MS = 2000
/** A price from further ahead has a wrong time: it is not drawn, since every right one after it would count as old. */
const AHEAD_MS = 5000

interface LiveLines {
  readonly histories: Histories
  readonly live: MarketChart['live']
  readonly view: Pick<PriceView, 'seen'>
  /** A chart that nobody sees watches no prices but those that nothing would tell it later, and draws nothing. */
  readonly isSeen: boolean
  /** When the market ends, ms: no price holds beyond it. */
  readonly end: number | null
  /** What a live price did to a line. */
  readonly onTick: (id: string, effect: TickEffect) => void
  /** A ticker of the market's own line. */
  readonly onTicker: (ticker: Ticker) => void
}

export function useLiveLines({ histories, live, view, isSeen, end, onTick, onTicker }: LiveLines): void {
  const { lines, state } = histories
  const { clock, store: feed } = useMarketData()
  const serverMinute = useServerClock(60_000)
  const serverNow = (): number => clock.now() + (feed.read({ kind: 'connection' })?.clockOffsetMs ?? 0)

  const take = useEffectEvent((stored: StoredLine, ticker: Ticker): void => {
    if (stored === lines[0] && isSeen) onTicker(ticker)
    const price = live(ticker)
    // Until history is there a live price would start a chart that jumps when it comes.
    if (price === null || ticker.stale || state.state !== 'ready') return
    const time = ticker.time ?? Math.max(ticker.receivedAt, serverMinute)
    if (time > serverNow() + AHEAD_MS) return
    const effect = stored.store.tick(time, view.seen(price))
    if (isSeen) onTick(stored.line.asset, effect)
  })
  useEffect(() => {
    // Candles that were missed are read when the chart is seen again; prices between two points are not.
    const watched = lines.filter(({ store }) => isSeen || store instanceof StepStore)
    const stops = watched.map((stored) => {
      const topic = { kind: 'ticker', asset: stored.line.asset } as const
      const stop = feed.subscribe(topic, (ticker) => take(stored, ticker))
      const present = feed.read(topic)
      if (present !== undefined) take(stored, present)
      return stop
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [feed, lines, isSeen])

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
