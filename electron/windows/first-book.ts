/** Knows when an order book first stood on a screen: the moment that start-up is measured by, and a screenshot waits for. */
import type { WebContents } from 'electron'
import type { BookView } from '../../contract/market.ts'
import type { FrameBatch } from '../../contract/topics.ts'

export interface FirstBook {
  /** Resolves once a window has painted an order book with levels on both sides. */
  readonly painted: Promise<void>
  sent(window: WebContents, batch: FrameBatch): void
  paintedBatch(window: WebContents, seq: number): void
}

export function watchFirstBook(): FirstBook {
  const { promise, resolve } = Promise.withResolvers<void>()
  /** The first batch with a book, of each window. */
  const first = new WeakMap<WebContents, number>()
  return {
    painted: promise,
    sent(window, batch) {
      if (!first.has(window) && hasBook(batch)) first.set(window, batch.seq)
    },
    paintedBatch(window, seq) {
      const book = first.get(window)
      if (book !== undefined && seq >= book) resolve()
    },
  }
}

const hasBook = (batch: FrameBatch): boolean =>
  batch.updates.some(([key, payload]) => {
    if (!key.startsWith('book/')) return false
    const { bids, asks } = payload as BookView
    return bids.length > 0 && asks.length > 0
  })
