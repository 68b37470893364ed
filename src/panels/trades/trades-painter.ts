/** The rows of the tape: prints of one order merged, newest first. Rows for new trades are taken from the end and moved to the start. */
import { add, compare, type Decimal, type Price, type Size } from '../../../contract/decimal.ts'
import type { PublicTrade, Side } from '../../../contract/market.ts'

export interface TapeRow {
  /** Unique per row. */
  readonly key: string
  /** The taker's side of the market. */
  readonly side: Side
  /** For several prints the last price, which is the worst for the taker. */
  readonly px: Price
  readonly sz: Size
  readonly time: number
  /** Ids of its trades. */
  readonly tids: readonly string[]
}

export interface TapeShape {
  /** Smaller rows are omitted; null for no minimum. */
  readonly least: Decimal | null
  /** Whether the prints of one order are one row. */
  readonly bundled: boolean
}

/** The service names no taker: trades of one side at one moment are assumed to belong to one order. */
const isSameOrder = (a: PublicTrade, b: PublicTrade): boolean => a.side === b.side && a.time === b.time

const rowOf = ({ tid, side, px, sz, time }: PublicTrade): TapeRow => ({ key: tid, side, px, sz, time, tids: [tid] })

/** Rows for trades that come newest first, newest first too. */
export function tapeRows(trades: readonly PublicTrade[], { least, bundled }: TapeShape): readonly TapeRow[] {
  const rows: TapeRow[] = []
  let before: PublicTrade | null = null
  for (const trade of trades) {
    const last = rows.at(-1)
    if (bundled && before !== null && last !== undefined && isSameOrder(before, trade)) {
      const tids = [...last.tids, trade.tid]
      // A later print makes it another row.
      rows[rows.length - 1] = { ...last, key: `${last.tids[0]} ${tids.length}`, sz: add(last.sz, trade.sz), tids }
    } else {
      rows.push(rowOf(trade))
    }
    before = trade
  }
  return least === null ? rows : rows.filter(({ sz }) => compare(sz, least) >= 0)
}

/** The choices of the minimum size. */
export const MIN_SIZES = ['1', '5', '10', '50', '100', '500'] as const

/** Parses the saved choice; every size for anything else. */
export const leastFrom = (kept: unknown): Decimal | null =>
  (MIN_SIZES.find((one) => one === kept) as Decimal | undefined) ?? null
export const bundledFrom = (kept: unknown): boolean => kept === true

/** A row that can show one trade. */
export interface TradeRow {
  show(row: TapeRow, own: boolean): void
  hide(): void
  setOwn(own: boolean): void
}

/** The list of the rows on screen. */
interface TradeList<Row extends TradeRow> {
  /** Moves a row before all others. */
  toFront(row: Row): void
}

export class TradesPainter<Row extends TradeRow> {
  readonly #list: TradeList<Row>
  /** In screen order; `shown` is null for an empty row. */
  #slots: { row: Row; shown: TapeRow | null; own: boolean }[]
  #own: ReadonlySet<string> = new Set()

  /** `rows` in screen order, all empty. */
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

/** A trade that is repeated with another price or size is rewritten. */
const isSame = (a: TapeRow | null, b: TapeRow | null): boolean =>
  a?.key === b?.key && a?.px === b?.px && a?.sz === b?.sz && a?.time === b?.time && a?.side === b?.side
