/** Binary UP by the same distribution: the probability of settling above the midpoint beside the current costs of UP and DOWN. */

import type { ReactNode } from 'react'
import type { Fees } from '../../../contract/account.ts'
import type { BinaryDirection } from '../../../contract/binary.ts'
import { BASIS_POINTS, divide, multiply, type Price } from '../../../contract/decimal.ts'
import { atOrAbove, type Distribution } from '../../../contract/settlement/index.ts'
import { atPlaces, NONE, temperatureOf } from '../../format/index.ts'
import { useCalmTopic, useTopic } from '../../market-data/index.ts'
import { presentOf, pricesOf } from '../../markets/binary/index.ts'
import { useFees } from '../../queries/index.ts'
import { EmptyState, usePanelVisible } from '../../ui/index.ts'
import { chanceText, type SectionProps } from './desk.ts'
import { TableHead } from './legs.tsx'
import { MESSAGES } from './messages.ts'
import styles from './settlement-desk.module.css'

/**
 * The probability that it settles above the midpoint. A settlement is rounded half up to the tick: it is above the midpoint from half a tick below
 * the first tick over it.
 */
export function upWorth(distribution: Distribution, midpoint: Price, tick: Price): number {
  const step = Number(tick)
  // Whole ticks of both, so that a midpoint on the tick is not above itself.
  const ticks = Math.floor(Number((Number(midpoint) / step).toFixed(6))) + 1
  return atOrAbove(distribution, (ticks - 0.5) * step)
}

/** A direction as it could be bought now. */
interface DirectionWorth {
  readonly direction: BinaryDirection
  /** Probability that it wins: the statistical value of a contract. */
  readonly worth: number
  /** Current cost of a contract; null where nobody offers one. */
  readonly price: Price | null
  /** The taker's fee of a contract, USDC; null where that or the price is unknown. */
  readonly fee: Price | null
  /** Value minus price and fee, as a statistic; null where either is unknown. */
  readonly difference: number | null
}

const FEE_PLACES = 6

export function directionWorth(
  direction: BinaryDirection,
  { up, price, fees }: { readonly up: number; readonly price: Price | null; readonly fees: Fees | undefined },
): DirectionWorth {
  const worth = direction === 'UP' ? up : 1 - up
  const fee =
    price === null || fees === undefined
      ? null
      : (divide(multiply(price, fees.takerBps), BASIS_POINTS, FEE_PLACES) as Price)
  const difference = price === null || fee === null ? null : worth - Number(price) - Number(fee)
  return { direction, worth, price, fee, difference }
}

const SECOND = 1000
/** Decimals of a value, like prices of contracts. */
const PLACES = 3

export function BinaryWorth({ desk }: SectionProps): ReactNode {
  const view = useTopic({ kind: 'binary' })
  const isSeen = usePanelVisible()
  const present = view === undefined ? null : presentOf(view)
  const asset = present?.asset ?? null
  const ticker = useCalmTopic(asset === null || !isSeen ? null : { kind: 'ticker', asset }, SECOND)
  const fees = useFees().data
  const { forecast, bucket, tick } = desk
  if (present === null || asset === null) return <EmptyState>No binary market is active.</EmptyState>
  if (present.midpoint === null) return <EmptyState>{`${asset} has no midpoint yet.`}</EmptyState>
  if (present.end !== null && present.end !== bucket.end) {
    return (
      <EmptyState>{`${asset} ends at a different time than ${bucket.asset}, with a different settlement.`}</EmptyState>
    )
  }
  const up = forecast.is === 'forecast' ? upWorth(forecast.distribution, present.midpoint, tick) : null
  const rows =
    up === null
      ? null
      : (['UP', 'DOWN'] as const).map((direction) =>
          directionWorth(direction, { up, price: pricesOf(direction, ticker).buysAt, fees }),
        )
  return (
    <>
      <p className={styles.prose}>
        {`${asset} pays UP above `}
        <strong>{temperatureOf(present.midpoint)}</strong>
        {` (${present.midpoint}). UP now: bid ${ticker?.bid ?? NONE}, ask ${ticker?.ask ?? NONE}`}
        {ticker?.stale === true && ', stale'}.
      </p>
      {rows === null ? (
        <p className={styles.prose}>{MESSAGES.noWorth}</p>
      ) : (
        <>
          <table className={styles.worth} aria-label="Fair value of UP and DOWN">
            <TableHead heads={['Side', 'Fair', 'Ask', 'Fee', 'Edge after fee'].map((text) => ({ text }))} />
            <tbody>
              {rows.map((row) => (
                <Row key={row.direction} row={row} />
              ))}
            </tbody>
          </table>
          <p className={styles.prose}>Model only: the market may know more than past marks do.</p>
        </>
      )}
    </>
  )
}

const Row = ({ row: { direction, worth, price, fee, difference } }: { readonly row: DirectionWorth }): ReactNode => (
  <tr>
    <th scope="row" className={direction === 'UP' ? styles.buy : styles.sell}>
      {direction}
    </th>
    <td>
      {worth.toFixed(PLACES)} <small>{chanceText(worth)}</small>
    </td>
    <td>{atPlaces(price, PLACES)}</td>
    <td>{fee ?? NONE}</td>
    <td className={difference === null ? undefined : difference > 0 ? styles.buy : styles.sell}>
      {difference === null ? NONE : `${difference < 0 ? '−' : '+'} ${Math.abs(difference).toFixed(PLACES)}`}
    </td>
  </tr>
)
