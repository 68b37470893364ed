/** Assembles the sheet of one day from its records. */
import { type BookEntry, DAY_MS, dayOf, EMPTY_DAY, openDay, placeOf } from '../../contract/books/index.ts'
import type { DaySheet } from '../../contract/books-view.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { BookStore, PastOf, TradeStore, TransferStore } from '../storage/index.ts'

interface SheetStores {
  readonly store: Pick<BookStore, 'results' | 'conversions' | 'due'>
  readonly tradeStore: Pick<TradeStore, 'newest'>
  readonly transfers: Pick<TransferStore, 'between'>
}

/** No sheet of paper has more than this. */
const MAX_TRADES = 2000

/**
 * @param time any moment of the day, the service's time
 * @param of null while nobody is signed in: the sheet is then empty
 * @param clockOffset the service's clock minus this machine's, ms
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
    trades: tradeStore.newest(of, day, end, MAX_TRADES).toReversed(),
    tradeCount: results.reduce((all, { trades }) => all + trades.known + trades.unknown, 0),
    conversions: store.conversions(of, day, end),
    transfers: transfers
      .between(of, day - clockOffset, end - clockOffset)
      .map(({ id, amount, state, at }) => ({ id, amount, state, at: millis(at + clockOffset) })),
  }
}

/**
 * One day of a wallet in progress, a slice at a time. It continues from its state in memory as long as new entries are later than its last one, and
 * is stored complete. Until then the day is due on disk.
 */
export interface DayAtWork {
  /** Whether the day continues with what is due now; otherwise it is started again. @param arrived place of the first entry that arrived since. */
  continuesFor(of: PastOf, day: number, arrived: string | null): boolean
  /** Processes one slice and stores its result: `day` and `all` once the day is complete, `all` where no later day has entries. */
  step(): 'more' | 'day' | 'all'
}

type DayStore = Pick<
  BookStore,
  'endBefore' | 'entries' | 'stretchEnd' | 'keepTrades' | 'keepDay' | 'firstSince' | 'takeArrivals'
>

/** Approximate number of entries per slice: a few ms including their writes. */
const SLICE = 40

/**
 * @param due since when the books are out of date; earlier days are only cleared.
 * @param nameOf display name of an asset; null where unknown.
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
  /** The last processed entry. */
  let last: BookEntry | null = null
  /** Trades that ended before this are stored. */
  let keptUpTo = Math.min(dayOf(due), day)

  /** The next unprocessed entries, and whether there are no more. */
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
    continuesFor: (whose, dueDay, arrived) =>
      whose.profile === of.profile &&
      whose.account === of.account &&
      dueDay === day &&
      (last === null || arrived === null || arrived > placeOf(last)) &&
      // A market that was not listed at first gets its name in the whole day.
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
