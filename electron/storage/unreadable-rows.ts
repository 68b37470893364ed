/**
 * Unreadable records of work under way, and of positions: SQLite has no checksums, so a damaged body passes its check. A start moves each to a
 * separate table, whole, and the trader is notified: a missing stop is not watched.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { FINAL_STATES } from '../../contract/action.ts'
import { alertRule } from '../../contract/alert.ts'
import { FINAL_ALGO_STATES } from '../../contract/algo.ts'
import { FINAL_CONDITIONAL_STATES } from '../../contract/conditional.ts'
import { FINAL_FLATTEN_STATES } from '../../contract/flatten.ts'
import { FINAL_MOVE_STATES } from '../../contract/move.ts'
import { FINAL_REVERSAL_STATES } from '../../contract/reversal.ts'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'

/** Tables of what continues after a start: work, and positions as reads show them. */
export const WORK_TABLES = [
  'conditionals',
  'actions',
  'algos',
  'moves',
  'reversals',
  'flattens',
  'alerts',
  'held',
] as const
export type WorkTable = (typeof WORK_TABLES)[number]

/** A row as the stores read it; alerts and positions have no column for their state. */
export interface WorkRow {
  /** For a position its wallet and its asset. */
  readonly id: string
  readonly profile: string
  readonly state?: string
  readonly body: string
}

/** An unreadable record that was at work. */
export interface UnreadableRow extends Pick<WorkRow, 'id' | 'profile' | 'body'> {
  readonly table: WorkTable
}

const text = z.string()
const at = z.number()
const list = z.array(z.unknown())
const ofWallet = { id: text, profile: text, account: text, state: text }

/** The fields that main requires to continue with a record: all others may be absent from an old one. */
const SHAPES = {
  conditionals: z.looseObject({
    ...ofWallet,
    createdAt: at,
    kind: z.enum(['stop', 'take_profit', 'time']),
    position: z.enum(['long', 'short']),
    target: z.looseObject({ family: z.enum(['scalar', 'binary', 'outcome']), asset: text, end: at }),
    plan: z.looseObject({ id: text, terms: z.looseObject({}), size: text }),
    steps: list,
  }),
  actions: z.looseObject({ ...ofWallet, createdAt: at, intent: z.looseObject({ kind: text }) }),
  algos: z.looseObject({
    ...ofWallet,
    at,
    asset: text,
    side: z.enum(['buy', 'sell']),
    total: text,
    terms: z.looseObject({ kind: z.enum(['scale', 'slices']) }),
    children: list,
  }),
  moves: z.looseObject({ ...ofWallet, at, order: z.looseObject({ oid: text, asset: text }), price: text, size: text }),
  reversals: z.looseObject({ ...ofWallet, at, asset: text, close: z.looseObject({ kind: text }), closeId: text }),
  flattens: z.looseObject({ ...ofWallet, at, cancelOrders: z.boolean(), rounds: z.number(), children: list }),
  alerts: z.looseObject({
    ...ofWallet,
    account: text.nullable(),
    state: z.enum(['on', 'fired', 'off']),
    createdAt: at,
    repeat: z.boolean(),
    rule: alertRule,
    memory: z.looseObject({ side: z.number(), seen: text.nullable(), fillsUntil: at, fillsAt: z.array(text) }),
  }),
} satisfies Readonly<
  Record<Exclude<WorkTable, PositionTable>, z.ZodType<{ id: string; profile: string; state: string }>>
>

const POSITION = z.looseObject({
  family: z.enum(['scalar', 'binary', 'outcome']),
  asset: text,
  size: text,
  entryPx: text,
  orders: list,
})

/** Tables of positions: their rows are identified by their keys. */
const POSITIONS = {
  held: { id: "account || '/' || asset", shape: POSITION },
} as const
type PositionTable = keyof typeof POSITIONS
const isOfPositions = (table: WorkTable): table is PositionTable => table in POSITIONS

