/** Quick fills beside the fields of the ticket: prices of the book, distances, and the most that can be bought or sold. */
import type { ReactNode } from 'react'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Price,
  placesOf,
  type Size,
  signOf,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BookView } from '../../../contract/market.ts'
import { atPlaces } from '../../format/index.ts'
import { CENTS } from '../../workspace/index.ts'
import styles from './outcomes.module.css'

interface QuickPricesProps {
  readonly book: BookView | null
  readonly tickSize: Price | null
  readonly onPick: (price: Price) => void
}

/** Bid, middle and ask, each a click away. */
export function QuickPrices({ book, tickSize, onPick }: QuickPricesProps): ReactNode {
  const bid = book?.bids[0]?.px ?? null
  const ask = book?.asks[0]?.px ?? null
  const prices = [
    ['bid', bid],
    ['mid', bid === null || ask === null ? null : middle(bid, ask, tickSize ?? bid)],
    ['ask', ask],
  ] as const
  return (
    <span className={styles.quick}>
      {prices.map(([name, price]) => (
        <button
          key={name}
          type="button"
          className={styles.link}
          disabled={price === null}
          onClick={() => {
            if (price !== null) onPick(price)
          }}
        >
          {name}
        </button>
      ))}
    </span>
  )
}

/** Halfway, down to the grid that a price lies on. */
function middle(bid: Price, ask: Price, grid: Price): Price {
  const step = `0.${'0'.repeat(Math.max(0, placesOf(grid) - 1))}1` as Decimal
  return toStep(divide(add(bid, ask), '2' as Decimal, 20), step)
}

/** Distances that are often wanted. */
export function QuickDistances({ onPick }: { onPick: (cents: string) => void }): ReactNode {
  return (
    <span className={styles.quick}>
      {CENTS.map((choice) => (
        <button key={choice} type="button" className={styles.link} onClick={() => onPick(choice)}>
          {choice}
        </button>
      ))}
    </span>
  )
}

interface MostHintProps {
  readonly most: Size | null
  /** Decimals of a size. */
  readonly places: number
  readonly buying: boolean
  readonly known: boolean
  readonly onPick: (size: string) => void
}

/** The most that the collateral buys, or what is held to sell. */
export function MostHint({ most, places, buying, known, onPick }: MostHintProps): ReactNode {
  if (!known) return 'account not read yet'
  if (most === null || signOf(most) === 0) return buying ? null : 'none held'
  const size = trimZeros(absolute(most))
  return (
    <button type="button" className={styles.link} onClick={() => onPick(size)}>
      {buying ? 'max' : 'held'} {atPlaces(size, places)}
    </button>
  )
}
