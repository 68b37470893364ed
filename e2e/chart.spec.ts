/** Moving an order by its line on the chart. */
import type { Locator } from '@playwright/test'
import { chartAtRest } from './support/at-rest.ts'
import { rowOf } from './support/pixels.ts'
import { fillTicket, panel, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

const chooseRange = async (chart: Locator, name: string): Promise<void> => {
  await chart.getByRole('button', { name: /^Range: / }).click()
  await chart
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${name}(\\s*, chosen)?$`) })
    .click()
}

/** The chart's text summary. */
const summaryOf = (chart: Locator): Locator => chart.getByRole('img')

test('an own order is dragged to another price, confirmed before it is sent, and is one order after it', async ({
  asNewTrader,
}) => {
  const shared = await asNewTrader()
  const { page } = shared
  const chart = await showPanel(page, 'Chart')
  await chooseRange(chart, '15 min')
  const bid = panel(page, 'Order book').locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
  const price = (Number(await bid.textContent()) - 0.06).toFixed(2)
  const ticket = await fillTicket(page, { price, size: '0.5', tif: 'GTC' })
  await ticket.getByRole('button', { name: /^Buy/ }).click()
  const orders = await showPanel(page, 'Open orders')
  await expect(orders.getByRole('row', { name: new RegExp(price) })).toBeVisible()
  await showPanel(page, 'Chart')
  const drag = (px: number): Promise<void> =>
    chartAtRest(shared, chart, async () => {
      const { y, left } = await rowOf(chart, '--accent')
      await page.mouse.move(left + 60, y)
      await expect(summaryOf(chart)).toHaveAttribute('data-grip', 'line')
      await page.mouse.down()
      await page.mouse.move(left + 60, y + px / 2, { steps: 4 })
      await page.mouse.move(left + 60, y + px)
    })
  const chip = page.getByRole('dialog', { name: /^Move Buy 0\.5: / })
  // A click without a move shows its description, and it can be moved by keys.
  await chartAtRest(shared, chart, async () => {
    const { y, left } = await rowOf(chart, '--accent')
    await page.mouse.click(left + 60, y)
  })
  await expect(page.getByRole('menuitem', { name: /^Cancel buy 0\.5 at / })).toBeVisible()
  await page.getByRole('menuitem', { name: /^Buy 0\.5 at .*, resting/ }).click()
  await expect(chip).toContainText('Price and size are unchanged')
  await page.keyboard.press('Escape')
  await expect(chip).toHaveCount(0)
  await drag(24)
  await expect(chip).toContainText('loses queue position')
  // Esc discards, during the move and during the question.
  await page.keyboard.press('Escape')
  await expect(chip).toHaveCount(0)
  await page.mouse.up()
  await expect(chip).toHaveCount(0)
  const replace = chip.getByRole('button', { name: /^Cancel & replace/ })
  await drag(24)
  await page.mouse.up()
  await expect(replace).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chip).toHaveCount(0)
  await drag(24)
  await page.mouse.up()
  await expect(replace).toBeFocused()
  // Prices may have become stale while stopped; an order is moved only on fresh ones.
  await expect(replace).toBeEnabled()
  const title = (await chip.getAttribute('aria-label')) ?? ''
  const to = title.match(/→ (\d+\.\d+)$/)?.[1] ?? ''
  expect(Number(to)).toBeLessThan(Number(price))
  await page.keyboard.press('Enter')
  await expect(chip).toHaveCount(0)
  const after = await showPanel(page, 'Open orders')
  await expect(after.getByRole('row', { name: new RegExp(to.replace('.', '\\.')) })).toBeVisible()
  await expect(after.getByRole('row', { name: new RegExp(price.replace('.', '\\.')) })).toHaveCount(0)
  await after.getByRole('button', { name: /^Cancel buy 0\.5 at / }).click()
  await expect(after.getByRole('row', { name: new RegExp(to.replace('.', '\\.')) })).toHaveCount(0)
})
