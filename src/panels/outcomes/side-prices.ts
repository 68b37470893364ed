/** The prices of all sides of a market, painted together. */
import { useLayoutEffect, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { useMarketData } from '../../market-data/index.ts'
import { showAtOnce } from '../../markets/outcome/index.ts'
import { usePanelVisible } from '../../ui/index.ts'

type Prices = readonly (Price | null)[]
const NONE: Prices = []

/** The price of each side, in the order of the market's sides and of one moment; empty while there is none, and once one was paid out. */
export function useSidePrices({ sides, winner }: Pick<OutcomeMarket, 'sides' | 'winner'>): Prices {
  const { store, clock } = useMarketData()
  const visible = usePanelVisible()
  const coins = visible && winner === null ? sides.map(({ coin }) => coin).join(' ') : ''
  const [prices, setPrices] = useState(NONE)
  useLayoutEffect(() => {
    setPrices(NONE)
    if (coins === '') return
    const topics = coins.split(' ').map((asset) => ({ kind: 'ticker', asset }) as const)
    const moment = showAtOnce({
      read: () => topics.map((topic) => store.read(topic)),
      after: clock.after,
      show: (next) => setPrices((before) => (same(before, next) ? before : next)),
    })
    const stops = topics.map((topic) => store.subscribe(topic, () => moment.changed()))
    moment.changed()
    return () => {
      moment.stop()
      for (const stop of stops) stop()
    }
  }, [store, clock, coins])
  return prices
}

const same = (a: Prices, b: Prices): boolean => a.length === b.length && a.every((price, index) => price === b[index])
