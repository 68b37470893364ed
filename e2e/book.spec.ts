/** What the order book says between its sides, and how many levels it shows. */
import type { Locator, Page } from '@playwright/test'
import { panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

const FIGURES = ['Mark', 'Mid', 'Last', 'Spread'] as const
const PRICE = /^(\d{3}\.\d{2,3})\n(−?\d+\.\d{2,3})\s°F$/

const middle = (page: Page): Locator => panel(page, 'Order book').getByLabel('Mark, mid, last and spread')
/** What stands under one of the names. */
async function figure(page: Page, name: (typeof FIGURES)[number]): Promise<string> {
  const text = await middle(page).locator('div', { hasText: name }).innerText()
  return text.replace(`${name}\n`, '')
}

/** Whether any text between the sides touches another or leaves its panel. */
const touching = (page: Page): Promise<string[]> =>
  middle(page).evaluate((row) => {
    const room = row.getBoundingClientRect()
    const found: string[] = []
    for (const line of ['dt', 'dd:nth-of-type(1)', 'dd:nth-of-type(2)']) {
      let end = room.left
      for (const cell of row.querySelectorAll(line)) {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const { left, right } = range.getBoundingClientRect()
        if (left < end + 2) found.push(`${cell.textContent} begins at ${left}, the one before ends at ${end}`)
        end = right
      }
      if (end > room.right) found.push(`${line} leaves the panel`)
    }
    return found
  })

const levels = (page: Page, side: 'ask' | 'bid'): Locator =>
  panel(page, 'Order book').locator(`[data-side="${side}"]:not([data-empty])`)

test.describe('the order book', () => {
  let page: Page

  test.beforeAll(async ({ asNewTrader }) => {
    // Taller than any screen's book needs: there is room for more levels than the service sends.
    page = (await asNewTrader({ width: 1280, height: 2000 })).page
  })

  test('A8: the figures between the sides are named, each with its °F, and stand apart where the panel is narrowest', async () => {
    for (const name of ['Mark', 'Mid', 'Last'] as const) {
      await expect.poll(() => figure(page, name), { message: name }).toMatch(PRICE)
      const [, mark, fahrenheit] = PRICE.exec(await figure(page, name)) ?? []
      expect(Number(mark) - 500).toBeCloseTo(Number(fahrenheit?.replace('−', '-')))
    }
    expect(await figure(page, 'Spread')).toMatch(/^(\d\.\d{2})\n\1\s°F$/)
    expect(await touching(page)).toEqual([])
    const book = panel(page, 'Order book')
    const { x, y, width, height } = (await book.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x - 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 200, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await book.boundingBox())?.width).toBeLessThanOrEqual(Math.min(width, 220))
    expect(await touching(page)).toEqual([])
  })

  test('C11: a tall window leaves no panel empty: outcomes stand below the chart, and the trades have what the book does not need', async () => {
    const height = async (
      name: 'Chart' | 'Outcomes' | 'Positions' | 'Order book' | 'Trades' | 'Order ticket' | 'Activity',
    ) => Math.round((await panel(page, name).boundingBox())?.height ?? 0)
    expect(await height('Outcomes')).toBeGreaterThan(630)
    expect(await height('Chart')).toBeGreaterThan(600)
    expect(await height('Positions')).toBeGreaterThan(380)
    expect(await height('Trades')).toBeGreaterThan(700)
    expect(await height('Activity')).toBeGreaterThan(1000)
    // All levels, and on each side the row that says so.
    expect(await height('Order book')).toBeGreaterThan(2 * 26 * 20)
    expect(await height('Order ticket')).toBeLessThan(800)
  })

  test('C8: it shows as many levels as come, and says where no more are known', async () => {
    for (const side of ['ask', 'bid'] as const) {
      await expect.poll(() => levels(page, side).count()).toBeGreaterThan(15)
      await expect(
        panel(page, 'Order book').locator(`[data-side="${side}"][data-end="No more levels known"]`),
      ).toHaveCount(1)
    }
    const all = await levels(page, 'bid').count()
    await panel(page, 'Order book')
      .getByRole('button', { name: /^Grouping/ })
      .click()
    await page.getByRole('menuitem', { name: '0.5', exact: true }).click()
    await expect.poll(() => levels(page, 'bid').count()).toBeLessThan(all)
    const end = panel(page, 'Order book').locator('[data-side="bid"][data-end="No more levels known"]')
    await expect(end).toHaveCount(1)
    await expect
      .poll(async () => Number(await end.getAttribute('data-level')) - (await levels(page, 'bid').count()))
      .toBe(0)
  })
})
