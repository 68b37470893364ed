/** Gathers what happened in the scalar markets: trades in order, then each changed thing a single time. */
import type { PublicTradeInfo } from '../market/index.ts'
import type { ScalarEvent } from './interface.ts'

export class ScalarChanges {
  #trades: PublicTradeInfo[] = []
  readonly #books = new Set<string>()
  readonly #contexts = new Set<string>()
  #bucket = false

  trade(trade: PublicTradeInfo): void {
    this.#trades.push(trade)
  }

  book(asset: string): void {
    this.#books.add(asset)
  }

  context(asset: string): void {
    this.#contexts.add(asset)
  }

  bucket(): void {
    this.#bucket = true
  }

  /** Takes out everything gathered so far. */
  take(): ScalarEvent[] {
    const events: ScalarEvent[] = this.#trades.map((trade) => ({ kind: 'trade', trade }))
    if (this.#bucket) events.push({ kind: 'bucket' })
    for (const asset of this.#contexts) events.push({ kind: 'context', asset })
    for (const asset of this.#books) events.push({ kind: 'book', asset })
    this.#trades = []
    this.#bucket = false
    this.#contexts.clear()
    this.#books.clear()
    return events
  }
}