/** The final states of a record; alerts and positions have none and continue for as long as they exist. */
const FINAL: Readonly<Record<WorkTable, readonly string[]>> = {
  conditionals: FINAL_CONDITIONAL_STATES,
  actions: FINAL_STATES,
  algos: FINAL_ALGO_STATES,
  moves: FINAL_MOVE_STATES,
  reversals: FINAL_REVERSAL_STATES,
  flattens: FINAL_FLATTEN_STATES,
  alerts: [],
  held: [],
}

/** The record of a row; null where its body does not match the id, deployment and state in the columns. */
function recordIn<One>(table: WorkTable, { id, profile, state, body }: WorkRow): One | null {
  try {
    const found: unknown = JSON.parse(body)
    if (isOfPositions(table)) {
      const { success, data } = POSITIONS[table].shape.safeParse(found)
      return success && id.endsWith(`/${data.asset}`) ? (found as One) : null
    }
    const { success, data } = SHAPES[table].safeParse(found)
    const isThis = success && data.id === id && data.profile === profile && (state ?? data.state) === data.state
    return isThis ? (found as One) : null
  } catch {
    return null
  }
}

/** The records of rows; an unreadable one is logged and skipped. */
export const recordsIn = <One>(table: WorkTable, rows: readonly WorkRow[], log?: Pick<Log, 'error'>): readonly One[] =>
  rows.flatMap((row) => {
    const record = recordIn<One>(table, row)
    if (record === null) log?.error({ table, id: row.id }, 'a record cannot be read')
    return record === null ? [] : [record]
  })

/**
 * Moves unreadable records that were at work to a separate table. Where that cannot be written they stay in place, and no store returns them.
 * @param now the terminal's time
 */
export function setUnreadableAside(
  database: DatabaseSync,
  now: number,
  log?: Pick<Log, 'error'>,
): readonly UnreadableRow[] {
  const found = WORK_TABLES.flatMap((table) =>
    rowsOf<{ id: string; profile: string; state?: string; body: string }>(database.prepare(atWork(table)))
      .filter((row) => recordIn(table, row) === null)
      .map(({ id, profile, body }): UnreadableRow => ({ table, id, profile, body })),
  )
  if (found.length === 0) return []
  for (const { table, id } of found) log?.error({ table, id }, 'a record of work under way cannot be read')
  try {
    inTransaction(database, () => {
      for (const row of found) move(database, row, now)
      // Index entries from before the damage lead to a row that is gone.
      if (found.some(({ table }) => table === 'actions')) database.exec('REINDEX actions')
    })
  } catch (error) {
    log?.error({ err: error }, 'records that cannot be read could not be set aside')
  }
  return found
}

/** By the indexes of states: finished records become many, those at work stay few. */
function atWork(table: WorkTable): string {
  if (FINAL[table].length === 0) return `SELECT ${idOf(table)} AS id, profile, body FROM ${table}`
  const isOpen = `state NOT IN (${FINAL[table].map((state) => `'${state}'`).join(', ')})`
  return `SELECT id, profile, state, body FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${isOpen})`
}

const idOf = (table: WorkTable): string => (isOfPositions(table) ? POSITIONS[table].id : 'id')

function move(database: DatabaseSync, { table, id, profile }: UnreadableRow, now: number): void {
  const steps =
    table === 'actions'
      ? `(SELECT json_group_array(json_object('number', number, 'state', state, 'at', at, 'detail', detail)) FROM steps
          WHERE action_id = actions.id)`
      : 'NULL'
  // Copied within the database: a body that is no longer text stays byte for byte the same.
  database
    .prepare(
      `INSERT INTO unreadable_rows (table_name, id, profile, body, steps, found_at)
       SELECT ?, ${idOf(table)}, profile, body, ${steps}, ? FROM ${table} WHERE ${idOf(table)} = ? AND profile = ?`,
    )
    .run(table, now, id, profile)
  if (table === 'actions') database.prepare('DELETE FROM steps WHERE action_id = ?').run(id)
  database.prepare(`DELETE FROM ${table} WHERE ${idOf(table)} = ? AND profile = ?`).run(id, profile)
}
