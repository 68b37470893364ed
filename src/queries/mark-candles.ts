/** Past marks of a scalar asset: the full history is read once, page by page, and afterwards only what is new. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Candle, Resolution } from '../../contract/market.ts'
import { useCall } from '../bridge/index.ts'
import { useServerNow, useTopicValue } from '../market-data/index.ts'
import type { Read } from './hooks.ts'
import { marketKey } from './keys.ts'

/** Candles per call: the service computes each from many readings, so pages limit its load. */
const PAGE = 1000
/** Clocks are not exact: the candle being built is requested too. */
const AHEAD_MS = 5000
/** Retry interval of a failed read. */
const AGAIN_MS = 5000

export interface WantedCandles {
  readonly resolution: Resolution
  /** Maximum number. */
  readonly count: number
  /** Poll interval for new candles, ms. */
  readonly everyMs: number
  /** Whether to read them at all. */
  readonly wanted: boolean
}

/** The newest candles of the mark of a scalar asset, oldest first; the last may be unfinished. */
export function useMarkCandles(
  asset: string | null,
  { resolution, count, everyMs, wanted }: WantedCandles,
): Read<readonly Candle[]> {
  const call = useCall()
  const client = useQueryClient()
  const serverNow = useServerNow()
  const profile = useTopicValue({ kind: 'session' }, (session) => session.profile.name)
  const key = marketKey(profile ?? '', 'mark-candles', asset, resolution, count)
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const step = resolution * 1000
      const to = serverNow() + AHEAD_MS
      const known = knownOf(client, key)
      const last = known.at(-1)
      const first = to - count * step
      // The last known candle was unfinished when it was read.
      let from = last === undefined ? first : Math.max(first, last.time)
      const pages: Candle[] = known.filter(({ time }) => time >= first && time < from)
      for (; from < to; from += PAGE * step) {
        const until = Math.min(to, from + PAGE * step - 1)
        const found = await call('readCandles', { family: 'scalar', asset: asset ?? '', resolution, from, to: until })
        // A candle of the future would become the last known one and stop reads until its time. One of the distant past would require a slot for
        // every step since.
        pages.push(...found.filter(({ time }) => time > first - step && time <= until))
      }
      return inOrder(pages)
    },
    enabled: profile !== undefined && asset !== null && wanted,
    // Sooner after a failure: nothing else may report that the service is back.
    refetchInterval: ({ state }) => (state.error === null ? everyMs : Math.min(everyMs, AGAIN_MS)),
    // Comparing thousands of candles of which only the last few are new gains nothing.
    structuralSharing: false,
  })
}

const NONE: readonly Candle[] = []
const knownOf = (client: QueryClient, key: readonly unknown[]): readonly Candle[] =>
  client.getQueryData<readonly Candle[]>(key) ?? NONE

/** One per time; the later read wins. */
function inOrder(candles: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(candles.map((candle) => [candle.time, candle]))
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}
