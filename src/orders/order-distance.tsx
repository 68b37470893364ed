/** How far a resting order is from the mark, and for how long it has rested. */
import type { ReactNode } from 'react'
import type { Order } from '../../contract/account.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  type Price,
  padTo,
  placesOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { degreesText, grouped, NONE } from '../format/index.ts'
import { spanWords, useServerClockValue, useTopicValue } from '../market-data/index.ts'
import type { AssetSpec } from '../queries/index.ts'
import { GivesWay } from '../ui/index.ts'
import styles from './order-cells.module.css'
import type { OrderLine } from './order-cells.tsx'

interface Distance {
  /** Whole ticks, rounded: what still has to come towards the order; below zero once the mark is past it. Null without a tick. */
  readonly ticks: Decimal | null
  /** The same in prices, without a sign. */
  readonly price: Price
}

/** From the mark to an order, as its market has to move to reach it. */
export function distanceOf(
  { side, price }: Pick<Order, 'side' | 'price'>,
  tickSize: Price | null,
  mark: Price | null,
): Distance | null {
  if (mark === null) return null
  const left = side === 'buy' ? subtract(mark, price) : subtract(price, mark)
  return {
    ticks: tickSize === null ? null : toPlaces(divide(left as Decimal, tickSize as Decimal, 6), 0),
    price: tickSize === null ? absolute(left) : padTo(absolute(left), placesOf(tickSize)),
  }
}

/** `16 ticks`, `1 tick`, `3 ticks past`. */
export function ticksText({ ticks }: Pick<Distance, 'ticks'>): string {
  if (ticks === null) return NONE
  const count = trimZeros(absolute(ticks))
  return `${grouped(count)} tick${compare(count, '1' as Decimal) === 0 ? '' : 's'}${ticks.startsWith('-') ? ' past' : ''}`
}

/** With °F where prices are marks: `16 ticks, 0.16 °F`. */
export function distanceText(order: Pick<Order, 'side' | 'price'>, spec: AssetSpec, mark: Price | null): string {
  const distance = distanceOf(order, spec.tickSize, mark)
  if (distance === null) return NONE
  return spec.family === 'scalar' ? `${ticksText(distance)}, ${degreesText(distance.price)}` : ticksText(distance)
}

interface Props {
  readonly row: OrderLine
}

export function DistanceCell({ row: { order, spec } }: Props): ReactNode {
  const mark = useTopicValue({ kind: 'ticker', asset: order.asset }, (ticker) => ticker.mark) ?? null
  const distance = distanceOf(order, spec.tickSize, mark)
  if (distance === null) return <span className={styles.faint}>{NONE}</span>
  return (
    <>
      {ticksText(distance)}
      {spec.family === 'scalar' && (
        <GivesWay part="degrees">
          <span className={styles.faint}> {degreesText(distance.price)}</span>
        </GivesWay>
      )}
    </>
  )
}

/** By the service's clock. */
export function AgeCell({ row: { order } }: Props): ReactNode {
  const age = useServerClockValue((now) => spanWords(now - order.time))
  return <span className={styles.faint}>{age}</span>
}
