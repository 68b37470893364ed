/** A question about the past as the database is asked it: whose, between which moments, under which conditions, and for as long as it is wanted. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { EVER } from '../../contract/books-view.ts'
import type { Collateral } from '../../contract/collateral.ts'
import type { PastQuery } from '../../contract/past.ts'
import { type PastOf, rowsOf } from '../storage/index.ts'

/** From and to are the service's time, the end left out. */
export type PastAsked<Query extends PastQuery = PastQuery> = Query & {
  readonly of: PastOf
  readonly from: number
  readonly to: number
  /** What outcome markets are settled in. */
  readonly outcomes: Collateral
}

/** A question about the past as the database is asked it: whose, between which moments. */
export type AskedOf<K extends PastQuery['kind']> = PastAsked<Extract<PastQuery, { readonly kind: K }>>

/** The number of a family in the tables of figures is its place. */
export const FAMILIES = ['scalar', 'binary', 'outcome'] as const

// Has a question over a million rows given up while SQLite is at it: every thousandth row asks whether the answer is
// still wanted.

/** What a question fails by that was given up. */
class Stopped extends Error {
  constructor() {
    super('The question was given up: a newer one took its place.')
    this.name = 'Stopped'
  }
}

const checks = new WeakMap<DatabaseSync, () => boolean>()

/** Questions to a connection fail by `Stopped` from now on whenever this says so. */
export function stopWhen(database: DatabaseSync, isStopped: () => boolean): void {
  if (!checks.has(database)) {
    database.function('goes_on', () => {
      if (checks.get(database)?.() === true) throw new Stopped()
      return 1
    })
  }
  checks.set(database, isStopped)
}

/** A condition that always holds, on rows of the table `f`. */
export function stoppable(database: DatabaseSync): string {
  if (!checks.has(database)) stopWhen(database, () => false)
  return '(f.id & 1023 <> 0 OR goes_on())'
}

export interface Conditions {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** What a word of a filter can stand in besides the market: a column, and what its values are called. */
export interface Told {
  readonly column: string
  readonly names: readonly (readonly [value: SQLInputValue, name: string])[]
}

/** A market of the past. */
export interface PastMarket {
  readonly id: number
  readonly asset: string
  readonly name: string | null
}

/** What a person called it; its asset where that is not known. */
export const nameOf = ({ name, asset }: PastMarket): string => name ?? asset
/** Markets by name, as people order them: none has the key of another. */
export const nameKey = (market: PastMarket): string => `${nameOf(market).toLowerCase()}/${market.asset}`

/** As words are compared: small letters, no accents, one kind of space and minus. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase()

/** The words of a filter. */
export const wordsOf = (filter: string): readonly string[] => plain(filter).trim().split(' ').filter(Boolean)

/** The number of a wallet; null where nothing of it is kept. */
export function walletOf(database: DatabaseSync, { of }: Pick<PastAsked, 'of'>): number | null {
  const query = database.prepare('SELECT id FROM past_wallets WHERE profile = ? AND account = ?')
  return rowsOf<{ id: number }>(query, of.profile, of.account)[0]?.id ?? null
}

export function marketsOf(database: DatabaseSync, { of }: Pick<PastAsked, 'of'>): readonly PastMarket[] {
  const query = database.prepare('SELECT id, asset, name FROM past_assets WHERE profile = ?')
  return rowsOf<{ id: number; asset: string; name: string | null }>(query, of.profile)
}

/** What the words of a filter are looked for in besides the market. */
interface Sought {
  readonly told: readonly Told[]
  /** The numbers of rows of which a word is an id, or in whose note it stands. */
  readonly rowsWith: (word: string) => readonly (number | bigint)[]
}

/** What there are indexes of: nothing is sorted. */
const INDEXED: ReadonlySet<string> = new Set(['time', 'market'])

/** What rows must be; null where a word of the filter stands in none. */
export function conditionsOf(
  asked: PastAsked,
  wallet: number,
  markets: readonly PastMarket[],
  { told, rowsWith }: Sought,
): Conditions | null {
  const { from, to, family, asset, filter } = asked
  const words = wordsOf(filter)
  /** The whole past in another order than that of time is read as it stands: the way over the index of time is longer then. */
  const isAll = from <= 0 && to >= EVER && asset === null && words.length === 0 && !INDEXED.has(asked.sort.column)
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
  for (const word of words) {
    const any = told.flatMap(({ column, names }) =>
      names.filter(([, name]) => plain(name).includes(word)).map(([value]) => ({ sql: `${column} = ?`, value })),
    )
    const rows = rowsWith(word)
    if (rows.length > 0) any.push({ sql: 'f.id IN (SELECT value FROM json_each(?))', value: `[${rows.join(',')}]` })
    const found = markets.filter((one) => plain(`${one.asset}\n${one.name ?? ''}`).includes(word))
    const [only] = found
    // Of one market alone, so that its index can be gone by.
    if (found.length === 1 && only !== undefined) any.push({ sql: 'f.asset = ?', value: only.id })
    else if (found.length > 1) {
      const ids = JSON.stringify(found.map(({ id }) => id))
      any.push({ sql: 'f.asset IN (SELECT value FROM json_each(?))', value: ids })
    }
    if (any.length === 0) return null
    isFew ||= any.length === 1 && rows.length > 0
    add(`(${any.map(({ sql }) => sql).join(' OR ')})`, ...any.map(({ value }) => value))
  }
  // Rows that are told by their numbers are gone by: the index of time has all others beside them.
  if (isFew) parts[0] = '+f.wallet = ?'
  return { sql: parts.join(' AND '), values }
}

/** Families by the words that a trader knows them by. */
export const FAMILY_WORDS: Told = {
  column: 'f.family',
  names: FAMILIES.map((family, place) => [place, family] as const),
}
export const SIDE_WORDS: Told = {
  column: 'f.is_buy',
  names: [
    [1, 'buy'],
    [0, 'sell'],
  ],
}
