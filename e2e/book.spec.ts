/** What the order book says between its sides, and how many levels it shows. */
import type { Locator, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { chooseInView, fillTicket, marketOf, panel, showMarket, showPanel } from './support/screen.ts'
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

  test('C11: a tall window leaves no panel empty: the trades have what the book does not need', async () => {
    const height = async (name: 'Chart' | 'Positions' | 'Order book' | 'Trades' | 'Order ticket' | 'Activity') =>
      Math.round((await panel(page, name).boundingBox())?.height ?? 0)
    expect(await height('Chart')).toBeGreaterThan(600)
    expect(await height('Positions')).toBeGreaterThan(380)
    expect(await height('Trades')).toBeGreaterThan(700)
    expect(await height('Activity')).toBeGreaterThan(1000)
    // All levels, and on each side the row that says so.
    expect(await height('Order book')).toBeGreaterThan(2 * 26 * 20)
    expect(await height('Order ticket')).toBeLessThan(800)
  })

  type Rows = readonly (readonly [price: string, size: string])[]
  /** Price texts and sizes of a side, best first. */
  const rows = (side: 'ask' | 'bid'): Promise<Rows> =>
    panel(page, 'Order book').evaluate((book, which) => {
      const sizes = (book.querySelector(`[data-sizes="${which}"]`)?.textContent ?? '').split('\n')
      if (which === 'ask') sizes.reverse()
      return [...book.querySelectorAll<HTMLElement>(`[data-side="${which}"]:not([data-empty])`)]
        .sort((a, b) => Number(a.dataset.level) - Number(b.dataset.level))
        .map((row, level) => [row.children[0]?.textContent ?? '', sizes[level] ?? ''] as const)
    }, side)
  const writeAs = async (unit: string): Promise<void> => {
    await panel(page, 'Order book')
      .getByRole('button', { name: /^Prices as/ })
      .click()
    await page.getByRole('menuitem', { name: new RegExp(`^${unit}`) }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const best = async (side: 'ask' | 'bid'): Promise<string> => (await rows(side))[0]?.[0] ?? ''
  /** The rows of a side, once there are some. */
  const filled = async (side: 'ask' | 'bid'): Promise<Rows> => {
    await expect.poll(() => best(side)).not.toBe('')
    return rows(side)
  }
  /** Whether most levels of one look stand at what is left to 1 in the other: between two looks a market moves. */
  const leftToOne = (one: Rows, other: Rows): boolean => {
    const mirrored = new Set(other.map(([price, size]) => `${(1 - Number(price)).toFixed(3)} ${size}`))
    return one.filter(([price, size]) => mirrored.has(`${price} ${size}`)).length > one.length / 2
  }

  test('the depth tells what trading up to a price takes, by pointer and by keys, and gives the size to the ticket', async () => {
    await chooseInView(page, /^Depth/)
    const depth = panel(page, 'Depth')
    const chart = depth.getByRole('slider', { name: /^Depth of NYCTMP\d$/ })
    await expect(depth.locator('[data-shape="ask-line"]')).toHaveAttribute('d', /V[\d.]+H[\d.]+V/)
    await fillTicket(page, { size: '' })
    await chart.press('ArrowRight')
    await chart.press('ArrowRight')
    const words = /^Ask [\d.]+: ([\d.,]+) in all, average [\d.]+, slippage [\d.]+ °F$/
    await expect(chart).toHaveAttribute('aria-valuetext', words)
    await chart.press('Enter')
    const size = panel(page, 'Order ticket').getByRole('textbox', { name: 'Size' })
    await expect(size).toHaveValue(/^\d+\.\d{4}$/)
    const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width * 0.2, y + height / 2)
    await expect(depth.getByText(/^Bid \d{3}\.\d{2} · \d\d\.\d{2}\s°F$/)).toBeVisible()
    expect(await violations(page, `document.querySelector('[data-depth]')`)).toEqual([])
    await page.mouse.move(0, 0)
    await expect(depth.getByText(/^Bid \d{3}/)).toBeHidden()
    await showPanel(page, 'Order book')
  })

  test('the tape leaves out what is smaller than chosen', async () => {
    const trades = await showPanel(page, 'Trades')
    const sizes = (): Promise<number[]> =>
      trades
        .getByRole('list', { name: 'Latest trades' })
        .evaluate((list) =>
          [...list.querySelectorAll<HTMLElement>('li:not([hidden])')].map((row) =>
            Number(row.children[2]?.textContent?.replaceAll(',', '')),
          ),
        )
    await expect.poll(async () => (await sizes()).some((size) => size < 5)).toBe(true)
    await trades.getByRole('button', { name: 'Trades shown: every size' }).click()
    await page.getByRole('menuitem', { name: '5 or more' }).click()
    await expect.poll(async () => (await sizes()).every((size) => size >= 5)).toBe(true)
    await expect(trades.getByRole('button', { name: 'Trades shown: 5 or more' })).toBeVisible()
  })
})
