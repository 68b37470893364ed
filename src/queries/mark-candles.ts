/** Past marks of a scalar asset: read whole once, a page at a time, and from then on only what is new. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Candle, Resolution } from '../../contract/market.ts'
import { useCall } from '../bridge/index.ts'
import { useServerNow, useTopicValue } from '../market-data/index.ts'
import type { Read } from './hooks.ts'
import { marketKey } from './keys.ts'

/** Candles of one call: the service works each out of many readings, and has other things to do. */
const PAGE = 1000
/** The clock is not that exact: what is being built is asked for too. */
const AHEAD_MS = 5000
/** A read that failed is tried again this often. */
const AGAIN_MS = 5000

export interface WantedCandles {
  readonly resolution: Resolution
  /** How many, at most. */
  readonly count: number
  /** How often it is read what is new, ms. */
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
      // The last one that is known was unfinished when it was read.
      let from = last === undefined ? first : Math.max(first, last.time)
      const pages: Candle[] = known.filter(({ time }) => time >= first && time < from)
      for (; from < to; from += PAGE * step) {
        const until = Math.min(to, from + PAGE * step - 1)
        const found = await call('readCandles', { family: 'scalar', asset: asset ?? '', resolution, from, to: until })
        // One of the future would be the last that is known, and nothing would be read again before its time. One of long ago would ask for a
        // place for each step since.
        pages.push(...found.filter(({ time }) => time > first - step && time <= until))
      }
      return inOrder(pages)
    },
    enabled: profile !== undefined && asset !== null && wanted,
    // After a failure sooner: nothing else may tell that the service is back.
    refetchInterval: ({ state }) => (state.error === null ? everyMs : Math.min(everyMs, AGAIN_MS)),
    // Thousands of candles of which the last few are new: nothing is gained by comparing them.
    structuralSharing: false,
  })
}

const NONE: readonly Candle[] = []
const knownOf = (client: QueryClient, key: readonly unknown[]): readonly Candle[] =>
  client.getQueryData<readonly Candle[]>(key) ?? NONE

/** One for each time, the later read counts. */
function inOrder(candles: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(candles.map((candle) => [candle.time, candle]))
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}
