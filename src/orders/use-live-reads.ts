/** Reads of what streams in for rows anyway: for copies and the order of rows, without following it. */
import { useMemo } from 'react'
import { useMarketData, useServerNow } from '../market-data/index.ts'
import type { LiveReads } from './order-distance.tsx'

export function useLiveReads(): LiveReads {
  const { store } = useMarketData()
  const now = useServerNow()
  return useMemo(() => ({ markOf: (asset) => store.read({ kind: 'ticker', asset })?.mark ?? null, now }), [store, now])
}
