/** Puts the sheet of one day together out of what is kept of it. */
import { DAY_MS, dayOf } from '../../contract/books/index.ts'
import type { DaySheet } from '../../contract/day-sheet.ts'
import { millis } from '../../contract/time.ts'
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
