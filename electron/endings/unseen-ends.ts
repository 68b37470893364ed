/** Which positions of the books cannot be held any more: their markets ended, and the account has them not. Pure. */
import type { Family, Position } from '../../contract/account.ts'
import { BUCKET_MS, type Held, type OpenTrade } from '../../contract/books/index.ts'
import { compare, signOf } from '../../contract/decimal.ts'
import { type Millis, millis } from '../../contract/time.ts'

/** A position of the books that ended with its market. */
export interface UnseenEnd {
  readonly held: Held
  readonly trade: OpenTrade
  /** When its market ended; null where nothing tells it. */
  readonly end: Millis | null
}

interface BooksAndAccount {
  /** As the books stand, worked out to the last entry. */
  readonly books: readonly Held[]
  readonly trades: Readonly<Record<string, OpenTrade>>
  /** As a read of the account has them. */
  readonly positions: readonly Pick<Position, 'asset' | 'size'>[]
  /** Positions whose ends the ledger shows, with the service time since when each is held. */
  readonly watched: readonly { readonly asset: string; readonly since: Millis }[]
  /** The service's time. */
  readonly now: number
  /** Whether, and when, the market of a coin ended; `no` also while that is not known. */
  readonly coinEnd: (coin: string) => CoinEnd
}

/** `at`: where that is told. */
export type CoinEnd = 'no' | { readonly at: Millis | null }

/** A settlement takes a while to show in the account, ms. */
const SETTLES = 120_000

export function unseenEnds({ books, trades, positions, watched, now, coinEnd }: BooksAndAccount): readonly UnseenEnd[] {
  return books.flatMap((held): UnseenEnd[] => {
    const { asset, family, size } = held
    const trade = trades[asset]
    if (trade === undefined || signOf(size) === 0) return []
    const ended = family === 'outcome' ? coinEnd(asset) : bucketEnd(trade, now)
    if (ended === 'no') return []
    const there = positions.find((one) => one.asset === asset && signOf(one.size) !== 0)
    // An asset of buckets has another turn: what is held in it now is not what was held then.
    const isGone = there === undefined || (family !== 'outcome' && compare(there.size, size) !== 0)
    const isWatched = watched.some((one) => one.asset === asset && (ended.at === null || one.since <= ended.at))
    return isGone && !isWatched ? [{ held, trade, end: ended.at }] : []
  })
}

function bucketEnd({ bucket }: OpenTrade, now: number): CoinEnd {
  if (bucket === null || now < bucket + BUCKET_MS + SETTLES) return 'no'
  return { at: millis(bucket + BUCKET_MS) }
}

/** Whether what a family settles at is told by its bucket. */
export const isOfBucket = (family: Family): family is 'scalar' | 'binary' => family !== 'outcome'
