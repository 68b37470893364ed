/** The trader's fills as CSV. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { add, type Decimal, subtract } from '../contract/decimal.ts'
import { readRecords } from '../contract/testing/read-csv.ts'
import { chooseInView } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

test("the CSV of fills has the venue's totals, in a file, and explains the account's balance", async ({
  asNewTrader,
}) => {
  const { page, terminal, bridge, venue, trader } = await asNewTrader({ width: 1280, height: 800 })
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const mark = Number((await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)).mark)
  const place = (side: 'buy' | 'sell', away: number, size: string) =>
    submit(bridge, {
      ...{ kind: 'place', asset, side, price: (mark + away).toFixed(2), size },
      ...{ tif: 'IOC', reduceOnly: false },
    })
  const equity = async (): Promise<Decimal> =>
    (await venue.read<{ account: { equity: Decimal } }>(`/v1/positions/${trader.address}`)).account.equity
  await place('buy', 10, '6.25')
  for (const size of ['150', '149', '148']) {
    await place('buy', 10, size)
    await place('sell', -10, size)
  }
  await submit(bridge, {
    kind: 'close',
    asset,
    position: 'long',
    size: null,
    protection: { kind: 'distance', distance: '10', bound: null },
  })
  const held = async (): Promise<number> =>
    (await venue.read<{ positions: { size: string }[] }>(`/v1/positions/${trader.address}`)).positions.filter(
      ({ size }) => Number(size) !== 0,
    ).length
  await expect.poll(held).toBe(0)
  const fills = await venue.read<Record<string, string>[]>(`/v1/trades/${trader.address}?limit=500`)
  await expect
    .poll(async () => {
      const kept = await bridge.call('readFills', { limit: 500, before: null })
      return kept.ok ? kept.value.length : 0
    })
    .toBe(fills.length)
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-tables-'))
  const path = join(folder, 'fills.csv')
  await terminal.boxes.save(path)
  await chooseInView(page, /^Export fills as CSV/)
  await expect.poll(() => existsSync(path)).toBe(true)
  await terminal.boxes.save(null)
  const read = readRecords(readFileSync(path, 'utf8'))
  rmSync(folder, { recursive: true })
  const total = (values: readonly (string | undefined)[]): Decimal =>
    values.reduce<Decimal>((sum, value) => add(sum, (value ?? '0') as Decimal), '0' as Decimal)
  for (const [title, field] of [
    ['Size', 'size'],
    ['Fee', 'fee'],
    ['Realized', 'realized_pnl'],
  ] as const) {
    expect(total(read.map((one) => one[title])), title).toBe(total(fills.map((one) => one[field])))
  }
  expect(read.map(({ Trade }) => Trade).toSorted()).toEqual(fills.map(({ tid }) => String(tid)).toSorted())
  const gained = subtract(total(read.map(({ Realized }) => Realized)), total(read.map(({ Fee }) => Fee)))
  expect(subtract(await equity(), '10000' as Decimal)).toBe(gained)
})
