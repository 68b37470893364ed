/** What of fills and of orders is put together to sums, and by what: everything that the past can be asked by. */
import type { Fill, Order } from '../../../contract/account.ts'
import type { Decimal } from '../../../contract/decimal.ts'
import { ENTRY_KINDS, isLate } from './out-of-turn.ts'

/** One kind of rows with its tables. Rows of figures are `f` in all SQL; `?1` and `?2` are profile and account, `?3` is the cut. */
export interface PrunedKind {
  readonly figures: string
  readonly bodies: string
  /** The column of a row's id. */
  readonly id: string
  readonly ids: string
  readonly sums: string
  /** Columns of the sums by which rows are grouped, each with what a row has for it. */
  readonly keys: readonly (readonly [column: string, of: string])[]
  readonly counts: readonly (readonly [column: string, of: string])[]
  readonly amounts: readonly PrunedAmount[]
  /** Which rows there are to look at. */
  readonly where: string
  /** Which of them stay one by one. */
  readonly stays: string
}

interface PrunedAmount {
  readonly column: string
  /** The exact text, of a row whose whole numbers do not hold it; null where it is not known. @param body as it was kept. */
  readonly textOf: (body: unknown) => Decimal | null
}

const known = (column: string, unknown: string): string => `COALESCE(f.${column}, ${unknown})`

/** A fill without an order's name that may be the settlement of what the terminal computed. */
const MAY_SETTLE = `(f.oid IS NULL AND EXISTS (SELECT 1 FROM computed_settlements c WHERE c.profile = ?1 AND c.account = ?2
  AND c.asset = (SELECT asset FROM past_assets WHERE id = f.asset) AND f.time BETWEEN c.since AND c.until))`

const HAS_NOTE = `EXISTS (SELECT 1 FROM notes n WHERE n.profile = ?1 AND n.account = ?2
  AND n.about = 'fill/' || f.tid || '/' || f.time)`

/** Settlements stay, for they are few, and each is told by itself; so does what the trader wrote a note on. */
export const PRUNED_FILLS: PrunedKind = {
  ...{ figures: 'fill_figures', bodies: 'fills', id: 'tid', ids: 'pruned_fills', sums: 'pruned_fill_sums' },
  keys: [
    ['asset', 'f.asset'],
    ['family', 'f.family'],
    ['is_buy', known('is_buy', '-1')],
    ['is_maker', known('is_maker', '-1')],
  ],
  counts: [
    ['count', 'COUNT(*)'],
    ['fee_unknown', 'SUM(f.fee IS NULL)'],
    ['realised_unknown', 'SUM(f.realised IS NULL)'],
  ],
  amounts: [
    { column: 'fee', textOf: (body) => (body as Fill).fee },
    { column: 'realised', textOf: (body) => (body as Fill).realizedPnl },
    { column: 'size', textOf: (body) => (body as Fill).size },
  ],
  where: 'TRUE',
  stays: `(f.oid IS NOT NULL AND f.oid = 'settlement') OR ${MAY_SETTLE} OR ${HAS_NOTE}
    OR ${isLate(ENTRY_KINDS.fill, 'o.profile = ?1 AND o.account = ?2', 'f.tid', 'f.time')}`,
}

/** An order of which a fill is kept stays, so that its fills are never without it. */
export const PRUNED_ORDERS: PrunedKind = {
  ...{ figures: 'order_figures', bodies: 'orders', id: 'oid', ids: 'pruned_orders', sums: 'pruned_order_sums' },
  keys: [
    ['asset', 'f.asset'],
    ['family', 'f.family'],
    ['is_buy', known('is_buy', '-1')],
    ['status', known('status', "''")],
    ['tif', known('tif', "''")],
  ],
  counts: [['count', 'COUNT(*)']],
  amounts: [{ column: 'filled', textOf: (body) => (body as Order).filled }],
  where: 'f.is_open = 0',
  stays: 'EXISTS (SELECT 1 FROM fill_figures g WHERE g.wallet = f.wallet AND g.oid = f.oid AND g.time >= ?3)',
}
