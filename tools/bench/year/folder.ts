/** A data folder as after a year of automated and manual trading: the data that main has to carry. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../electron/clock.ts'
import { createActionWriter, openStorage } from '../../../electron/storage/index.ts'

export interface YearOf {
  readonly profile: string
  readonly account: string
  /** End of the year, ms. */
  readonly until: number
}

export interface Amounts {
  readonly actions: number
  readonly fills: number
}

export const A_YEAR: Amounts = { actions: 200_000, fills: 1_000_000 }
const YEAR = 365 * 86_400_000
const BUCKET = 7_200_000
const STATES = [
  ...['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged', 'resting'],
  'filled',
]
/** Rows per transaction. */
const BATCH = 20_000

/** Writes a year of records into a folder, as the terminal would have; existing data stays. */
export function fillFolder(directory: string, of: YearOf, { actions, fills }: Amounts = A_YEAR): void {
  const { profile, account, until } = of
  // Uses the terminal's own schema.
  openStorage({ directory, clock: systemClock }).close()
  const database = new DatabaseSync(join(directory, 'journal.sqlite'))
  database.exec('PRAGMA synchronous = OFF')
  const from = until - YEAR
  const saveAction = createActionWriter(database)
  const saveStep = database.prepare('INSERT INTO steps (action_id, number, state, at, detail) VALUES (?, ?, ?, ?, ?)')
  const saveOrder = database.prepare(
    'INSERT OR IGNORE INTO orders (profile, account, oid, time, body) VALUES (?, ?, ?, ?, ?)',
  )
  const saveFill = database.prepare(
    'INSERT OR IGNORE INTO fills (profile, account, tid, time, oid, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  inBatches(database, actions, (i) => {
    const at = from + Math.floor((YEAR * i) / actions)
    const { id, oid, body, order } = anAction(of, i, at)
    saveAction(body as never)
    for (const [number, state] of STATES.entries()) saveStep.run(id, number, state, at + number * 15, null)
    saveOrder.run(profile, account, oid, at, JSON.stringify(order))
  })
  const perAction = fills / actions
  inBatches(database, fills, (i) => {
    const time = from + Math.floor((YEAR * i) / fills)
    const fill = aFill(i, Math.floor(i / perAction), time)
    saveFill.run(profile, account, fill.tid, time, fill.oid, JSON.stringify(fill))
  })
  database
    .prepare('INSERT OR REPLACE INTO fills_read (profile, account, since, until) VALUES (?, ?, ?, ?)')
    .run(profile, account, from, until)
  database
    .prepare('INSERT OR REPLACE INTO books_due (profile, account, since) VALUES (?, ?, ?)')
    .run(profile, account, from)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

function inBatches(database: DatabaseSync, count: number, write: (i: number) => void): void {
  for (let begin = 0; begin < count; begin += BATCH) {
    database.exec('BEGIN')
    for (let i = begin; i < Math.min(begin + BATCH, count); i++) write(i)
    database.exec('COMMIT')
  }
}

const assetAt = (time: number): string => `NYCTMP${1 + (Math.floor(time / BUCKET) % 2)}`
const sideOf = (i: number): 'buy' | 'sell' => (i % 2 === 0 ? 'buy' : 'sell')
const priceAt = (i: number): string => (553 + Math.sin(i / 50) * 3).toFixed(2)

function anAction({ profile, account }: YearOf, i: number, at: number) {
  const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
  const oid = String(10_000_000 + i)
  const cloid = `0x${i.toString(16).padStart(32, '0')}`
  const asset = assetAt(at)
  const order = { asset, side: sideOf(i), price: priceAt(i), size: '10', tif: 'gtc', reduceOnly: false }
  return {
    id,
    oid,
    body: {
      ...{
        id,
        intent: { kind: 'place', ...order },
        state: 'filled',
        createdAt: at,
        updatedAt: at + 900,
        clockOffset: 3,
      },
      ...{ cloid, oid, filled: '10', code: null, message: null, field: null, mismatches: [], profile, account },
      prepared: {
        orderId: `prepared-${i}`,
        actionHash: `0x${i.toString(16).padStart(64, '0')}`,
        ...{ nonce: at, expiresAt: at + 30_000, expiresAfter: at + 60_000, at, size: null, balances: null },
      },
      shown: { average: order.price, worst: order.price, mark: order.price, fee: '0.25' },
      execution: {
        ...{ side: order.side, size: '10', average: order.price, fee: '0.25', realised: null, token: 'USDC', at },
      },
    },
    order: { oid, cloid, ...order, filled: '10', status: 'filled', statusText: 'filled', time: at },
  }
}

const aFill = (i: number, action: number, time: number) => ({
  ...{ tid: String(500_000_000 + i), oid: String(10_000_000 + action), asset: assetAt(time), side: sideOf(i) },
  ...{ price: priceAt(i), size: '2', fee: '0.05', liquidity: 'taker', realizedPnl: i % 2 === 0 ? null : '0.12', time },
})
