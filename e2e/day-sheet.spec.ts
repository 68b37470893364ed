/** The sheet of a day: from the row of "P&L" to paper, with the same totals. */
import { readPrinted } from './support/printed.ts'
import { choosePeriod, openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'
import { underElectron } from './support/terminal.ts'

test('the sheet of a day prints what the panel "P&L" shows of it, with its notes', async ({ asNewTrader }) => {
  const { page, bridge, venue } = await asNewTrader({ width: 1600, height: 960 })
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const trade = async (side: 'buy' | 'sell', size: string): Promise<void> => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) + (side === 'buy' ? 0.5 : -0.5)).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side, price, size, tif: 'IOC', reduceOnly: false })
  }
  const filled = async (): Promise<number> => {
    const answer = await bridge.call('readResults', { period: 'all' })
    return answer.ok ? answer.value.days.reduce((all, { traded }) => all + Number(traded), 0) : 0
  }
  await trade('buy', '10')
  await expect.poll(filled).toBe(10)
  await trade('sell', '10')
  await expect.poll(filled).toBe(20)

  const region = await openPanel(page, 'P&L')
  await choosePeriod(region, 'All')
  const row = region.getByRole('grid', { name: 'Results by day' }).getByRole('row').nth(1)
  const result = row.locator('[data-column="result"]')
  const fees = row.locator('[data-column="fees"]')
  await expect(row.locator('[data-column="traded"]')).toHaveText('20')
  const shown = { result: await result.innerText(), fees: await fees.innerText() }
  await row.getByRole('button', { name: /^Write a note on / }).click()
  await page.keyboard.type('Both sides in a hurry #calm')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /Both sides in a hurry #calm$/ })).toBeFocused()

  await row.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('article', { name: /^Day sheet of \d{4}-\d\d-\d\d$/ })
  await expect(sheet).toBeVisible()
  const texts = async () => ({
    result: await sheet.getByRole('table', { name: 'By family' }).getByRole('cell').nth(2).innerText(),
    fees: await sheet.getByRole('table', { name: 'By family' }).getByRole('cell').nth(4).innerText(),
  })
  await expect.poll(texts).toEqual(shown)
  await expect(sheet.getByRole('table', { name: 'By market' })).toContainText(asset)
  const trades = sheet.getByRole('table', { name: 'Trades' })
  await expect(trades.getByRole('row')).toHaveCount(2)
  await expect(trades).toContainText('closed')
  await expect(sheet.getByLabel('Notes')).toContainText('Both sides in a hurry #calm')

  // On paper: the sheet alone, black on white, with the same totals.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print…' })).toBeHidden()
  await expect(page.locator('#root')).toBeHidden()
  expect(await texts()).toEqual(shown)
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(trades.locator('thead')).toHaveCSS('display', 'table-header-group')
  await page.emulateMedia({ media: null })

  // Print is the page's own: it is asked once, and nothing else happens.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print…' }).click()
  await expect(page.locator('body[data-printed="yes"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('the sheet of a day is a PDF of as many A4 pages as it takes, black on white, and no row stands on two', async ({
  asNewTrader,
}) => {
  test.skip(underElectron, 'Playwright prints to a PDF in Chromium alone.')
  const { page, bridge, venue } = await asNewTrader({ width: 1600, height: 960 })
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const filled = async (): Promise<number> => {
    const answer = await bridge.call('readResults', { period: 'all' })
    return answer.ok ? answer.value.days.reduce((all, { traded }) => all + Number(traded), 0) : 0
  }
  const TRADES = 7
  for (let i = 0; i < 2 * TRADES; i++) {
    const side = i % 2 === 0 ? 'buy' : 'sell'
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) + (side === 'buy' ? 0.5 : -0.5)).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side, price, size: '2', tif: 'IOC', reduceOnly: false })
    await expect.poll(filled).toBe(2 * (i + 1))
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const region = await openPanel(page, 'P&L')
  await choosePeriod(region, 'All')
  const row = region.getByRole('grid', { name: 'Results by day' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: /^Write a note on / }).click()
  await page.keyboard.type('In and out, seven times #hurry')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /seven times #hurry$/ })).toBeFocused()
  await row.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('article', { name: /^Day sheet of / })
  await expect(sheet.getByRole('table', { name: 'Trades' }).getByRole('row')).toHaveCount(TRADES + 1)
  await expect(sheet.getByLabel('Notes')).toContainText('#hurry')
  const rows = (await sheet.getByRole('row').count()) - (await sheet.locator('thead tr').count())
  const heads = await sheet.locator('thead tr').count()

  const whole = readPrinted(await page.pdf({ format: 'A4', printBackground: true, tagged: true }))
  expect(whole).toMatchObject({ pages: 1, rows: Array(rows).fill(1), heads: Array(heads).fill(1) })
  expect(whole.fills.filter((fill) => !['0.0 0.0 0.0', '0.6 0.6 0.6', '1.0 1.0 1.0'].includes(fill))).toEqual([])
  // On low paper it takes several pages: every row is whole on one, and heads stand on each.
  const low = readPrinted(await page.pdf({ width: '210mm', height: '66mm', tagged: true }))
  expect(low.pages).toBeGreaterThan(1)
  expect(low.rows).toEqual(Array(rows).fill(1))
  expect(Math.max(...low.heads)).toBeGreaterThan(1)
})
