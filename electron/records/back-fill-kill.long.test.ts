import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { openStorage } from '../storage/index.ts'

const OF = { profile: 'p', account: `0x${'ab'.repeat(20)}` }

/** The same choices every time. */
function choices(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A service with a past and a limited page size; `page` is called before each answer. */
async function serve(fillCount: number, orderCount: number, cap: number, random: () => number, page: () => void) {
  const rows = (count: number, row: (time: number, index: number) => object) => {
    let time = 1_800_000_000_000
    return Array.from({ length: count }, (_, index) => {
      // Several of one moment, and days without anything.
      time -= random() < 0.3 ? 0 : Math.floor(random() * 40_000) + (random() < 0.02 ? 200_000_000 : 0)
      return row(time, index)
    }) as readonly { readonly time: number }[]
  }
  const common = { asset: 'NYCTMP1', side: 'buy', price: '571.05', size: '1.5' }
  const fills = rows(fillCount, (time, index) => ({
    ...{ ...common, tid: `t${index}`, oid: `o${index}`, fee: '0.01', liquidity: 'taker', realizedPnl: '0', time },
  }))
  const orders = rows(orderCount, (time, index) => ({
    ...{ ...common, oid: `o${index}`, cloid: null, filled: '1.5', tif: 'GTC', reduceOnly: false },
    ...{ status: 'filled', statusText: 'filled', time },
  }))
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const before = searchParams.get('before') || Number.MAX_SAFE_INTEGER
    const all = pathname === '/fills' ? fills : orders
    page()
    response.end(
      JSON.stringify(
        all.filter(({ time }) => time < Number(before)).slice(0, Math.min(cap, Number(searchParams.get('limit')))),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { fills, orders, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('killed at random while it reads the past, main has everything once afterwards, and nothing twice', {
  timeout: 1_800_000,
}, async () => {
  const random = choices(7)
  const [fillCount, orderCount] = [runs(1_500, 30_000), runs(600, 10_000)]
  let pages = 0
  let killAfter = Number.POSITIVE_INFINITY
  let kill = (): void => {}
  const service = await serve(fillCount, orderCount, 100, random, () => {
    pages += 1
    if (pages < killAfter) return
    killAfter = Number.POSITIVE_INFINITY
    // Somewhere between this page and its effects.
    setTimeout(() => kill(), random() * 15)
  })
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-back-fill-'))
  const program = join(import.meta.dirname, 'testing', 'back-fill-run.ts')
  let kills = 0
  try {
    for (let ended: number | null = null; ended !== 0; ) {
      const child = spawn(process.execPath, ['--no-warnings', program, directory, service.url], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      kill = () => void child.kill('SIGKILL')
      killAfter = kills < runs(4, 60) ? pages + 1 + Math.floor(random() * runs(6, 8)) : Number.POSITIVE_INFINITY
      ended = await new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
      if (ended === null) kills += 1
      else expect(ended).toBe(0)
    }
    const storage = openStorage({
      directory,
      clock: { now: () => 0, monotonic: () => 0, after: () => () => {} } as never,
    })
    const kept = storage.fills.since(OF, 0)
    const ids = (rows: readonly object[], name: string) =>
      rows.map((row) => (row as Record<string, string>)[name]).toSorted()
    expect(ids(kept, 'tid')).toEqual(ids(service.fills, 'tid'))
    expect(storage.fills.stretches(OF)).toEqual([{ since: 0, until: 4_000_000_000_000 }])
    const found = storage.orders.ofIds(
      OF,
      service.orders.map((order) => (order as unknown as { oid: string }).oid),
    )
    expect(ids(found, 'oid')).toEqual(ids(service.orders, 'oid'))
    expect(kills).toBeGreaterThan(0)
    storage.close()
  } finally {
    service.server.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
