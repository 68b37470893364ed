/** Keeps a list of trade rows, newest first: rows of new trades are taken from the end and put at the start; nothing else is touched. */
import type { TapeRow } from './tape-rows.ts'

/** A row that can show one trade. */
export interface TradeRow {
  show(row: TapeRow, own: boolean): void
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
  /** In screen order; `shown` is null for a row that shows nothing. */
  #slots: { row: Row; shown: TapeRow | null; own: boolean }[]
  #own: ReadonlySet<string> = new Set()

  /** `rows` in screen order, all showing nothing. */
  constructor(list: TradeList<Row>, rows: readonly Row[]) {
    this.#list = list
    this.#slots = rows.map((row) => ({ row, shown: null, own: false }))
  }

  paint(rows: readonly TapeRow[]): void {
    const shown = rows.slice(0, this.#slots.length)
    const newest = this.#slots[0]?.shown?.key ?? null
    const known = newest === null ? -1 : shown.findIndex(({ key }) => key === newest)
    if (known > 0) {
      const moved = this.#slots.splice(this.#slots.length - known, known)
      for (const slot of moved) this.#list.toFront(slot.row)
      this.#slots = [...moved.reverse(), ...this.#slots]
    }
    for (let index = 0; index < this.#slots.length; index += 1) {
      const slot = this.#slots[index]
      const next = shown[index] ?? null
      if (slot === undefined || isSame(slot.shown, next)) continue
      slot.shown = next
      slot.own = next !== null && this.#isOwn(next)
      if (next === null) slot.row.hide()
      else slot.row.show(next, slot.own)
    }
  }

  /** Marks the trader's own fills by trade id. */
  setOwn(own: ReadonlySet<string>): void {
    this.#own = own
    for (const slot of this.#slots) {
      const mine = slot.shown !== null && this.#isOwn(slot.shown)
      if (mine === slot.own) continue
      slot.own = mine
      slot.row.setOwn(mine)
    }
  }

  clear(): void {
    this.paint([])
  }

  #isOwn({ tids }: TapeRow): boolean {
    return tids.some((tid) => this.#own.has(tid))
  }
}

/** A trade that is told again with another price or size is written again. */
const isSame = (a: TapeRow | null, b: TapeRow | null): boolean =>
  a?.key === b?.key && a?.px === b?.px && a?.sz === b?.sz && a?.time === b?.time && a?.side === b?.side
