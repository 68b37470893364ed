/** The public record of one asset: its last trades and the value traded over 24 hours. */
import type { PublicTradeInfo } from './interface.ts'

const MOST_TRADES = 1000
const MINUTE = 60_000
const MINUTES_OF_DAY = 1440

export class Tape {
  #trades: PublicTradeInfo[] = []
  /** Value traded by minute, micro-USDC; cell n holds the newest minute that is n modulo a day. */
  readonly #cells = Array.from({ length: MINUTES_OF_DAY }, () => ({ minute: -1, value: 0n }))

  add(trade: PublicTradeInfo, value: bigint): void {
    this.#trades.push(trade)
    if (this.#trades.length >= MOST_TRADES * 2) this.#trades = this.#trades.slice(-MOST_TRADES)
    const minute = Math.floor(trade.time / MINUTE)
    const cell = this.#cells[minute % MINUTES_OF_DAY]
    if (cell === undefined) return
    if (cell.minute !== minute) {
      cell.minute = minute
      cell.value = 0n
    }
    cell.value += value
  }

  /** The last trades, newest first. */
  newest(limit: number): PublicTradeInfo[] {
    return limit <= 0 ? [] : this.#trades.slice(-limit).reverse()
  }

  /** The last trade, null before the first. */
  last(): PublicTradeInfo | null {
    return this.#trades.at(-1) ?? null
  }

  /** Value traded in the 1440 minutes up to and including that of `time`, micro-USDC. */
  volume(time: number): bigint {
    const oldest = Math.floor(time / MINUTE) - MINUTES_OF_DAY + 1
    return this.#cells.reduce((sum, cell) => (cell.minute >= oldest ? sum + cell.value : sum), 0n)
  }
}
