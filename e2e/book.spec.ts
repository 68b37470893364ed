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
    await panel(page, 'Order book')
      .getByRole('button', { name: /and copying$/ })
      .click()
    await page.getByRole('menuitem', { name: 'Copy book as CSV' }).click()
    await expect(panel(page, 'Order book').getByRole('status').filter({ hasText: 'Copied' })).toHaveText(
      /^Copied \d+ rows as CSV\.$/,
    )
    const end = panel(page, 'Order book').locator('[data-side="bid"][data-end="No more levels known"]')
    await expect(end).toHaveCount(1)
    await expect
      .poll(async () => Number(await end.getAttribute('data-level')) - (await levels(page, 'bid').count()))
      .toBe(0)
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

  test('prices are written as they are chosen, and a click still takes the price of the market', async () => {
    await writeAs('°F')
    await expect.poll(() => best('bid')).toMatch(/^\d\d\.\d{2}$/)
    const degrees = await best('bid')
    await panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]').click()
    const price = panel(page, 'Order ticket').getByRole('textbox', { name: 'Price' })
    await expect(price).toHaveValue(/^5\d\d\.\d{2}$/)
    expect(Math.abs(Number(await price.inputValue()) - 500 - Number(degrees))).toBeLessThan(2)
    await writeAs('Mark')
    await expect.poll(() => best('bid')).toMatch(/^\d{3}\.\d{2}$/)
  })

  test('a book is said on request, and stands beside the rows as a table', async () => {
    const book = panel(page, 'Order book')
    await book.getByRole('button', { name: 'Announce the order book' }).press('Enter')
    await expect(book.getByRole('status').filter({ hasText: 'best bid' })).toContainText(
      /^NYCTMP\d: best bid [\d.]+, size [\d.,]+; best ask [\d.]+, size [\d.,]+; spread [\d.]+\.$/,
    )
    const table = book.getByRole('table', { name: /^Order book of NYCTMP\d at \d\d:\d\d:\d\d UTC$/ })
    await expect(table.getByRole('row', { name: /^(Ask|Bid) \d{3}\.\d+ [\d.,]+ [\d.,]+/ }).nth(3)).toBeAttached()
  })

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

  test('the binary book is seen from UP or from DOWN, whose asks are what is left of the bids for UP', async () => {
    const book = await showMarket(page, 'Order book', 'active', /./)
    await expect(book).toContainText(/Price to beat 5\d\d\.\d+ \d\d\.\d+\s°F/)
    const bidsOfUp = async (): Promise<Rows> => {
      await book.getByRole('radio', { name: 'UP' }).check({ force: true })
      return filled('bid')
    }
    const asksOfDown = async (): Promise<Rows> => {
      await book.getByRole('radio', { name: 'DOWN' }).check({ force: true })
      return filled('ask')
    }
    await expect.poll(async () => leftToOne(await bidsOfUp(), await asksOfDown())).toBe(true)
    await expect(book.getByRole('list', { name: 'Asks for DOWN' })).toBeVisible()
  })

  test('the book of No is what is left of the book of Yes, in prices, per cent or odds', async () => {
    const book = await showMarket(page, 'Order book', 'high', /, Yes/)
    const market = book.getByRole('button', { name: /^Market of/ })
    const search = page.getByRole('searchbox', { name: 'Search markets' })
    const entries = page.getByRole('menuitem', { name: /, Yes/ })
    await market.click()
    await search.fill('high')
    const count = await entries.count()
    await page.keyboard.press('Escape')
    // What is as good as decided has no bid, or no odds: at any hour one of the question's outcomes is open.
    const isOpen = async (): Promise<boolean> => Math.abs(Number(await best('bid')) - 0.5) < 0.45
    for (let place = 0; place < count && !(await isOpen()); place += 1) {
      await market.click()
      await search.fill('high')
      await entries.nth(place).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(
        book.locator('[data-side="ask"]:not([data-empty]), [data-side="bid"]:not([data-empty])').first(),
      ).toBeVisible()
    }
    const title = await marketOf(book)
    await expect.poll(() => best('bid')).toMatch(/^0\.\d{3}$/)
    await writeAs('Per cent')
    await expect.poll(() => best('bid')).toMatch(/^\d{1,2}\.\d$/)
    await writeAs('American odds')
    await expect.poll(() => best('bid')).toMatch(/^[+−]\d[\d,]*(\.\d)?$/)
    await writeAs('Decimal odds')
    await expect.poll(async () => Number(await best('bid'))).toBeGreaterThan(1)
    await writeAs('Price')
    const other = title.replace(/, Yes.*$/s, '')
    const of = async (side: 'Yes' | 'No', which: 'bid' | 'ask'): Promise<Rows> => {
      await showMarket(page, 'Order book', other, new RegExp(`, ${side}`))
      return filled(which)
    }
    await expect.poll(async () => leftToOne(await of('Yes', 'bid'), await of('No', 'ask'))).toBe(true)
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
