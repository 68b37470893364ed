/** How far a resting order, or what is held at a price, is from the mark, and for how long it has been there. */
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
import { type Column, GivesWay } from '../ui/index.ts'
import styles from './order-cells.module.css'

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

/** What is at a price, and from which side the mark comes to it: as to a buy from above, as to a sale from below. */
export type Reached = Pick<Order, 'side' | 'price'>

/** What a copy and the order of rows read of what streams in. */
export interface LiveReads {
  readonly markOf: (asset: string) => Price | null
  /** The service's time, ms. */
  readonly now: () => number
}

interface DistanceProps {
  readonly asset: string
  readonly spec: AssetSpec
  /** Null for what is at no price. */
  readonly at: Reached | null
}

function Distance({ asset, spec, at }: DistanceProps): ReactNode {
  const mark = useTopicValue({ kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  const distance = at === null ? null : distanceOf(at, spec.tickSize, mark)
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

/** Below zero once the mark is past it; empty where there is none, or prices are no temperatures. */
const degreesFor = (at: Reached | null, { family, tickSize }: AssetSpec, mark: Price | null): string => {
  const distance = at === null || family !== 'scalar' ? null : distanceOf(at, tickSize, mark)
  if (distance === null) return ''
  return distance.ticks?.startsWith('-') ? `-${distance.price}` : distance.price
}

/** The column that says how far the mark is from what a row is about; a copy as CSV has the ticks and, beside them, °F. */
export function distanceColumn<Row extends { readonly spec: AssetSpec }>(
  { asset, at }: { readonly asset: (row: Row) => string; readonly at: (row: Row) => Reached | null },
  { markOf }: Pick<LiveReads, 'markOf'>,
): Column<Row> {
  const markFor = (row: Row): Price | null => markOf(asset(row))
  return {
    id: 'distance',
    title: 'To mark',
    explanation: 'How far the mark is from it: what it has to move until it reaches it',
    isNumeric: true,
    fit: 'content',
    least: 66,
    isLive: true,
    Cell: ({ row }) => <Distance asset={asset(row)} spec={row.spec} at={at(row)} />,
    text: (row) => {
      const reached = at(row)
      return reached === null ? NONE : distanceText(reached, row.spec, markFor(row))
    },
    csvAlso: { title: 'To mark (°F)', of: (row) => degreesFor(at(row), row.spec, markFor(row)) },
    sort: {
      by: 'decimal',
      of: (row) => {
        const reached = at(row)
        return reached === null ? null : (distanceOf(reached, row.spec.tickSize, markFor(row))?.ticks ?? null)
      },
    },
    first: 'ascending',
  }
}

function Age({ since }: { readonly since: number }): ReactNode {
  const age = useServerClockValue((now) => spanWords(now - since))
  return <span className={styles.faint}>{age}</span>
}

/** The column that says for how long it has been there, by the service's clock; the oldest first. */
export const ageColumn = <Row,>(since: (row: Row) => number, { now }: Pick<LiveReads, 'now'>): Column<Row> => ({
  id: 'age',
  title: 'Age',
  isNumeric: true,
  fit: 'content',
  least: 52,
  isLive: true,
  Cell: ({ row }) => <Age since={since(row)} />,
  text: (row) => spanWords(now() - since(row)),
  sort: { by: 'count', of: (row) => -since(row) },
})
