/** The distance of a resting order, an exit or the entry of a position from the mark, and its age. */

import { type ReactNode, useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import {
  absolute,
  type Decimal,
  divide,
  type Price,
  padTo,
  placesOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { counted, plural } from '../../contract/plural.ts'
import { degreesText, NONE, signed } from '../format/index.ts'
import { spanText, useMarketData, useServerClockValue, useServerNow, useTopicValue } from '../market-data/index.ts'
import type { AssetSpec } from '../queries/index.ts'
import { type Column, GivesWay } from '../ui/index.ts'
import styles from './order-cells.module.css'

interface Distance {
  /** Whole ticks, rounded: the remaining distance to the order; negative once the mark has passed it. Null without a tick. */
  readonly ticks: Decimal | null
  /** The distance as a price difference, unsigned. */
  readonly price: Price
}

/** From the mark to an order: how far its market has to move to reach it. */
function distanceOf(
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
function ticksText({ ticks }: Pick<Distance, 'ticks'>): string {
  if (ticks === null) return NONE
  const count = trimZeros(absolute(ticks))
  return ticks.startsWith('-') ? counted(count, 'tick past', 'ticks past') : counted(count, 'tick', 'ticks')
}

/** For an entry, what the mark has gained since: `+ 16 ticks`, `− 1 tick`. */
function gainedText({ ticks }: Pick<Distance, 'ticks'>): string {
  if (ticks === null) return NONE
  const count = signed(trimZeros(ticks))
  return plural(trimZeros(absolute(ticks)), `${count} tick`, `${count} ticks`)
}

/** The reference of a distance: an entry has gains and losses, the price of an order or of an exit is reached. */
type DistanceFrom = 'price' | 'entry'

/** The ticks as text, and beside them °F where prices are marks; an entry may be between two ticks. */
function wordsOf(distance: Distance, { family, tickSize }: AssetSpec, from: DistanceFrom): readonly string[] {
  const ticks = from === 'entry' ? gainedText(distance) : ticksText(distance)
  if (!FAMILY_RULES[family].isMark) return [ticks]
  const isBetween = from === 'entry' && tickSize !== null
  return [ticks, degreesText(isBetween ? toPlaces(distance.price, placesOf(tickSize)) : distance.price)]
}

/** With °F where prices are marks: `16 ticks, 0.16 °F`; for an entry `+ 16 ticks, 0.16 °F`. */
function distanceText(at: Reached, spec: AssetSpec, mark: Price | null, from: DistanceFrom = 'price'): string {
  const distance = distanceOf(at, spec.tickSize, mark)
  return distance === null ? NONE : wordsOf(distance, spec, from).join(', ')
}

/** A price, and the side from which the mark approaches it: from above to a buy, from below to a sale. */
export type Reached = Pick<Order, 'side' | 'price'>

/** Access to streaming values for copies and sorting. */
export interface LiveReads {
  readonly markOf: (asset: string) => Price | null
  /** Service time, ms. */
  readonly now: () => number
}

interface DistanceOf<Row> {
  readonly asset: (row: Row) => string
  /** Null for what has no price. */
  readonly at: (row: Row) => Reached | null
  /** The last read mark, used where no live one arrived; omitted where there is none. */
  readonly markRead?: (row: Row) => Price | null
  readonly from?: DistanceFrom
}

interface DistanceProps {
  readonly asset: string
  readonly spec: AssetSpec
  readonly at: Reached | null
  readonly markRead: Price | null
  readonly from: DistanceFrom
}

function Distance({ asset, spec, at, markRead, from }: DistanceProps): ReactNode {
  const mark = useTopicValue({ kind: 'ticker', asset }, (ticker) => ticker.mark) ?? markRead
  const distance = at === null ? null : distanceOf(at, spec.tickSize, mark)
  if (distance === null) return <span className={styles.faint}>{NONE}</span>
  const [ticks, degrees] = wordsOf(distance, spec, from)
  return (
    <>
      {ticks}
      {degrees !== undefined && (
        <GivesWay part="degrees">
          <span className={styles.faint}> {degrees}</span>
        </GivesWay>
      )}
    </>
  )
}

/** Negative once the mark has passed it; empty where there is none, or prices are not temperatures. */
const degreesFor = (at: Reached | null, { family, tickSize }: AssetSpec, mark: Price | null): string => {
  const distance = at === null || !FAMILY_RULES[family].isMark ? null : distanceOf(at, tickSize, mark)
  if (distance === null) return ''
  return distance.ticks?.startsWith('-') ? `-${distance.price}` : distance.price
}

/** The column with the mark's distance from the row's price; as CSV it has the ticks and, beside them, °F. */
export function distanceColumn<Row extends { readonly spec: AssetSpec }>(
  { asset, at, markRead = () => null, from = 'price' }: DistanceOf<Row>,
  { markOf }: Pick<LiveReads, 'markOf'>,
): Column<Row> {
  const markFor = (row: Row): Price | null => markOf(asset(row)) ?? markRead(row)
  return {
    id: 'distance',
    title: 'To mark',
    explanation: from === 'entry' ? 'From entry to mark; + is in your favor' : 'Distance of the mark from its price',
    isNumeric: true,
    fit: 'content',
    least: 66,
    isLive: true,
    Cell: ({ row }) => (
      <Distance asset={asset(row)} spec={row.spec} at={at(row)} markRead={markRead(row)} from={from} />
    ),
    text: (row) => {
      const reached = at(row)
      return reached === null ? NONE : distanceText(reached, row.spec, markFor(row), from)
    },
    csvAlso: { title: 'To mark (°F)', of: (row) => degreesFor(at(row), row.spec, markFor(row)) },
    sort: {
      by: 'decimal',
      of: (row) => {
        const reached = at(row)
        return reached === null ? null : (distanceOf(reached, row.spec.tickSize, markFor(row))?.ticks ?? null)
      },
    },
    first: from === 'entry' ? 'descending' : 'ascending',
  }
}

function Age({ since }: { readonly since: number }): ReactNode {
  const age = useServerClockValue((now) => spanText(now - since))
  return <span className={styles.faint}>{age}</span>
}

/**
 * The age column, by the service's clock; the oldest first.
 * @param since null where unknown
 * @param unavailableReason why it is unknown, as a sentence; null for a row without an age
 */
export const ageColumn = <Row,>(
  since: (row: Row) => number | null,
  { now }: Pick<LiveReads, 'now'>,
  whyNot: (row: Row) => string | null = () => null,
): Column<Row> => ({
  id: 'age',
  title: 'Age',
  isNumeric: true,
  fit: 'content',
  least: 52,
  isLive: true,
  Cell: ({ row }) => {
    const at = since(row)
    if (at !== null) return <Age since={at} />
    const why = whyNot(row)
    if (why === null) return null
    return (
      <span className={styles.faint} title={why}>
        {NONE}
        <span className="visually-hidden">, {why}</span>
      </span>
    )
  },
  text: (row) => {
    const at = since(row)
    return at === null ? (whyNot(row) === null ? '' : NONE) : spanText(now() - at)
  },
  csv: (row) => {
    const at = since(row)
    return at === null ? '' : spanText(now() - at)
  },
  sort: {
    by: 'count',
    of: (row) => {
      const at = since(row)
      return at === null ? null : -at
    },
  },
})

/** Reads the rows' streaming values for copies and sorting, without subscribing to them. */
export function useLiveReads(): LiveReads {
  const { store } = useMarketData()
  const now = useServerNow()
  return useMemo(() => ({ markOf: (asset) => store.read({ kind: 'ticker', asset })?.mark ?? null, now }), [store, now])
}
