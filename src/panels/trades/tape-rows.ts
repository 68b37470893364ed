/** What the tape shows of the public trades: prints of one order as one, and small ones left out, where chosen. Pure. */
import { add, compare, type Decimal, type Price, type Size } from '../../../contract/decimal.ts'
import type { PublicTrade, Side } from '../../../contract/market.ts'

/** One row of the tape. */
export interface TapeRow {
  /** Another text for another row. */
  readonly key: string
  /** The taker's side of the market. */
  readonly side: Side
  /** Of several prints the last price, which is the worst for the taker. */
  readonly px: Price
  readonly sz: Size
  readonly time: number
  /** Ids of the trades in it. */
  readonly tids: readonly string[]
}

export interface TapeShape {
  /** Smaller rows are left out; null for none. */
  readonly least: Decimal | null
  /** Whether the prints of one order are one row. */
  readonly bundled: boolean
}

/** The service names no taker: trades of one side at one moment are taken for those of one order. */
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
      // A print that comes later makes it another row.
      rows[rows.length - 1] = { ...last, key: `${last.tids[0]} ${tids.length}`, sz: add(last.sz, trade.sz), tids }
    } else {
      rows.push(rowOf(trade))
    }
    before = trade
  }
  return least === null ? rows : rows.filter(({ sz }) => compare(sz, least) >= 0)
}

/** The least sizes to choose from. */
export const LEAST_SIZES = ['1', '5', '10', '50', '100', '500'] as const

/** What was kept of the choice; every size for anything else. */
export const leastFrom = (kept: unknown): Decimal | null =>
  (LEAST_SIZES.find((one) => one === kept) as Decimal | undefined) ?? null
export const bundledFrom = (kept: unknown): boolean => kept === true
