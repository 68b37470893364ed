/** Puts the sheet of one day together out of what is kept of it. */
import { type BookEntry, DAY_MS, dayOf, EMPTY_DAY, openDay, placeOf } from '../../contract/books/index.ts'
import type { DaySheet } from '../../contract/books-view.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { BookStore, PastOf, TradeStore, TransferStore } from '../storage/index.ts'

interface SheetStores {
  readonly store: Pick<BookStore, 'results' | 'conversions' | 'due'>
  readonly tradeStore: Pick<TradeStore, 'newest'>
  readonly transfers: Pick<TransferStore, 'between'>
}

/** More than these stand on no sheet of paper. */
const MOST_TRADES = 2000

/**
 * @param time any moment of the day, the service's time
 * @param of null while nobody is signed in: then there is nothing on it
 * @param clockOffset the service's clock less this machine's, ms
 */
export function daySheetOf(
  { store, tradeStore, transfers }: SheetStores,
  of: PastOf | null,
  time: number,
  knownSince: number,
  clockOffset: number,
): DaySheet {
  const day = dayOf(time)
  const end = day + DAY_MS
  const known = {
    day,
    since: Number.isFinite(knownSince) ? millis(knownSince) : null,
    reachesBack: knownSince <= day,
    isWhole: of !== null && store.due(of) === null,
  }
  if (of === null) return { ...known, results: [], trades: [], tradeCount: 0, conversions: [], transfers: [] }
  const results = store.results(of, day, end)
  return {
    ...known,
    results,
    trades: tradeStore.newest(of, day, end, MOST_TRADES).toReversed(),
    tradeCount: results.reduce((all, { trades }) => all + trades.known + trades.unknown, 0),
    conversions: store.conversions(of, day, end),
    transfers: transfers
      .between(of, day - clockOffset, end - clockOffset)
      .map(({ id, amount, state, at }) => ({ id, amount, state, at: millis(at + clockOffset) })),
  }
}

/**
 * One day of a wallet that is being worked out, a slice at a time: it goes on from where it stands in memory for as long as what comes in is
 * later than what it has, and is kept whole once it has everything. Until then the day is due on disk.
 */
export interface DayAtWork {
  /** Whether the day goes on with what is due now; else it is begun again. @param arrived place of the first entry that came in since. */
  goesOn(of: PastOf, day: number, arrived: string | null): boolean
  /** Takes one slice. What has come of it is kept: `day` and `all` once the day has everything, `all` where no later day has anything. */
  step(): 'more' | 'day' | 'all'
}

type DayStore = Pick<
  BookStore,
  'endBefore' | 'entries' | 'stretchEnd' | 'keepTrades' | 'keepDay' | 'firstSince' | 'takeArrivals'
>

/** Entries that a slice has, about: a few ms with what is written of them. */
const SLICE = 40

/**
 * @param due from when on the books are out of date; of days before this one only that nothing is left in them.
 * @param nameOf what a person calls an asset; null where that is not known.
 */
export function createDayAtWork(
  store: DayStore,
  of: PastOf,
  day: Millis,
  due: number,
  nameOf: (asset: string) => string | null,
): DayAtWork {
  const work = openDay(day, store.endBefore(of, day) ?? EMPTY_DAY, nameOf)
  const end = day + DAY_MS
  /** The last entry that was taken. */
  let last: BookEntry | null = null
  /** Trades that ended before this are kept. */
  let keptUpTo = Math.min(dayOf(due), day)

  /** The next entries that it does not have, and whether that is all there is. */
  function read(): { readonly entries: readonly BookEntry[]; readonly isAll: boolean } {
    const place = last === null ? '' : placeOf(last)
    let from: number = last?.time ?? day
    for (;;) {
      const until = store.stretchEnd(of, from, end, SLICE)
      const entries = store.entries(of, from, until).filter((entry) => placeOf(entry) > place)
      const isAll = until >= end
      if (entries.length > 0 || isAll) return { entries, isAll }
      from = until
    }
  }

  return {
    goesOn: (whose, dueDay, arrived) =>
      whose.profile === of.profile &&
      whose.account === of.account &&
      dueDay === day &&
      (last === null || arrived === null || arrived > placeOf(last)) &&
      // A market that was not listed when it was worked out has its name in all of the day.
      ![...work.unnamed].some((asset) => nameOf(asset) !== null),
    step() {
      const { entries, isAll } = read()
      const trades = work.take(entries)
      last = entries.at(-1) ?? last
      if (!isAll) {
        const upTo = Math.max(keptUpTo, (last?.time ?? day) + 1)
        store.keepTrades(of, keptUpTo, upTo, trades)
        keptUpTo = upTo
        return 'more'
      }
      const isLast = store.firstSince(of, end) === null
      store.keepDay(of, day, { trades, ...work.result() }, isLast, keptUpTo)
      keptUpTo = Number.MAX_SAFE_INTEGER
      return isLast ? 'all' : 'day'
    },
  }
}
