/**
 * A million fills and 200,000 orders on disk: how fast pages, sums and files are read through main's thread, main's own delay meanwhile, and the
 * memory used.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import type { Fill, Order } from '../../../contract/account.ts'
import { openStorage, type Storage } from '../../storage/index.ts'
import { createPastReader } from '../past-reader.ts'
import type { OwnedQuery } from '../query.ts'
import { asking, fillAt, OF, orderAt } from './stored-past.ts'

export interface PastFigures {
  readonly fills: number
  readonly orders: number
  /** Fills stored per second, with their figures. */
  readonly keptPerSecond: number
  readonly databaseMb: number
  /** Duration of each question, median of several, ms. */
  readonly asked: Readonly<Record<string, number>>
  readonly csvRowsPerSecond: number
  readonly csvMb: number
  /** The longest time that main's thread was blocked during all of that, ms. */
  readonly longestDelay: number
  /** Of the whole process, before the past was read and at its peak, MB. */
  readonly memoryBefore: number
  readonly memoryMost: number
}

const TIMES = 5
const AT_ONCE = 5_000
const ASSETS = ['NYCTMP1', 'NYCTMP2', 'CHITMP1', 'GALPHA', 'GBETA', '#360', '#361', '#370'] as const

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const rss = (): number => process.memoryUsage.rss() / 2 ** 20

function fillOf(index: number): Fill {
  const asset = ASSETS[index % ASSETS.length] ?? 'NYCTMP1'
  const isMark = asset.includes('TMP')
  const digits = String((index * 7919) % 100).padStart(2, '0')
  return fillAt(1_700_000_000_000 + index * 31_000, {
    ...{
      asset,
      tid: `t${index}`,
      side: index % 2 === 0 ? 'buy' : 'sell',
      liquidity: index % 3 === 0 ? 'maker' : 'taker',
    },
    oid: index % 500 === 0 ? 'settlement' : `o${index >> 2}`,
    price: (isMark ? `571.${digits}` : `0.5${digits}`) as never,
    size: `${1 + ((index * 31) % 40)}.${digits}` as never,
    fee: `0.0${digits}` as never,
    realizedPnl: (index % 2 === 0 ? '0' : `${index % 4 === 1 ? '-' : ''}${index % 17}.${digits}`) as never,
  })
}

const orderOf = (index: number): Order =>
  orderAt(1_700_000_000_000 + index * 155_000, {
    ...{ oid: `o${index}`, asset: ASSETS[index % 3] ?? 'NYCTMP1', status: index % 3 === 0 ? 'cancelled' : 'filled' },
    ...{ size: `${1 + (index % 90)}.5` as never, filled: '1' as never },
  })

function keep<Row>(count: number, of: (index: number) => Row, add: (rows: readonly Row[]) => void): void {
  for (let from = 0; from < count; from += AT_ONCE)
    add(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => of(from + i)))
}

/** Takes some minutes. */
export async function benchPast(fills = 1_000_000, orders = 200_000): Promise<PastFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-bench-past-'))
  const storage: Storage = openStorage({
    directory,
    clock: { now: () => 0, monotonic: () => 0, after: () => () => {} } as never,
  })
  const reader = createPastReader(
    (stopped) =>
      new Worker(new URL('../past-thread.ts', import.meta.url), { workerData: { path: storage.journalPath, stopped } }),
  )
  try {
    const began = performance.now()
    keep(fills, fillOf, (rows) => storage.fills.add(OF, rows))
    const keptPerSecond = Math.round((fills * 1000) / (performance.now() - began))
    keep(orders, orderOf, (rows) => storage.orders.keep(OF, rows))

    const memoryBefore = rss()
    let memoryMost = memoryBefore
    const watch = setInterval(() => {
      memoryMost = Math.max(memoryMost, rss())
    }, 20)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    await reader.page(asking('fills'), null, 1, 'bench')
    delay.enable()
    const request: Record<string, number> = {}
    const time = async (name: string, run: () => Promise<unknown>): Promise<void> => {
      const times: number[] = []
      for (let i = 0; i < TIMES; i++) {
        const from = performance.now()
        await run()
        times.push(performance.now() - from)
      }
      request[name] = middle(times)
    }
    const page = (name: string, question: OwnedQuery, after: string | null = null) =>
      time(name, () => reader.page(question, after, 200, 'bench'))
    const sorted = (column: string, direction = 'descending') =>
      asking('fills', { sort: { column, direction } as never })

    await page('fills: first page', asking('fills'))
    await page('orders: first page', asking('orders'))
    await page('settlements: first page', asking('settlements'))
    await time('fills: sums of everything', () => reader.totals(asking('fills'), 'bench'))
    await time('orders: sums of everything', () => reader.totals(asking('orders'), 'bench'))
    const early = 1_700_000_000_000 + fills * 3_100
    const far = (await reader.page(asking('fills', { to: early }), null, 200, 'bench')).next
    await page('fills: a page far down', asking('fills'), far)
    for (const column of ['size', 'realised', 'market', 'slippage'])
      await page(`fills: by ${column}, first page`, sorted(column))
    const bySize = (await reader.page(sorted('size'), null, 2_000, 'bench')).next
    await page('fills: by size, after 2,000 rows', sorted('size'), bySize)
    await page('fills: filtered by market and side, first page', asking('fills', { filter: 'chitmp sell' }))
    await page(
      'fills: filtered and by size',
      asking('fills', { filter: 'chitmp', sort: { column: 'size', direction: 'ascending' } as never }),
    )
    await time('fills: sums of what a filter leaves', () =>
      reader.totals(asking('fills', { filter: 'chitmp sell' }), 'bench'),
    )

    const path = join(directory, 'fills.csv')
    const from = performance.now()
    const rows = await reader.export(asking('fills'), path, 'plain', () => {})
    const csvRowsPerSecond = Math.round((rows * 1000) / (performance.now() - from))
    delay.disable()
    clearInterval(watch)
    return {
      ...{ fills, orders, keptPerSecond, databaseMb: statSync(storage.journalPath).size / 2 ** 20, asked: request },
      ...{ csvRowsPerSecond, csvMb: statSync(path).size / 2 ** 20, longestDelay: delay.max / 1e6 },
      ...{ memoryBefore, memoryMost },
    }
  } finally {
    reader.stop()
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
