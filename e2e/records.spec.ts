/** The trader's records in pages: fills, past orders and settlements, and a file of all matches. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import type { Fill } from '../contract/account.ts'
import { add, type Decimal, trimZeros } from '../contract/decimal.ts'
import { readRecords } from '../contract/testing/read-csv.ts'
import { violations } from './support/axe.ts'
import { check, choosePeriod, openPanel, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

const sum = (values: readonly (string | null | undefined)[]): Decimal =>
  trimZeros(
    values.reduce<Decimal>((all, one) => (one == null || one === '' ? all : add(all, one as Decimal)), '0' as Decimal),
  )

/** Shows every column of a table, even if it must scroll. */
async function chooseColumn(region: Locator, title: string): Promise<void> {
  await region.getByRole('button', { name: /^Columns and copy: / }).click()
  const menu = region.page().getByRole('dialog', { name: /^Columns and copy: / })
  await check(menu.getByRole('checkbox', { name: title, exact: true }))
  await check(menu.getByRole('checkbox', { name: 'Scroll horizontally instead of hiding columns' }))
  await region.page().keyboard.press('Escape')
}

test('fills, orders and settlements are read in pages, and exported as shown', async ({ asNewTrader }) => {
  const { page, bridge, venue, terminal } = await asNewTrader({ width: 1600, height: 960 })
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-records-'))
  const region = await openPanel(page, 'Fills')
  await expect(region.getByText('No fills yet.')).toBeVisible()

  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const order = async (side: 'buy' | 'sell', size: string, tif: 'IOC' | 'ALO' = 'IOC'): Promise<void> => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const away = tif === 'IOC' ? 0.5 : -5
    const price = (Number(mark) + (side === 'buy' ? away : -away)).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side, price, size, tif, reduceOnly: false })
  }
  await order('buy', '10')
  const grid = region.getByRole('grid', { name: 'Fills' })
  await expect(grid.getByRole('row').nth(1)).toContainText(asset)
  await order('sell', '4')
  const readFills = async (): Promise<readonly Fill[]> => {
    const answer = await bridge.call('readFills', { limit: 100, before: null })
    return answer.ok ? answer.value : []
  }
  await expect.poll(async () => (await readFills()).some(({ side }) => side === 'sell')).toBe(true)
  const fills = await readFills()
  await expect(grid.getByRole('row')).toHaveCount(fills.length + 1)
  await expect(region.getByLabel('Sums in USDC')).toContainText(`Traded${sum(fills.map(({ size }) => size))}`)

  await test.step('sorted differently, and filtered by words', async () => {
    await grid.getByRole('button', { name: /^Size/ }).click()
    await grid.getByRole('button', { name: /^Size/ }).click()
    await expect(grid.getByRole('columnheader', { name: /^Size/ })).toHaveAttribute('aria-sort', 'ascending')
    await grid.getByRole('row').nth(1).click()
    await page.keyboard.press('/')
    await region.getByRole('searchbox', { name: 'Filter Fills' }).fill('sell')
    const sold = fills.filter(({ side }) => side === 'sell')
    await expect(grid.getByRole('row')).toHaveCount(sold.length + 1)
    await expect(region.getByLabel('Sums in USDC')).toContainText(`Traded${sum(sold.map(({ size }) => size))}`)
  })

  await test.step('for typed dates, with a message for invalid ones', async () => {
    await choosePeriod(region, 'From … to …')
    const box = page.getByRole('dialog', { name: 'Date range' })
    const [first, last] = [
      box.getByRole('textbox', { name: 'First day' }),
      box.getByRole('textbox', { name: 'Last day' }),
    ]
    await expect(first).toBeFocused()
    await page.keyboard.type('1.2.2020')
    await page.keyboard.press('Enter')
    await expect(box.getByRole('alert')).toContainText('“1.2.2020” is not a date. Use the format 2026-11-21.')
    await first.fill('2020-02-01')
    await last.fill('2020-01-31')
    await expect(box.getByRole('alert')).toContainText('The last day is before the first')
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await last.fill('2020-02-29')
    await page.keyboard.press('Enter')
    await expect(box).toHaveCount(0)
    await expect(region.getByRole('button', { name: 'Time: 1 Feb 2020 – 29 Feb 2020' })).toBeVisible()
    await expect(grid.getByRole('row')).toHaveCount(1)
    await choosePeriod(region, 'This year')
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    await choosePeriod(region, 'All')
  })

  await test.step('with notes, which the filter searches', async () => {
    await region.getByRole('searchbox', { name: 'Filter Fills' }).fill('')
    await expect(grid.getByRole('row')).toHaveCount(fills.length + 1)
    await chooseColumn(region, 'Note')
    const row = grid.getByRole('row').nth(1)
    await row.getByRole('button', { name: /^Write a note on / }).click()
    await page
      .getByRole('dialog', { name: /^Note on / })
      .getByRole('textbox')
      .fill('Chased it #late-exit')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('button', { name: /Chased it #late-exit/ })).toBeVisible()
    await row.focus()
    await page.keyboard.press('/')
    await region.getByRole('searchbox', { name: 'Filter Fills' }).fill('#late')
    await expect(grid.getByRole('row')).toHaveCount(2)
    await region.getByRole('searchbox', { name: 'Filter Fills' }).fill('sell')
  })

  await test.step('as a file that the trader chooses, with the same totals', async () => {
    const path = join(folder, 'fills.csv')
    const give = region.getByRole('button', { name: 'CSV…' })
    await terminal.boxes.save(null)
    await give.click()
    await expect(give).toHaveAttribute('aria-busy', 'false')
    await expect(region.getByRole('alert')).toHaveCount(0)
    await region.getByRole('button', { name: 'Show all' }).click()
    await expect(grid.getByRole('row')).toHaveCount(fills.length + 1)

    writeFileSync(join(folder, 'taken'), '')
    await terminal.boxes.save(join(folder, 'taken', 'fills.csv'))
    await give.click()
    await expect(region.getByText('fills.csv was not written')).toBeVisible()

    await terminal.boxes.save(path)
    await give.click()
    await expect.poll(() => existsSync(path)).toBe(true)
    const records = readRecords(readFileSync(path, 'utf8'))
    expect(records.map(({ Trade }) => Trade).toSorted()).toEqual(fills.map(({ tid }) => tid).toSorted())
    expect(sum(records.map(({ Fee }) => Fee))).toBe(sum(fills.map(({ fee }) => fee)))
    expect(records.map(({ Note }) => Note).filter((note) => note !== '')).toEqual(['Chased it #late-exit'])
    expect(sum(records.map(({ Realized }) => Realized))).toBe(sum(fills.map(({ realizedPnl }) => realizedPnl)))
    await terminal.boxes.save(null)
  })

  await test.step('with the order of a fill by Enter', async () => {
    await grid.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: /^Order / })
    await expect(details.getByRole('region', { name: 'Fills', exact: true }).getByRole('row').nth(1)).toContainText(
      /taker/,
    )
    // The request, its sender, and each step with its time.
    await expect(details).toContainText(/Source: manual, /)
    await expect(details.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(2)).toContainText(
      /\d\d:\d\d:\d\d/,
    )
    await expect(details.getByRole('button', { name: 'Copy request id' })).toBeVisible()
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('past orders, with their state and source', async () => {
    const history = await openPanel(page, 'Order history')
    const orders = history.getByRole('grid', { name: 'Order history' })
    await expect(orders.getByRole('row').nth(2)).toContainText('filled')
    await expect(orders.getByRole('row').nth(1)).toContainText('manual')
    for (const column of ['Average', 'Source', 'Reason']) {
      await chooseColumn(history, column)
      await orders
        .getByRole('button', { name: new RegExp(`^${column}`) })
        .first()
        .click()
      await expect(orders.getByRole('columnheader', { name: new RegExp(`^${column}`) })).toHaveAttribute(
        'aria-sort',
        /./,
      )
      await expect(orders.getByRole('row')).toHaveCount(3)
    }
    await orders.getByRole('row').nth(1).dblclick()
    await expect(page.getByRole('dialog', { name: /^Order / })).toContainText(/Manual/)
    await page.keyboard.press('Escape')
  })

  await test.step('selected rows are copied with their headers', async () => {
    await showPanel(page, 'Fills')
    await grid.getByRole('row').nth(1).click()
    await grid
      .getByRole('row')
      .nth(fills.length)
      .click({ modifiers: ['Shift'] })
    await page.keyboard.press('ControlOrMeta+c')
    await expect(region.getByText(`Copied ${fills.length} rows.`)).toBeVisible()
  })

  await test.step('settlements: none yet', async () => {
    const settlements = await openPanel(page, 'Settlements')
    await expect(settlements.getByText('No settlements yet.')).toBeVisible()
  })
  rmSync(folder, { recursive: true })
})
