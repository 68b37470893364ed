import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { DAY_MS, dayOf } from '../../contract/books/index.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { workOutAll } from '../books/testing/work-out.ts'
import { asking, fillAt, orderAt, totalsIn } from '../past/testing/kept-past.ts'
import { openStorage, type Storage } from '../storage/index.ts'

const OF = { profile: 'p', account: `0x${'ab'.repeat(20)}` }
const FIRST = dayOf(Date.UTC(2026, 2, 4))
const EVER = Number.MAX_SAFE_INTEGER
/** Of it, records of the first three days are older than six months. */
const NOW = FIRST + (3 + 184) * DAY_MS

/** The same choices every time. */
function choices(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function fill({ fills, orders, historyMarks, trades, slippages, ...storage }: Storage, count: number): void {
  const every = Math.floor((4 * DAY_MS) / count)
  fills.extend(OF, { since: 0, until: NOW })
  historyMarks.keepMark(OF, 'past', { backTo: 0, isDone: true })
  fills.add(
    OF,
    Array.from({ length: count }, (_, i) =>
      fillAt(FIRST + i * every, {
        ...{ tid: `t${i}`, oid: i % 95 === 0 ? 'settlement' : `o${i}`, side: i % 2 === 0 ? 'buy' : 'sell' },
        ...{ asset: i % 5 === 0 ? '#360' : 'NYCTMP1', price: (i % 5 === 0 ? '0.4' : `571.${10 + (i % 80)}`) as Price },
        fee: (i % 11 === 0 ? '0.10000000000000001' : '0.01') as Money,
      }),
    ),
  )
  orders.keep(
    OF,
    Array.from({ length: count / 2 }, (_, i) => orderAt(FIRST + 2 * i * every, { oid: `o${2 * i}` })),
  )
  workOutAll({ fills, orders, historyMarks, trades, slippages, ...storage }, OF)
  for (
    let some = trades.withoutExcursion(OF, EVER, 500);
    some.length > 0;
    some = trades.withoutExcursion(OF, EVER, 500)
  )
    trades.keepExcursions(
      OF,
      some.map((trade) => [trade, { why: 'No prices.' }] as const),
    )
  slippages.keep(OF, [], NOW)
}

/** All that is told of the past, and every id, each with how often it is there. */
function read(directory: string) {
  const storage = openStorage({ directory, clock: createFakeClock() })
  const database = new DatabaseSync(storage.journalPath, { readOnly: true })
  const idsOf = (sql: string) => (database.prepare(sql).all() as { id: string }[]).map(({ id }) => id).toSorted()
  try {
    const { summed: _, ...fills } = totalsIn(database, asking('fills', { of: OF }))
    const { summed: __, ...orders } = totalsIn(database, asking('orders', { of: OF }))
    return {
      ...{ fills, orders },
      days: storage.books.results(OF, 0, EVER),
      trades: storage.trades.newest(OF, 0, EVER, 10_000).length,
      end: storage.books.endBefore(OF, EVER),
      fillIds: idsOf('SELECT tid AS id FROM fills UNION ALL SELECT tid FROM pruned_fills'),
      orderIds: idsOf('SELECT oid AS id FROM orders UNION ALL SELECT oid FROM pruned_orders'),
    }
  } finally {
    database.close()
    storage.close()
  }
}

it('killed at random while old records are put together, nothing is missing or double at any moment', {
  timeout: 1_800_000,
}, async () => {
  const random = choices(11)
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-prune-kill-'))
  const program = join(import.meta.dirname, 'testing', 'prune-run.ts')
  const count = runs(2_000, 20_000)
  let kills = 0
  try {
    const storage = openStorage({ directory, clock: createFakeClock() })
    fill(storage, count)
    storage.close()
    const before = read(directory)
    expect(before.fillIds).toHaveLength(count)
    for (let ended: number | null = null; ended !== 0; ) {
      const child = spawn(process.execPath, ['--no-warnings', program, directory, String(NOW)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (kills < runs(5, 60)) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), random() * 40))
      ended = await new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
      if (ended === null) kills += 1
      else expect(ended).toBe(0)
      expect(read(directory)).toEqual(before)
    }
    expect(kills).toBeGreaterThan(0)
    const after = openStorage({ directory, clock: createFakeClock() })
    const kept = after.fills.since(OF, 0)
    expect(kept.filter(({ oid, time }) => time < FIRST + 3 * DAY_MS && oid !== 'settlement')).toEqual([])
    expect(kept.filter(({ time }) => time >= FIRST + 3 * DAY_MS)).toHaveLength(count / 4)
    after.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
