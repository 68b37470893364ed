/** Finished orders in pages, each with its outcome, and their sums. */

import type { DatabaseSync } from 'node:sqlite'
import type { Fill, Order } from '../../contract/account.ts'
import {
  add,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { OrderMaker, OrderRow, PastTotals } from '../../contract/past.ts'
import { bodiesOf, bodyOf, rowsOf } from '../storage/index.ts'
import { rowsOfPage } from './page.ts'
import {
  type Conditions,
  conditionsOf,
  FAMILIES,
  FAMILY_TERMS,
  marketsOf,
  type QueryOf,
  type SearchableValues,
  SIDE_TERMS,
  walletOf,
} from './query.ts'
import { sumOf, totalsOf } from './sums.ts'

/**
 * The average price of an order's fills in the units of figures, relative to its own price so that no sum overflows: the floating-point error is far
 * below the ninth decimal. It decides only the order of rows.
 */
const AVERAGE = `(SELECT f.price + CAST(ROUND(SUM((x.price - f.price) * 1.0 * x.size) / SUM(x.size * 1.0)) AS INTEGER)
  FROM fill_figures x INDEXED BY fill_figures_by_order WHERE x.wallet = f.wallet AND x.oid = f.oid)`
/** Fields of the action `k` that created an order, by the service's id, else by the client's. */
const MADE = (kept: string): string => {
  const by = (column: 'oid' | 'cloid', id: string) => `(SELECT ${kept} FROM past_wallets w
    JOIN actions k ON k.profile = w.profile AND k.account = w.account AND k.${column} = ${id} WHERE w.id = f.wallet LIMIT 1)`
  return `COALESCE(${by('oid', 'f.oid')}, ${by('cloid', ORDER('cloid'))})`
}
const ORDER = (name: string): string => `(SELECT k.body ->> '$.${name}' FROM past_wallets w
    JOIN orders k ON k.profile = w.profile AND k.account = w.account AND k.oid = f.oid AND k.time = f.time WHERE w.id = f.wallet)`
/** The service's status, as `reasonOf` treats it as a reason. */
const WORD = `replace(replace(lower(${ORDER('statusText')}), ' ', '_'), '-', '_')`
const TOLD = `CASE WHEN ${WORD} IN (f.status, 'canceled') THEN NULL ELSE ${ORDER('statusText')} END`

const CANCELED_HERE = 'Canceled by Isotherm'
const UNEXPLAINED = COMMON.noReason
const NOTHING_FILLED = 'IOC: nothing filled within its limit.'
const REST_UNFILLED = 'IOC: the rest did not fill within its limit.'
/** The cause of a cancel without a stated reason, as `whyCanceled` derives it. */
const WHY_CANCELED = `CASE WHEN f.status = 'cancelled' THEN COALESCE(
  (SELECT '${CANCELED_HERE}' || COALESCE(' (' || (k.body ->> '$.held.what') || ')', '') || '.' FROM past_wallets w
    JOIN actions k ON k.profile = w.profile AND k.account = w.account AND k.cancels = f.oid
      AND k.state NOT IN ('refused', 'rejected') WHERE w.id = f.wallet ORDER BY k.created_at, k.rowid LIMIT 1),
  CASE WHEN ${MADE('1')} IS NULL THEN NULL WHEN f.tif IS NOT 'IOC' THEN '${UNEXPLAINED}'
    WHEN f.filled > 0 THEN '${REST_UNFILLED}' ELSE '${NOTHING_FILLED}' END) END`

const KEYS = {
  time: 'f.time',
  side: 'f.is_buy',
  state: 'f.status',
  price: 'f.price',
  size: 'f.size',
  filled: 'f.filled',
  tif: 'f.tif',
  average: AVERAGE,
  maker: `COALESCE(${MADE("COALESCE(k.body ->> '$.held.what', 'manual')")}, 'other client')`,
  reason: `COALESCE(${MADE("NULLIF(k.body ->> '$.message', '')")}, ${TOLD}, ${WHY_CANCELED})`,
} as const
const STATE_TEXTS: SearchableValues = {
  column: 'f.status',
  names: [
    ...['filled', 'cancelled', 'rejected', 'expired', 'unknown'].map((text) => [text, text] as const),
    // As the column spells it.
    ['cancelled', 'canceled'],
  ],
}
const TIF_TEXTS: SearchableValues = {
  column: 'f.tif',
  names: ['GTC', 'IOC', 'ALO'].map((text) => [text, text] as const),
}
const AVERAGE_PLACES = 12

type OrderQuery = QueryOf<'orders'>

function conditions(database: DatabaseSync, request: OrderQuery): Conditions | null {
  const wallet = walletOf(database, request)
  if (wallet === null) return null
  const reports = [FAMILY_TERMS, SIDE_TERMS, STATE_TEXTS, TIF_TEXTS]
  const ofId = database.prepare('SELECT id FROM order_figures WHERE wallet = ? AND oid = ?')
  const rowsWith = (text: string) => rowsOf<{ id: number }>(ofId, wallet, text).map(({ id }) => id)
  const all = conditionsOf(request, wallet, marketsOf(database, request), { columns: reports, rowsWith })
  if (all === null) return null
  const { sql, values } = all
  return { sql: `f.is_open = 0 AND ${sql.replace('+f.wallet', 'f.wallet')}`, values }
}

export function orderPage(database: DatabaseSync, request: OrderQuery, after: string | null, limit: number) {
  const { of } = request
  const body = database.prepare('SELECT body FROM orders WHERE profile = ? AND account = ? AND oid = ? AND time = ?')
  const made = madeOf(database, of)
  const select = 'f.oid AS oid, f.time AS at, f.family AS family'
  const page = { tables: 'order_figures f', keys: KEYS, select, after, limit }
  const where = conditions(database, request)
  return rowsOfPage(database, request, where, page, ({ oid, at, family }, names): OrderRow | null => {
    const [kept] = rowsOf<{ body: string }>(body, of.profile, of.account, oid as string, Number(at))
    const order = kept === undefined ? null : bodyOf<Order>(kept.body)
    if (order === null) return null
    const own = { family: FAMILIES[Number(family)] ?? 'scalar', name: names.get(order.asset) ?? order.asset }
    return { ...order, ...own, id: `${order.oid}/${order.time}`, ...made(order) }
  })
}

/** What fills and journal show of an order. */
function madeOf(
  database: DatabaseSync,
  { profile, account }: OrderQuery['of'],
): (order: Order) => Pick<OrderRow, 'average' | 'reason' | 'maker' | 'actionId'> {
  const fills = database.prepare(
    'SELECT body FROM fills INDEXED BY fills_by_order WHERE profile = ? AND account = ? AND oid = ?',
  )
  const by = (column: 'oid' | 'cloid') =>
    database.prepare(
      `SELECT id, body ->> '$.held.what' AS held, body ->> '$.message' AS message FROM actions
       WHERE profile = ?1 AND account = ?2 AND ${column} = ?3 LIMIT 1`,
    )
  const [byOid, byCloid] = [by('oid'), by('cloid')]
  const canceling = database.prepare(
    `SELECT body ->> '$.held.what' AS held FROM actions WHERE profile = ? AND account = ? AND cancels = ?
       AND state NOT IN ('refused', 'rejected') ORDER BY created_at, rowid LIMIT 1`,
  )
  function whyCanceled({ oid, status, tif, filled }: Order, action: Made | null): string | null {
    if (status !== 'cancelled') return null
    const [cancel] = rowsOf<Pick<Made, 'held'>>(canceling, profile, account, oid)
    if (cancel !== undefined) return `${CANCELED_HERE}${cancel.held === null ? '' : ` (${cancel.held})`}.`
    if (action === null) return null
    if (tif !== 'IOC') return UNEXPLAINED
    return signOf(filled) > 0 ? REST_UNFILLED : NOTHING_FILLED
  }
  return (order) => {
    const [kept] = rowsOf<Made>(byOid, profile, account, order.oid)
    const [named] =
      kept !== undefined || order.cloid === null ? [kept] : rowsOf<Made>(byCloid, profile, account, order.cloid)
    const action = named ?? null
    return {
      average: averageOf(rowsOf<{ body: string }>(fills, profile, account, order.oid)),
      reason: reasonOf(order, action) ?? whyCanceled(order, action),
      maker: makerOf(action),
      actionId: action?.id ?? null,
    }
  }
}

/** The action that created an order, from its row. */
interface Made {
  readonly id: string
  /** The automated work that it was sent for. */
  readonly held: string | null
  readonly message: string | null
}

const makerOf = (action: Made | null): OrderMaker => {
  if (action === null) return { by: 'elsewhere' }
  return action.held === null ? { by: 'manual' } : { by: 'held', what: action.held }
}

/** The service's status is the reason if it says more than the state; otherwise the journal's. */
function reasonOf({ status, statusText }: Order, action: Made | null): string | null {
  if (action?.message != null && action.message !== '') return action.message
  const text = statusText.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return text === status || text === 'canceled' ? null : statusText
}

function averageOf(rows: readonly { readonly body: string }[]): Price | null {
  if (rows.length === 0) return null
  const fills = bodiesOf<Fill>(rows)
  const size = fills.reduce<Size>((sum, fill) => add(sum, fill.size), ZERO)
  const money = fills.reduce<Money>((sum, fill) => add(sum, multiply(fill.price, fill.size)), ZERO)
  return size === '0' ? null : trimZeros(divide(money, size, AVERAGE_PLACES))
}

export const orderTotals = (database: DatabaseSync, request: OrderQuery): PastTotals =>
  totalsOf<Order>(database, request, conditions(database, request), {
    ...{ figures: 'order_figures', records: 'orders', on: 'k.oid = f.oid AND k.time = f.time' },
    columns: { traded: 'f.filled' },
    total: (sums, rough) => ({
      ...{ fees: null, feesUnknown: 0, realised: null, realisedUnknown: 0 },
      traded: sumOf(
        sums.sum('traded'),
        rough.map(({ filled }) => filled),
      ),
    }),
  })
