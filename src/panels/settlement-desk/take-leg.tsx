/** A press that fills an order into the ticket of a market; it sends nothing. */
import type { ReactNode } from 'react'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { useTakeOrderIn } from '../../workspace/index.ts'
import styles from './relative-value.module.css'

export interface LegToTake {
  readonly market: MarketRef
  readonly asset: string
  readonly side: Side
  /** In the market's own prices: of binary markets those of UP. */
  readonly price: Price
  /** Contracts, shares, or for a prediction USDC; null leaves what is typed. */
  readonly size: Size | null
}

interface TakeProps {
  /** What the press does, in all: `Buy UP at 0.412`. */
  readonly name: string
  readonly leg: LegToTake | null
  readonly children: ReactNode
  /** Whether all of the row around it is pressed with it. */
  readonly isRow?: boolean
}

export function Take({ name, leg, children, isRow = false }: TakeProps): ReactNode {
  const take = useTakeOrderIn()
  if (leg === null) return <span className={styles.name}>{children}</span>
  const { market, asset, side, price, size } = leg
  return (
    <button
      type="button"
      className={isRow ? styles.rowPress : styles.take}
      aria-label={`${name}: into the ticket`}
      title={`${name}: into the ticket; nothing is sent`}
      onClick={() => take(market, asset, { side, price, size, tif: null })}
    >
      {children}
    </button>
  )
}
