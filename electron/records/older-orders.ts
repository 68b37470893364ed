/**
 * Reads the order history back to its beginning, a page at a time, and what is new in it. An order comes into the history when it ends, at the
 * time at which it was made: so a mark says how far back was read, and what is new is read as far back as an order was open.
 */
import type { Order } from '../../contract/account.ts'
import { millis } from '../../contract/time.ts'
import type { Page } from '../service/index.ts'
import type { HistoryMarkStore, OrderStore, PastOf } from '../storage/index.ts'
import type { OlderRead } from './older-fills.ts'

interface OlderOrdersOptions {
  readonly marks: HistoryMarkStore
  readonly store: Pick<OrderStore, 'oldestOpen'>
  /** @throws ServiceError */
  readonly page: (of: PastOf, page: Page) => Promise<readonly Order[]>
  /** Keeps what a page shows; false where the wallet has changed meanwhile. */
  readonly keep: (of: PastOf, orders: readonly Order[]) => boolean
  /** The service's time; 0 while that is not known. */
  readonly serverTime: () => number
}

export interface OlderOrders {
  /** One page further back. @throws ServiceError */
  older(of: PastOf): Promise<OlderRead>
  /** One page of what is new; `more` until it reaches what was read before. @throws ServiceError */
  news(of: PastOf): Promise<OlderRead>
}

/** As many as a service gives at most (docs/service/limits.md#sizes). */
const PAGE = 500
/** An order may be listed this long after its time, ms. */
const LATE = 60_000

/** A read of what is new that is under way. */
interface NewsRead {
  readonly began: number
  readonly until: number
  before: number | null
}

export function createOlderOrders({ marks, store, page, keep, serverTime }: OlderOrdersOptions): OlderOrders {
  const reading = new Map<string, NewsRead>()

  /** The time of the oldest row, and where the next page begins; null where there is nothing older. */
  async function readPage(
    of: PastOf,
    before: number | null,
  ): Promise<{ oldest: number; next: number } | null | 'gone'> {
    const rows = await page(of, { limit: PAGE, before: before === null ? null : millis(before) })
    if (!keep(of, rows)) return 'gone'
    if (rows.length === 0) return null
    const oldest = rows.reduce((time, order) => Math.min(time, order.time), Number.MAX_SAFE_INTEGER)
    /** The page may end inside its oldest millisecond: the next one begins in it again, unless it did already. */
    return { oldest, next: oldest + 1 === before ? oldest : oldest + 1 }
  }

  /** Up to when all is read; of a past that was read to its beginning without a word of that, nothing. */
  const newsSince = (of: PastOf): number | null =>
    marks.mark(of, 'news')?.backTo ?? (marks.mark(of, 'past')?.isDone === true ? 0 : null)

  return {
    async older(of) {
      const mark = marks.mark(of, 'past')
      if (mark?.isDone === true) return 'done'
      const began = serverTime()
      const read = await readPage(of, mark?.backTo ?? null)
      if (read === 'gone') return 'not_yet'
      // Also of a wallet without orders: those that it makes are the news.
      if (mark === null && began > 0) marks.keepMark(of, 'news', { backTo: began, isDone: true })
      if (read === null) {
        marks.keepMark(of, 'past', { backTo: 0, isDone: true })
        return 'done'
      }
      marks.keepMark(of, 'past', { backTo: read.next, isDone: false })
      return 'more'
    },
    async news(of) {
      const began = serverTime()
      const backTo = newsSince(of)
      if (backTo === null || began <= 0) return 'not_yet'
      const whose = `${of.profile}/${of.account}`
      const known = Math.min(backTo, store.oldestOpen(of) ?? Number.MAX_SAFE_INTEGER) - LATE
      const run = reading.get(whose) ?? { began, until: known, before: null }
      reading.set(whose, run)
      const read = await readPage(of, run.before)
      if (read === 'gone') return 'not_yet'
      if (read !== null && read.oldest >= run.until) {
        run.before = read.next
        return 'more'
      }
      reading.delete(whose)
      marks.keepMark(of, 'news', { backTo: run.began, isDone: true })
      return 'done'
    },
  }
}
