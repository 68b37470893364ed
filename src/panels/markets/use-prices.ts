/** What every market trades at: live for the rows in view, and as main was told last for all others. */
import { useEffect, useRef, useState } from 'react'
import { type LastPrice, type Quote, withKnown } from '../../../contract/quote.ts'
import { useCall } from '../../bridge/index.ts'
import { useMarketData, useTopic } from '../../market-data/index.ts'
import { useChanges } from '../../queries/index.ts'
import { createRowStore, type RowStore } from '../../ui/index.ts'

export interface RowPrice extends LastPrice {
  /** Whether it comes as it changes. */
  readonly isLive: boolean
}
/** By asset or coin. */
export type Prices = RowStore<RowPrice>

/** @param assets of the rows in view */
export function usePrices(assets: readonly string[], isSeen: boolean): Prices {
  const call = useCall()
  const { store } = useMarketData()
  const [prices] = useState(() => createRowStore<RowPrice>())
  const live = useRef(new Map<string, () => void>())
  const version = useTopic(isSeen ? { kind: 'last_prices' } : null)
  useChanges(
    version,
    (since) => call('readLastPrices', { since }),
    (answer) => prices.set(answer.prices.map((price) => [price.quote.asset, rowPrice(price)] as const)),
  )

  /** A row in view knows better than the list; its trend comes by the list alone. */
  function rowPrice({ quote, trend }: LastPrice): RowPrice {
    const known = prices.read(quote.asset)
    if (known?.isLive === true) return { ...known, quote: withKnown(known.quote, quote), trend }
    return { quote, trend, isLive: false }
  }

  useEffect(() => {
    const wanted = new Set(assets)
    const held = live.current
    const show = (now: Quote, isLive: boolean): void => {
      const known = prices.read(now.asset)
      const quote = withKnown(now, known?.quote ?? null)
      prices.set([[now.asset, { quote, trend: known?.trend ?? null, isLive }]])
    }
    for (const [asset, stop] of held) {
      if (wanted.has(asset)) continue
      stop()
      held.delete(asset)
      const known = prices.read(asset)
      if (known !== undefined) show(known.quote, false)
    }
    for (const asset of wanted) {
      if (held.has(asset)) continue
      const topic = { kind: 'quote', asset } as const
      held.set(
        asset,
        store.subscribe(topic, (quote) => show(quote, !quote.stale)),
      )
      const now = store.read(topic)
      if (now !== undefined) show(now, !now.stale)
    }
  }, [assets, store, prices])
  useEffect(() => {
    const held = live.current
    return () => {
      for (const stop of held.values()) stop()
      held.clear()
    }
  }, [])
  return prices
}
