/** Tables of orders, positions and what is held: sorted, filtered, their columns chosen, copied; and the trader's fills as CSV. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { add, type Decimal, subtract } from '../contract/decimal.ts'
import { readRecords } from '../contract/testing/read-csv.ts'
import type { Bridge } from './support/bridge.ts'
import { chooseInView, panel, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'
import type { Terminal } from './support/terminal.ts'
import type { Trader } from './support/trader.ts'
import type { TestVenue } from './support/venue.ts'

test.describe('tables', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let terminal: Terminal
  let bridge: Bridge
  let venue: TestVenue
  let trader: Trader
  let asset: string
  let mark: number
  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page, terminal, bridge, venue, trader } = await asNewTrader({ width: 1280, height: 800 }))
    const bucket = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    asset = bucket.current.asset
    mark = Number((await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)).mark)
  })

  const at = (away: number): string => (mark + away).toFixed(2)
  const place = (side: 'buy' | 'sell', price: string, size: string, tif: 'GTC' | 'IOC') =>
    submit(bridge, { kind: 'place', asset, side, price, size, tif, reduceOnly: false })
  const grid = (name: string): Locator => page.getByRole('grid', { name, exact: true })
  const rows = (name: string): Locator => grid(name).locator('[data-row]')
  const head = (table: string, title: string): Locator => grid(table).getByRole('columnheader', { name: title })
  const corner = (table: string): Locator =>
    page.getByRole('button', { name: new RegExp(`^Columns and copies of ${table}(\\.|$)`) })

  const menuOf = (table: string): Locator => page.getByRole('dialog', { name: `Columns and copies of ${table}` })

  /** Chooses in the menu of a table what closes it. Escape would end what was opened from it. */
  async function choosesInMenu(table: string, name: string): Promise<void> {
    await corner(table).click()
    await menuOf(table).getByRole('button', { name }).click()
    await expect(menuOf(table)).toHaveCount(0)
  }

  /** Sets something in the menu of a table, which stays open until it is closed. */
  async function inMenu(table: string, set: (menu: Locator) => Promise<void>): Promise<void> {
    await corner(table).click()
    await set(menuOf(table))
    await page.keyboard.press('Escape')
    await expect(menuOf(table)).toHaveCount(0)
  }

  /** All that the foot of a table says from now on: its words go by themselves, before a busy machine looks again. */
  async function saidFrom(table: string): Promise<() => Promise<string>> {
    const said = await grid(table).evaluateHandle((found) => {
      const words: string[] = []
      const around = found.closest('[data-panel]') ?? document.body
      new MutationObserver(() => words.push(around.textContent ?? '')).observe(around, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      return words
    })
    return () => said.evaluate((words) => words.join('\n'))
  }

  /** Copies every row of a table, as text and as CSV. */
  async function copies(table: string, count: number): Promise<void> {
    for (const [format, words] of [
      ['Text', ''],
      ['CSV', ' as CSV'],
    ] as const) {
      const said = await saidFrom(table)
      await choosesInMenu(table, `Copy all rows as ${format}`)
      await expect
        .poll(said, { timeout: 15_000 })
        .toContain(`Copied ${count === 1 ? '1 row' : `${count} rows`}${words}.`)
    }
  }

  /** Hides a column of a table, and shows it again. */
  async function chooses(table: string, title: string): Promise<void> {
    const choice = (menu: Locator): Locator => menu.getByRole('checkbox', { name: title, exact: true })
    await inMenu(table, (menu) => choice(menu).setChecked(false, { force: true }))
    await expect(head(table, title)).toHaveCount(0)
    await inMenu(table, (menu) => choice(menu).setChecked(true, { force: true }))
    await expect(head(table, title)).toHaveCount(1)
  }

  /** Has a table show every column, however narrow it is, and give way again. */
  async function scrollsSideways(table: string, isOn: boolean): Promise<void> {
    await inMenu(table, (menu) =>
      menu
        .getByRole('checkbox', { name: 'Scroll sideways instead of hiding columns' })
        .setChecked(isOn, { force: true }),
    )
  }

  async function filters(table: string, text: string, left: number, all: number): Promise<void> {
    await choosesInMenu(table, 'Filter rows')
    await page.getByRole('searchbox', { name: new RegExp(table) }).fill(text)
    await expect(rows(table)).toHaveCount(left)
    await page.keyboard.press('Escape')
    await expect(rows(table)).toHaveCount(all)
  }

  test('open orders are sorted, filtered, copied, their columns chosen, and several of them cancelled together', async () => {
    for (const [away, size] of [
      [-5, '2.25'],
      [-6, '1.5'],
      [-7, '3'],
    ] as const) {
      await place('buy', at(away), size, 'GTC')
    }
    await showPanel(page, 'Open orders')
    await expect(rows('Open orders')).toHaveCount(3)
    await head('Open orders', 'Size').getByRole('button').click()
    await expect(rows('Open orders').first()).toContainText('3.0000')
    await head('Open orders', 'Size').getByRole('button').click()
    await expect(rows('Open orders').first()).toContainText('1.5000')
    await scrollsSideways('Open orders', true)
    for (const title of ['To mark', 'Age']) await expect(head('Open orders', title)).toHaveCount(1)
    await expect(rows('Open orders').first()).toContainText(/\d ticks/)
    await head('Open orders', 'To mark').getByRole('button').click()
    await expect(rows('Open orders').first()).toContainText('2.2500')
    await chooses('Open orders', 'Filled')
    await filters('Open orders', at(-6), 1, 3)
    await copies('Open orders', 3)
    const cancels = panel(page, 'Open orders').getByRole('button', { name: 'Cancel selected (2)' })
    const first = rows('Open orders').first()
    await first.focus()
    await page.keyboard.press(' ')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(cancels).toBeVisible()
    await cancels.click()
    await expect(rows('Open orders')).toHaveCount(1)
    await expect(rows('Open orders')).toContainText('3.0000')
    await scrollsSideways('Open orders', false)
  })

  test('a position says how far the mark went from its entry and since when it is held; what has no room is named', async () => {
    await place('buy', at(5), '12.5', 'IOC')
    await showPanel(page, 'Positions')
    await expect(rows('Positions')).toHaveCount(1)
    await expect(corner('Positions')).toHaveAccessibleName(/\. No room for .* and Age$/)
    await inMenu('Positions', async (menu) => {
      await expect(menu.getByRole('listitem').filter({ hasText: 'To mark' })).toContainText('no room')
    })
    await scrollsSideways('Positions', true)
    await expect(corner('Positions')).toHaveAccessibleName('Columns and copies of Positions')
    await expect(rows('Positions').locator('[data-column="distance"]')).toHaveText(/^([+−]\s)?\d+ ticks?/)
    await expect(rows('Positions').locator('[data-column="age"]')).toHaveText(/^\d+ s$/)
    const wide = await grid('Positions').evaluate((table) => {
      const scroller = table.parentElement as HTMLElement
      return scroller.scrollWidth - scroller.clientWidth
    })
    expect(wide).toBeGreaterThan(0)
    await head('Positions', 'Age').getByRole('button').click()
    await chooses('Positions', 'Liquidation')
    await filters('Positions', 'nothing of that name', 0, 1)
    await copies('Positions', 1)
    await scrollsSideways('Positions', false)
    await expect(corner('Positions')).toHaveAccessibleName(/No room for/)
  })

  test('half of a position is closed by two presses, and the second says before what it comes to', async () => {
    const positions = await showPanel(page, 'Positions')
    await positions.getByRole('button', { name: new RegExp(`^Close part of ${asset}`) }).click()
    const half = positions.getByRole('button', { name: /^Close 6\.25 \(50 %\)/ })
    await expect(half).toHaveText(/fee \d+\.\d\d, result [+−]\s?\d+\.\d\d$/)
    await half.click()
    await expect(rows('Positions').first()).toContainText('6.2500')
    await expect(positions.getByRole('button', { name: /\(50 %\)/ })).toBeDisabled()
    await positions.getByRole('button', { name: new RegExp(`^Close part of ${asset}`) }).click()
  })

  test('what this terminal holds and sends is filtered, copied and its columns chosen, and nothing of it lies under the rest', async () => {
    const planned = await bridge.call('setExitPlan', {
      ...{ requestId: crypto.randomUUID(), asset, position: 'long', entry: null, covers: '6.25', name: null },
      ...{ source: 'mark', acceptsUntil: true, protection: { distance: '1', bound: '2' } },
      terms: {
        ...{ stop: { by: 'price', price: at(-4) }, breakEven: null, trail: null, outBefore: null },
        targets: [{ level: { by: 'price', price: at(4) }, share: { of: 'position', percent: '50' } }],
      },
    })
    expect(planned).toMatchObject({ ok: true })
    // A press is good for 2 s, which a busy machine may take to bring the call.
    await expect
      .poll(async () => {
        await bridge.press()
        return bridge.call('beginAlgo', {
          ...{ requestId: crypto.randomUUID(), asset, side: 'buy', reduceOnly: false },
          terms: { kind: 'slices', total: '0.6', slices: 3, every: 600, worst: at(5), how: 'cross', requotes: 0 },
        })
      })
      .toMatchObject({ ok: true })
    await showPanel(page, 'Open orders')
    await expect(rows('Held by this terminal')).toHaveCount(2)
    await scrollsSideways('Held by this terminal', true)
    for (const title of ['To mark', 'Comes to']) await expect(head('Held by this terminal', title)).toHaveCount(1)
    await head('Held by this terminal', 'Comes to').getByRole('button').click()
    await expect(rows('Held by this terminal').first()).toContainText('Target')
    await chooses('Held by this terminal', 'Closes')
    await filters('Held by this terminal', 'target', 1, 2)
    await copies('Held by this terminal', 2)
    await scrollsSideways('Held by this terminal', false)
    await expect(rows('Scales and slices')).toHaveCount(1)
    await scrollsSideways('Scales and slices', true)
    await chooses('Scales and slices', 'Left')
    await copies('Scales and slices', 1)
    await scrollsSideways('Scales and slices', false)
    // Each row can be brought into view whole, in a panel lower than all of them.
    for (const name of ['Held by this terminal', 'Scales and slices', 'Open orders']) {
      const row = rows(name).last()
      await row.scrollIntoViewIfNeeded()
      await expect(row).toBeInViewport({ ratio: 0.95 })
    }
    await panel(page, 'Open orders')
      .getByRole('button', { name: /^Stop Slices/ })
      .click()
    await bridge.call('cancelAll', { requestId: crypto.randomUUID(), asset: null })
  })

  test('traders B7: the fills as CSV have the totals of the venue, in a file, and explain what the account has', async () => {
    const equity = async (): Promise<Decimal> =>
      (await venue.read<{ account: { equity: Decimal } }>(`/v1/positions/${trader.address}`)).account.equity
    for (const size of ['150', '149', '148']) {
      await place('buy', at(10), size, 'IOC')
      await place('sell', at(-10), size, 'IOC')
    }
    await submit(bridge, {
      kind: 'close',
      asset,
      size: null,
      protection: { kind: 'distance', distance: '10', bound: null },
    })
    const held = async (): Promise<number> =>
      (await venue.read<{ positions: { size: string }[] }>(`/v1/positions/${trader.address}`)).positions.filter(
        ({ size }) => Number(size) !== 0,
      ).length
    await expect.poll(held).toBe(0)
    const told = await venue.read<Record<string, string>[]>(`/v1/trades/${trader.address}?limit=500`)
    await expect
      .poll(async () => {
        const kept = await bridge.call('readFills', { limit: 500, before: null })
        return kept.ok ? kept.value.length : 0
      })
      .toBe(told.length)
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-tables-'))
    const path = join(folder, 'fills.csv')
    await terminal.boxes.save(path)
    await chooseInView(page, /^Export my fills as CSV/)
    await expect.poll(() => existsSync(path)).toBe(true)
    await terminal.boxes.save(null)
    const read = readRecords(readFileSync(path, 'utf8'))
    rmSync(folder, { recursive: true })
    const total = (values: readonly (string | undefined)[]): Decimal =>
      values.reduce<Decimal>((sum, value) => add(sum, (value ?? '0') as Decimal), '0' as Decimal)
    for (const [title, field] of [
      ['Size', 'size'],
      ['Fee', 'fee'],
      ['Realised', 'realized_pnl'],
    ] as const) {
      expect(total(read.map((one) => one[title])), title).toBe(total(told.map((one) => one[field])))
    }
    expect(read.map(({ Trade }) => Trade).toSorted()).toEqual(told.map(({ tid }) => String(tid)).toSorted())
    const gained = subtract(total(read.map(({ Realised }) => Realised)), total(read.map(({ Fee }) => Fee)))
    expect(subtract(await equity(), '10000' as Decimal)).toBe(gained)
  })
})
