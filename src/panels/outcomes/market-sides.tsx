/** The sides of a market with the chance of each, of one moment; a press shows that side wherever the panel's market is shown. */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { OutcomeMarket, OutcomeSide } from '../../../contract/outcome.ts'
import { classNames } from '../../ui/index.ts'
import { useChooseMarket } from '../../workspace/index.ts'
import { Chance, ChanceBar } from './chance.tsx'
import { paidFor } from './life.tsx'
import styles from './outcomes.module.css'
import { useSidePrices } from './side-prices.ts'

interface MarketSidesProps {
  readonly market: OutcomeMarket
  /** The one row of all its sides is called so; null gives each side a row of its own. */
  readonly named: string | null
  /** Index of the side that is shown; null when another market is. */
  readonly chosen: number | null
}

export function MarketSides({ market, named, chosen }: MarketSidesProps): ReactNode {
  const prices = useSidePrices(market)
  const picks = market.sides.map((side, place) => (
    <Pick
      key={side.coin}
      market={market}
      side={side}
      price={prices[place] ?? null}
      label={named === null ? side.name : place === 0 ? named : null}
      chosen={chosen === side.index}
    />
  ))
  if (named !== null) return <li className={styles.row}>{picks}</li>
  return picks.map((pick) => (
    <li key={pick.key} className={styles.row}>
      {pick}
    </li>
  ))
}

interface PickProps {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
  readonly price: Price | null
  /** Null for a further side of a row that has its label already. */
  readonly label: string | null
  readonly chosen: boolean
}

function Pick({ market, side, price, label, chosen }: PickProps): ReactNode {
  const paid = paidFor(market, side)
  const choose = useChooseMarket()
  return (
    <button
      type="button"
      className={classNames(styles.pick, label === null && styles.other, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={() => choose({ family: 'outcome', outcomeId: market.outcomeId, side: side.index })}
    >
      {label === null ? (
        <span className={styles.sideName}>{side.name}</span>
      ) : (
        <>
          <span className={styles.pickName} title={label}>
            {label}
            {label !== side.name && <span className="visually-hidden">, {side.name}</span>}
          </span>
          <ChanceBar price={price} paid={paid} />
        </>
      )}
      <Chance price={price} paid={paid} tickSize={market.tickSize} />
    </button>
  )
}
