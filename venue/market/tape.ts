/** The public record of one asset: its last trades and the value traded over 24 hours. */
import type { PublicTradeInfo } from './types.ts'

const MOST_TRADES = 1000
const MINUTE = 60_000
const MINUTES_OF_DAY = 1440

export class Tape {
  #trades: PublicTradeInfo[] = []
  /** Value traded by minute, micro-USDC; cell n holds the newest minute that is n modulo a day. */
  readonly #cells: { minute: number; value: bigint }[] = []

  add(trade: PublicTradeInfo, value: bigint): void {
    this.#trades.push(trade)
    if (this.#trades.length >= MOST_TRADES * 2) this.#trades = this.#trades.slice(-MOST_TRADES)
    const minute = Math.floor(trade.time / MINUTE)
    const place = minute % MINUTES_OF_DAY
    const cell = this.#cells[place]
    if (cell?.minute === minute) cell.value += value
    else this.#cells[place] = { minute, value }
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
