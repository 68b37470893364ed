/** A question about the past for the database: its owner, interval and conditions, and whether it is still wanted. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { EVER } from '../../contract/books-view.ts'
import type { Collateral } from '../../contract/collateral.ts'
import type { PastQuery } from '../../contract/past.ts'
import { type PastOf, rowsOf, type StationsByAsset } from '../storage/index.ts'

/** From (inclusive) and to (exclusive) are the service's time. */
export type OwnedQuery<Query extends PastQuery = PastQuery> = Query & {
  readonly of: PastOf
  readonly from: number
  readonly to: number
  readonly outcomes: Collateral
  readonly stations: StationsByAsset
}

/** A question about the past for the database: its owner and interval. */
export type QueryOf<K extends PastQuery['kind']> = OwnedQuery<Extract<PastQuery, { readonly kind: K }>>

/** The number of a family in the tables of figures is its index here. */
export const FAMILIES = ['scalar', 'binary', 'outcome'] as const

// Aborts a question over a million rows while SQLite works on it: every thousandth row checks whether the answer is still wanted.

/** The error of an aborted question. */
class Stopped extends Error {
  constructor() {
    super('Canceled: replaced by a newer query.')
    this.name = 'Stopped'
  }
}

const checks = new WeakMap<DatabaseSync, () => boolean>()

/** From now on questions to a connection fail with `Stopped` whenever this returns true. */
export function stopWhen(database: DatabaseSync, isStopped: () => boolean): void {
  if (!checks.has(database)) {
    database.function('goes_on', () => {
      if (checks.get(database)?.() === true) throw new Stopped()
      return 1
    })
  }
  checks.set(database, isStopped)
}

/** A condition that is always true, on rows of the table `f`. */
export function stoppable(database: DatabaseSync): string {
  if (!checks.has(database)) stopWhen(database, () => false)
  return '(f.id & 1023 <> 0 OR goes_on())'
}

export interface Conditions {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** Where a term of a filter may match besides the market: a column, and the display names of its values. */
export interface SearchableValues {
  readonly column: string
  readonly names: readonly (readonly [value: SQLInputValue, name: string])[]
}

/** A market of the past. */
export interface PastMarket {
  readonly id: number
  readonly asset: string
  readonly name: string | null
}

/** Display name; its asset where that is unknown. */
export const nameOf = ({ name, asset }: PastMarket): string => name ?? asset
/** Sort key by name, as people order them: no two markets share a key. */
export const nameKey = (market: PastMarket): string => `${nameOf(market).toLowerCase()}/${market.asset}`

/** Normal form for comparison: lower case, no accents, one kind of space and minus. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase()

/** The terms of a filter. */
export const termsOf = (filter: string): readonly string[] => plain(filter).trim().split(' ').filter(Boolean)

/** The number of a wallet; null where nothing of it is stored. */
export function walletOf(database: DatabaseSync, { of }: Pick<OwnedQuery, 'of'>): number | null {
  const query = database.prepare('SELECT id FROM past_wallets WHERE profile = ? AND account = ?')
  return rowsOf<{ id: number }>(query, of.profile, of.account)[0]?.id ?? null
}

export function marketsOf(database: DatabaseSync, { of }: Pick<OwnedQuery, 'of'>): readonly PastMarket[] {
  const query = database.prepare('SELECT id, asset, name FROM past_assets WHERE profile = ?')
  return rowsOf<{ id: number; asset: string; name: string | null }>(query, of.profile)
}

/** Where the terms of a filter are searched besides the market. */
interface Sought {
  readonly columns: readonly SearchableValues[]
  /** The numbers of rows that have a term as an id, or in their note. */
  readonly rowsWith: (text: string) => readonly (number | bigint)[]
}

/** Columns with indexes, which need no sorting. */
const INDEXED: ReadonlySet<string> = new Set(['time', 'market'])

/** Conditions on the rows; null where a term of the filter matches none. */
export function conditionsOf(
  request: OwnedQuery,
  wallet: number,
  markets: readonly PastMarket[],
  { columns, rowsWith }: Sought,
): Conditions | null {
  const { from, to, family, asset, filter } = request
  const terms = termsOf(filter)
  /** The whole past in another order than by time is read by a table scan: the detour over the time index would take longer. */
  const isAll = from <= 0 && to >= EVER && asset === null && terms.length === 0 && !INDEXED.has(request.sort.column)
  const parts: string[] = [isAll ? '+f.wallet = ?' : 'f.wallet = ?']
  const values: SQLInputValue[] = [wallet]
  const add = (sql: string, ...more: readonly SQLInputValue[]): void => {
    parts.push(sql)
    values.push(...more)
  }
  if (from > 0) add('f.time >= ?', from)
  if (to < EVER) add('f.time < ?', to)
  if (family !== null) add('f.family = ?', FAMILIES.indexOf(family))
  if (asset !== null) add('f.asset = ?', markets.find((one) => one.asset === asset)?.id ?? -1)
  let isFew = false
  for (const text of terms) {
    const any = columns.flatMap(({ column, names }) =>
      names.filter(([, name]) => plain(name).includes(text)).map(([value]) => ({ sql: `${column} = ?`, value })),
    )
    const rows = rowsWith(text)
    if (rows.length > 0) any.push({ sql: 'f.id IN (SELECT value FROM json_each(?))', value: `[${rows.join(',')}]` })
    const found = markets.filter((one) => plain(`${one.asset}\n${one.name ?? ''}`).includes(text))
    const [only] = found
    // A single market, so that its index can be used.
    if (found.length === 1 && only !== undefined) any.push({ sql: 'f.asset = ?', value: only.id })
    else if (found.length > 1) {
      const ids = JSON.stringify(found.map(({ id }) => id))
      any.push({ sql: 'f.asset IN (SELECT value FROM json_each(?))', value: ids })
    }
    if (any.length === 0) return null
    isFew ||= any.length === 1 && rows.length > 0
    add(`(${any.map(({ sql }) => sql).join(' OR ')})`, ...any.map(({ value }) => value))
  }
  // Rows with known numbers are read directly: the time index has all others beside them.
  if (isFew) parts[0] = '+f.wallet = ?'
  return { sql: parts.join(' AND '), values }
}

/** Families by the terms that a trader knows. */
export const FAMILY_TERMS: SearchableValues = {
  column: 'f.family',
  names: FAMILIES.map((family, place) => [place, family] as const),
}
export const SIDE_TERMS: SearchableValues = {
  column: 'f.is_buy',
  names: [
    [1, 'buy'],
    [0, 'sell'],
  ],
}
