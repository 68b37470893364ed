/**
 * Shared by the panels of an outcome market: its state from the reads, the probabilities and prices of its sides, and the placeholders without one.
 */

import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { OutcomeMarket, OutcomeSide, OutcomesView } from '../../../contract/outcome.ts'
import { NONE } from '../../format/index.ts'
import { useFreshness, useMarketData, useServerClockValue, useTopic, useTopicValue } from '../../market-data/index.ts'
import { lifeText, percentOf, showAtOnce } from '../../markets/outcome/index.ts'
import { Banner, classNames, EmptyState, ErrorState, Figure, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useMarketRef } from '../../workspace/index.ts'
import styles from './outcomes.module.css'

/** Props of the parts of one outcome market: the market and the viewed side. */
export interface MarketProps {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

/** The price of a coin: the service's, else the mid of the book, else the last trade. Null while there is none. */
export function useChance(coin: string | null): Price | null {
  const visible = usePanelVisible()
  const topic = coin === null || !visible ? null : ({ kind: 'ticker', asset: coin } as const)
  return useTopicValue(topic, ({ mark, mid, last }) => mark ?? mid ?? last) ?? null
}

interface ChanceProps {
  /** Null while there is none. */
  readonly price: Price | null
  /** Whether it was paid out at 1 or at 0; null before that. */
  readonly paid: boolean | null
  readonly tickSize: Price | null
}

/** `58.2 %`; a decided market shows its payout. */
export function Chance({ price, paid, tickSize }: ChanceProps): ReactNode {
  if (paid !== null) return <span className={styles.chance}>{paid ? 'paid 1' : 'paid 0'}</span>
  return price === null ? (
    <span className={styles.chance}>{NONE}</span>
  ) : (
    <Figure value={percentOf(price, tickSize)} unit="%" tint className={styles.chance} />
  )
}

/** The bar beside it, proportional to it. */
export function ChanceBar({ price, paid }: Pick<ChanceProps, 'price' | 'paid'>): ReactNode {
  const share = paid === null ? Number(price ?? '0') : paid ? 1 : 0
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.filled} style={{ transform: `scaleX(${share})` }} />
    </span>
  )
}

/** The remaining time of an outcome market, or that it is over, and its payout. */
export function Life({ market }: { market: OutcomeMarket }): ReactNode {
  const soon = market.expiry !== null && !market.expired && !market.settling
  const text = useServerClockValue((now) => lifeText(market, now))
  return <span className={classNames(styles.life, !soon && styles.over)}>{text}</span>
}

/** Whether a side was paid out; null before that. */
export const paidFor = (market: Pick<OutcomeMarket, 'winner'>, side: OutcomeSide): boolean | null =>
  market.winner === null ? null : market.winner === side.index

type Prices = readonly (Price | null)[]
const NO_PRICES: Prices = []

/** The price of each side, in the order of the market's sides and of one moment; empty while there is none, and after the payout. */
export function useSidePrices({ sides, winner }: Pick<OutcomeMarket, 'sides' | 'winner'>): Prices {
  const { store, clock } = useMarketData()
  const visible = usePanelVisible()
  const coins = visible && winner === null ? sides.map(({ coin }) => coin).join(' ') : ''
  const [prices, setPrices] = useState(NO_PRICES)
  useLayoutEffect(() => {
    setPrices(NO_PRICES)
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

const NO_MARKETS: readonly OutcomeMarket[] = []

/** The basis of the panels of an outcome market: the market and side of the panel, by the service's list, and its age. */
export function useOutcomeMarket() {
  const view = useTopic({ kind: 'outcomes' })
  const ref = useMarketRef()
  const freshness = useFreshness(
    view === undefined ? undefined : { stale: view.stale, receivedAt: view.receivedAt ?? 0 },
  )
  const markets = view?.markets ?? NO_MARKETS
  const own = ref?.family === 'outcome' ? ref : null
  const market = markets.find(({ outcomeId }) => outcomeId === own?.outcomeId)
  const side = market?.sides.find(({ index }) => index === own?.side)
  return {
    /** Undefined before main has published it. */
    view,
    /** Null while the list does not contain it. */
    shown: market === undefined || side === undefined ? null : { market, side },
    /** All known markets. */
    markets,
    freshness,
  }
}

interface OutcomeStatesProps {
  readonly view: OutcomesView | undefined
  readonly shown: MarketProps | null
  readonly children: (shown: MarketProps) => ReactNode
}

/** The placeholder of an outcome panel before the service has sent anything, and the banner when the last read failed. */
export function OutcomeStates({ view, shown, children }: OutcomeStatesProps): ReactNode {
  if (view === undefined || (view.receivedAt === null && view.error === null)) {
    return <Skeleton rows={9} label="Loading outcome markets" />
  }
  if (view.receivedAt === null) {
    return <ErrorState title={COMMON.outcomesUnread} message={`${view.error} Retrying automatically.`} />
  }
  return (
    <>
      {view.error !== null && (
        <Banner tone="error" title="Outcome markets could not be refreshed.">
          {view.error}
        </Banner>
      )}
      {shown === null ? (
        <EmptyState>The venue no longer lists this market. Choose another in the panel header.</EmptyState>
      ) : (
        children(shown)
      )}
    </>
  )
}
