/** Conditions of a query over the tables of figures, each with its values, put together to SQL. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { rowsOf } from '../storage/index.ts'
import { EVER, FAMILIES, type PastAsked } from './asked.ts'

export interface Conditions {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** What a word of a filter can stand in besides the market: a column, and what its values are called. */
export interface Told {
  readonly column: string
  readonly names: readonly (readonly [value: SQLInputValue, name: string])[]
}

interface Market {
  readonly id: number
  readonly asset: string
  readonly name: string | null
}

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

export function marketsOf(database: DatabaseSync, { of }: Pick<PastAsked, 'of'>): readonly Market[] {
  const query = database.prepare('SELECT id, asset, name FROM past_assets WHERE profile = ?')
  return rowsOf<{ id: number; asset: string; name: string | null }>(query, of.profile)
}

/**
 * What rows must be.
 * @param told where words may stand besides the market.
 * @param ids columns of which a whole word may be the value.
 */
export function conditionsOf(
  asked: PastAsked,
  wallet: number,
  markets: readonly Market[],
  told: readonly Told[],
  ids: readonly string[],
): Conditions {
  const { from, to, family, asset, filter } = asked
  /** The whole past in another order than that of time is read as it stands: the way over the index of time is longer then. */
  const isAll = from <= 0 && to >= EVER && asset === null && asked.sort.column !== 'time'
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
  for (const word of wordsOf(filter)) {
    const found = markets.filter((one) => plain(`${one.asset}\n${one.name ?? ''}`).includes(word))
    const any = [`f.asset IN (SELECT value FROM json_each(?))`, ...ids.map((column) => `${column} = ?`)]
    values.push(JSON.stringify(found.map(({ id }) => id)), ...ids.map(() => word))
    for (const { column, names } of told) {
      for (const [value, name] of names) {
        if (!plain(name).includes(word)) continue
        any.push(`${column} = ?`)
        values.push(value)
      }
    }
    parts.push(`(${any.join(' OR ')})`)
  }
  return { sql: parts.join(' AND ').replaceAll('\n', ' '), values }
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
