/** The candles of an asset: read once, older ones when the view comes near their start, and what was missed after an outage. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Resolution } from '../../../contract/market.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useFeedFreshness, useServerClock } from '../../market-data/index.ts'
import { CandleStore, candleStart } from './candle-store.ts'

/** Candles read at a time. */
const PAGE = 600

type HistoryState =
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly message: string }
  | { readonly state: 'ready' }

export interface History {
  readonly store: CandleStore
  readonly state: HistoryState
  /** Counts up whenever history came in: the view draws anew. */
  readonly version: number
  readonly loadOlder: () => void
  readonly retry: () => void
}

/** History of one asset at one resolution; a new store for each pair. */
export function useHistory(asset: string | null, resolution: Resolution): History {
  const call = useCall()
  const now = useServerClock(60_000)
  const serverNow = useRef(now)
  serverNow.current = now
  const stale = useFeedFreshness().stale
  const [store, setStore] = useState(() => new CandleStore(resolution))
  const [state, setState] = useState<HistoryState>({ state: 'loading' })
  const [version, setVersion] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const older = useRef<'idle' | 'loading' | 'exhausted'>('idle')
  const newest = useRef(store)

  const read = useCallback(
    (into: CandleStore, from: number, to: number) =>
      call('readCandles', {
        family: 'scalar',
        asset: asset ?? '',
        resolution,
        from: Math.max(0, from),
        to: Math.max(0, to),
      }).then((candles) => {
        if (newest.current !== into) return 0
        into.load(candles)
        setVersion((before) => before + 1)
        return candles.length
      }),
    [call, asset, resolution],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes Retry read again
  useEffect(() => {
    const fresh = new CandleStore(resolution)
    newest.current = fresh
    older.current = 'idle'
    setStore(fresh)
    setState({ state: 'loading' })
    if (asset === null) return
    // A minute of the future: the rounded clock must not cut off the candle that is being built.
    const to = candleStart(serverNow.current, resolution) + resolution * 1000 + 120_000
    read(fresh, to - PAGE * resolution * 1000, to).then(
      () => {
        if (newest.current === fresh) setState({ state: 'ready' })
      },
      (error: unknown) => {
        if (newest.current === fresh) setState({ state: 'error', message: wordsOf(error) })
      },
    )
  }, [asset, resolution, read, attempt])

  const loadOlder = useCallback((): void => {
    const into = newest.current
    const first = into.candles[0]
    if (older.current !== 'idle' || first === undefined) return
    older.current = 'loading'
    const before = into.candles.length
    read(into, first.time - PAGE * resolution * 1000, first.time - 1).then(
      () => {
        if (newest.current === into) older.current = into.candles.length > before ? 'idle' : 'exhausted'
      },
      () => {
        // Asked again when the view next moves; what is shown stays.
        if (newest.current === into) older.current = 'idle'
      },
    )
  }, [read, resolution])

  // What was missed while the feed was down is read when it is back.
  const wasStale = useRef(stale)
  useEffect(() => {
    const back = wasStale.current && !stale
    wasStale.current = stale
    const into = newest.current
    const last = into.last
    if (!back || last === undefined) return
    const first = Math.max(into.candles[0]?.time ?? 0, last.time - PAGE * resolution * 1000)
    read(into, first, serverNow.current + 120_000).catch(() => undefined)
  }, [stale, read, resolution])

  const retry = useCallback((): void => setAttempt((before) => before + 1), [])
  return { store, state, version, loadOlder, retry }
}
