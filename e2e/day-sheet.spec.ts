/** Printing the day sheet. */

import { MESSAGES as DAY_SHEET } from '../src/day-sheet/messages.ts'
import { readPrinted } from './support/printed.ts'
import { choosePeriod, openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'
import { underElectron } from './support/terminal.ts'

test('the day sheet is a PDF of A4 pages, black on white, and no row is split across pages', async ({
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
  const row = region.getByRole('grid', { name: 'P&L by day' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: /^Write a note on / }).click()
  await page.keyboard.type('In and out, seven times #hurry')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /seven times #hurry$/ })).toBeFocused()
  await row.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('article', { name: DAY_SHEET.sheet('') })
  await expect(sheet.getByRole('table', { name: 'Trades' }).getByRole('row')).toHaveCount(TRADES + 1)
  await expect(sheet.getByLabel('Notes')).toContainText('#hurry')
  const rows = (await sheet.getByRole('row').count()) - (await sheet.locator('thead tr').count())
  const heads = await sheet.locator('thead tr').count()

  const whole = readPrinted(await page.pdf({ format: 'A4', printBackground: true, tagged: true }))
  expect(whole).toMatchObject({ pages: 1, rows: Array(rows).fill(1), heads: Array(heads).fill(1) })
  expect(whole.fills.filter((fill) => !['0.0 0.0 0.0', '0.6 0.6 0.6', '1.0 1.0 1.0'].includes(fill))).toEqual([])
  // On short paper it takes several pages: every row is complete on one, and each page has headers.
  const low = readPrinted(await page.pdf({ width: '210mm', height: '66mm', tagged: true }))
  expect(low.pages).toBeGreaterThan(1)
  expect(low.rows).toEqual(Array(rows).fill(1))
  expect(Math.max(...low.heads)).toBeGreaterThan(1)
})
