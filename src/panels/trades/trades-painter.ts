/** Keeps a list of trade rows, newest first: rows of new trades are taken from the end and put at the start; nothing else is touched. */
import type { PublicTrade } from '../../../contract/market.ts'

/** A row that can show one trade. */
export interface TradeRow {
  show(trade: PublicTrade, own: boolean): void
  hide(): void
  setOwn(own: boolean): void
}

/** The list that holds the rows on screen. */
interface TradeList<Row extends TradeRow> {
  /** Puts a row before all others. */
  toFront(row: Row): void
}

export class TradesPainter<Row extends TradeRow> {
  readonly #list: TradeList<Row>
  /** In screen order; `tid` is null for a row that shows nothing. */
  #slots: { row: Row; tid: string | null; own: boolean }[]
  #own: ReadonlySet<string> = new Set()

  /** `rows` in screen order, all showing nothing. */
  constructor(list: TradeList<Row>, rows: readonly Row[]) {
    this.#list = list
    this.#slots = rows.map((row) => ({ row, tid: null, own: false }))
  }

  paint(trades: readonly PublicTrade[]): void {
    const shown = trades.slice(0, this.#slots.length)
    const newest = this.#slots[0]?.tid ?? null
    const known = newest === null ? -1 : shown.findIndex((trade) => trade.tid === newest)
    if (known > 0) {
      const moved = this.#slots.splice(this.#slots.length - known, known)
      for (const slot of moved) this.#list.toFront(slot.row)
      this.#slots = [...moved.reverse(), ...this.#slots]
    }
    for (let index = 0; index < this.#slots.length; index += 1) {
      const slot = this.#slots[index]
      const trade = shown[index]
      if (slot === undefined || slot.tid === (trade?.tid ?? null)) continue
      slot.tid = trade?.tid ?? null
      slot.own = trade !== undefined && this.#own.has(trade.tid)
      if (trade === undefined) slot.row.hide()
      else slot.row.show(trade, slot.own)
    }
  }

  /** Marks the trader's own fills by trade id. */
  setOwn(own: ReadonlySet<string>): void {
    this.#own = own
    for (const slot of this.#slots) {
      const mine = slot.tid !== null && own.has(slot.tid)
      if (mine === slot.own) continue
      slot.own = mine
      slot.row.setOwn(mine)
    }
  }

  clear(): void {
    this.paint([])
  }
}
