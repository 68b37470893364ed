/** The sides of a market to choose from, any number of them, each with its whole name and its chance. */
import type { ReactNode } from 'react'
import { Segmented } from '../../ui/index.ts'
import { useChooseMarket } from '../../workspace/index.ts'
import { Chance } from './chance.tsx'
import { paidFor } from './life.tsx'
import type { MarketProps } from './market-props.ts'
import styles from './outcomes.module.css'
import { useSidePrices } from './side-prices.ts'

export function SideChoice({ market, side }: MarketProps): ReactNode {
  const prices = useSidePrices(market)
  const choose = useChooseMarket()
  return (
    <Segmented
      label="Side"
      look="tiles"
      options={market.sides.map((one, place) => ({
        value: String(one.index),
        label: (
          <span className={styles.sideChoice}>
            <span>{one.name}</span>{' '}
            <Chance price={prices[place] ?? null} paid={paidFor(market, one)} tickSize={market.tickSize} />
          </span>
        ),
        name: one.name,
      }))}
      value={String(side.index)}
      onChange={(index) => choose({ family: 'outcome', outcomeId: market.outcomeId, side: Number(index) })}
    />
  )
}
