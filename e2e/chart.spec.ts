/** What the chart paints, read from its real pixels, and what it tells of own fills. */
import type { Locator, Page } from '@playwright/test'
import { ACTIVE, LIVE } from '../contract/market-ref.ts'
import { atRest } from './support/at-rest.ts'
import { bridgeOf } from './support/bridge.ts'
import { paintedBy, rowOf } from './support/pixels.ts'
import { closePanel, fillTicket, openPanel, panel, ready, showPanel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'
import { type Terminal, underElectron } from './support/terminal.ts'

const CANDLES = ['--up', '--down'] as const

/** The chart is in front and painted in the theme that is on. */
async function expectChart(page: Page): Promise<void> {
  await showPanel(page, 'Chart')
  await expect
    .poll(() => paintedBy(panel(page, 'Chart'), CANDLES), { message: 'the chart' })
    .toEqual({ ground: true, tokens: CANDLES })
}

const openAndLeave = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const theme = async (page: Page, name: 'dark' | 'light'): Promise<void> => {
  await page.getByRole('button', { name: `Use the ${name} theme` }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', name)
}

type Change = readonly [what: string, change: (page: Page) => Promise<void>]

/** What may have the chart painted anew: a menu, another theme, another arrangement. */
const IN_FRONT: readonly Change[] = [
  ['a menu opened and left', (page) => openAndLeave(page, 'View')],
  ['the light theme', (page) => theme(page, 'light')],
  ['a panel closed', (page) => closePanel(page, 'Trades')],
]
const BEHIND: readonly Change[] = [
  ['a menu opened and left', (page) => openAndLeave(page, 'View')],
  ['the dark theme', (page) => theme(page, 'dark')],
  ['a panel brought back', async (page) => void (await openPanel(page, 'Trades'))],
]

const chooseRange = async (chart: Locator, name: string): Promise<void> => {
  await chart.getByRole('button', { name: /^Range: / }).click()
  await chart
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${name}(\\s*, chosen)?$`) })
    .click()
}

/** Shows another market in the chart, by its head. */
async function chooseMarket(page: Page, typed: string): Promise<void> {
  await page.getByRole('button', { name: /^Market of Chart/ }).click()
  await page.getByRole('searchbox', { name: 'Search markets' }).fill(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search markets' })).toHaveCount(0)
}

/** The chart told in a sentence. */
const summaryOf = (chart: Locator): Locator => chart.getByRole('img')
const chooseMore = async (chart: Locator, name: RegExp): Promise<void> => {
  await chart.getByRole('button', { name: 'More of the chart' }).click()
  await chart.page().getByRole('menuitem', { name }).click()
}

test.describe('the chart', () => {
  // What one has bought the next ones go on with: one that is tried again begins with the first.
  test.describe.configure({ mode: 'serial' })
  let shared: SharedTerminal
  let page: Page
  let terminal: Terminal

  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader()
    page = shared.page
    terminal = shared.terminal
  })
  test.afterAll(async () => {
    await bridgeOf(page).call('setLink', { group: 1, market: LIVE })
  })

  test('A3: it is painted in the colours of the theme after every change, in front and behind', async () => {
    await expectChart(page)
    for (const [what, change] of IN_FRONT) {
      await test.step(`${what}, in front`, async () => {
        await change(page)
        await expectChart(page)
      })
    }
    // A tab in the chart's place.
    await openPanel(page, 'Account')
    for (const [what, change] of BEHIND) {
      await test.step(`${what}, behind`, async () => {
        await showPanel(page, 'Account')
        await change(page)
        await expectChart(page)
      })
    }
    await closePanel(page, 'Account')
  })

  test('C3: past settlements say when they were', async () => {
    await expect(panel(page, 'Bucket')).toContainText(
      /Last settlements, °F: \d\d:00 −?\d+\.\d\d · \d\d:00 −?\d+\.\d\d · \d\d:00 −?\d+\.\d\d · \d\d:00 −?\d+\.\d\d/,
    )
    // Where there is less room, the oldest are left out whole.
    const session = await page.context().newCDPSession(page)
    const seen: number[] = []
    for (const width of [1800, 1440, 1280, 1180]) {
      await session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 800,
        deviceScaleFactor: 1,
        mobile: false,
      })
      const shown = await panel(page, 'Bucket').evaluate((region) => {
        const row = region.querySelector('[class*="past"]')
        if (row === null) return null
        const frame = row.getBoundingClientRect()
        const boxes = [...row.children].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
        const inside = boxes.filter(({ top }) => top < frame.bottom - 2)
        return { count: inside.length, cut: inside.some(({ right }) => right > frame.right + 1) }
      })
      expect(shown, `at ${width}`).toMatchObject({ cut: false })
      seen.push(shown?.count ?? 0)
    }
    await session.detach()
    expect(seen[0]).toBe(4)
    expect(seen.at(-1)).toBeLessThan(4)
  })

  test('A8: a fill stands at its own price, where the position line is, and tells side, size, price, fee and time', async () => {
    const chart = await showPanel(page, 'Chart')
    await chooseRange(chart, '15 min')
    const ask = panel(page, 'Order book').locator('[data-side="ask"][data-level="0"] [data-cell="price"]')
    const price = (Number(await ask.textContent()) + 0.3).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '0.5', tif: 'IOC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const positions = await showPanel(page, 'Positions')
    await expect(positions).toContainText('0.5000')
    await expect
      .poll(async () => {
        const { y, left, right } = await rowOf(chart, '--up')
        // From the newest candle on, which stands close to the right edge. A mark is meant from 7 px away.
        for (let x = right - 5; x > Math.max(left, right - 260); x -= 5) {
          await page.mouse.move(x, y + 5)
          await page.evaluate(() => new Promise(requestAnimationFrame))
          // Read at one go: the chart may move on under the pointer, and the mark with it.
          const [words] = await chart.getByRole('tooltip').allInnerTexts()
          if (words !== undefined) return words
        }
        return ''
      })
      .toMatch(
        /^Bought 0\.5 at \d{3}\.\d{2} \(−?\d+\.\d{2}\s°F\)\nfee 0\.\d+ USDC · \d\d:\d\d:\d\d UTC( · \d+ fills)?$/,
      )
    await page.mouse.move(0, 0)
    await expect(chart.getByRole('tooltip')).toHaveCount(0)
  })

  test('trader B10, traders B2: an own order is dragged to another price, asks before it is sent, and is one order after it', {
    tag: '@core',
  }, async () => {
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
      atRest(shared, async () => {
        const { y, left } = await rowOf(chart, '--accent')
        await page.mouse.move(left + 60, y)
        await expect(summaryOf(chart)).toHaveAttribute('data-grip', 'line')
        await page.mouse.down()
        await page.mouse.move(left + 60, y + px / 2, { steps: 4 })
        await page.mouse.move(left + 60, y + px)
      })
    const chip = page.getByRole('dialog', { name: /^Move Buy 0\.5: / })
    // Pressed and let go where it stands, it says what it is, and can be held by keys.
    await atRest(shared, async () => {
      const { y, left } = await rowOf(chart, '--accent')
      await page.mouse.click(left + 60, y)
    })
    await expect(page.getByRole('menuitem', { name: /^Cancel buy 0\.5 at / })).toBeVisible()
    await page.getByRole('menuitem', { name: /^Buy 0\.5 at .*, resting/ }).click()
    await expect(chip).toContainText('nothing is to be moved')
    await page.keyboard.press('Escape')
    await expect(chip).toHaveCount(0)
    await drag(24)
    await expect(chip).toContainText('it loses its place')
    // Back on Esc, while it is held and while it asks.
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
    // Prices may have become stale while they stood; an order is moved by fresh ones.
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

  test('traders B2: a stop and a target are pulled out of the position line, the stop is dragged, and one stop stands there', async () => {
    const chart = await showPanel(page, 'Chart')
    await chooseRange(chart, '15 min')
    const positions = await showPanel(page, 'Positions')
    await expect(positions).toContainText('0.5000')
    await showPanel(page, 'Chart')
    /** By its line near the left edge, or by its label at the right one. A new price would move it away from where it was found. */
    const pull = (token: string, by: 'line' | 'label', down: number | 'under the prices'): Promise<void> =>
      atRest(shared, async () => {
        const box = await summaryOf(chart).boundingBox()
        if (box === null) throw new Error('no chart')
        const { y, left, right } = await rowOf(chart, token)
        const from = by === 'line' ? { x: left + 60, y } : { x: right - 30, y: y + 4 }
        await page.mouse.move(from.x, from.y)
        await expect(summaryOf(chart)).toHaveAttribute('data-grip', 'line')
        const to = down === 'under the prices' ? box.y + box.height - 70 : from.y + down
        await page.mouse.down()
        await page.mouse.move(from.x, (from.y + to) / 2, { steps: 4 })
        await page.mouse.move(from.x, to)
        await page.mouse.up()
      })
    const chip = (name: RegExp): Locator => page.getByRole('dialog', { name })
    await pull('--up', 'line', 'under the prices')
    const stop = chip(/^Stop for Long 0\.5 at /)
    await expect(stop).toContainText(/below the mark, \d+ ticks/)
    await expect(stop).toContainText('USDC there, before fees')
    await expect(stop.locator(':focus')).toHaveCount(1)
    // The keys go on where the pointer let go.
    const before = await stop.getAttribute('aria-label')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(stop).not.toHaveAccessibleName(before ?? '')
    await expect(stop.getByRole('button').first()).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(stop).toHaveCount(0)
    const held = await showPanel(page, 'Open orders')
    const stops = held.getByRole('row', { name: /Stop/ })
    await expect(stops).toHaveCount(1)
    await showPanel(page, 'Chart')

    await pull('--accent', 'label', 12)
    const move = chip(/^Move stop 0\.5: /)
    await expect(move.getByRole('button').first()).toBeFocused()
    await expect(move.getByRole('button').first()).toBeEnabled()
    const title = (await move.getAttribute('aria-label')) ?? ''
    const [, from = '', to = ''] = title.match(/: (\d+\.\d+) → (\d+\.\d+)$/) ?? []
    expect(Number(to)).toBeLessThan(Number(from))
    await page.keyboard.press('Enter')
    await expect(move).toHaveCount(0)
    await showPanel(page, 'Open orders')
    await expect(stops).toHaveCount(1)
    await expect(stops).toContainText(to)
    await expect(stops).toContainText('Watching')
    await showPanel(page, 'Chart')

    // By keyboard: from the list of lines, through the menu of a price, to a target of half of it.
    const ask = panel(page, 'Order book').locator('[data-side="ask"][data-level="3"]')
    await chart.getByRole('listbox', { name: 'Your lines on the chart' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const exit = chip(/ for Long 0\.5 at |^Exit of Long 0\.5/)
    for (
      let presses = 0;
      presses < 20 && !/^Target/.test((await exit.getAttribute('aria-label')) ?? '');
      presses += 1
    ) {
      await page.keyboard.press('Shift+ArrowUp')
    }
    const target = chip(/^Target for Long 0\.5 at /)
    await target.getByRole('radio', { name: '50 %' }).check({ force: true })
    const half = chip(/^Target for Long 0\.25 at /)
    await half.getByRole('button', { name: /^Set target/ }).click()
    await expect(half).toHaveCount(0)
    await showPanel(page, 'Open orders')
    await expect(held.getByRole('row', { name: /Target/ })).toHaveCount(1)
    await expect(stops).toHaveCount(1)

    // A price of the book fills the ticket by its menu, and nothing is sent.
    await ask.click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Sell limit at / }).click()
    await expect((await showPanel(page, 'Order ticket')).getByRole('textbox', { name: /^Price/ })).not.toHaveValue('')
    await showPanel(page, 'Chart')
  })

  test('trader B28: an alert is set at a price of the chart, moved by keys, and deleted from its line', async () => {
    const chart = await showPanel(page, 'Chart')
    const box = await summaryOf(chart).boundingBox()
    if (box === null) throw new Error('no chart')
    await page.mouse.click(box.x + box.width - 20, box.y + 60, { button: 'right' })
    const entry = page.getByRole('menuitem', { name: /^Alert at / })
    const at = (await entry.textContent())?.match(/\d+\.\d+/)?.[0] ?? ''
    await entry.click()
    const lines = chart.getByRole('listbox', { name: 'Your lines on the chart' })
    const line = lines.getByRole('option', { name: /^Alert at / })
    await expect(line).toHaveText(`Alert at ${at}`)
    await lines.focus()
    await page.keyboard.press('End')
    await expect(line).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    const chip = page.getByRole('dialog', { name: /^Move alert: / })
    await expect(chip).toContainText('It stands there already.')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(chip).toHaveCount(0)
    await expect(line).toHaveText(`Alert at ${(Number(at) + 0.01).toFixed(2)}`)
    await expect(lines).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(line).toHaveCount(0)
  })

  test('B28: an alert is set by a press on the price scale, which shows its level before; Esc and dragging the scale set none', async () => {
    const chart = await showPanel(page, 'Chart')
    const box = await summaryOf(chart).boundingBox()
    if (box === null) throw new Error('no chart')
    const [x, y] = [box.x + box.width - 20, box.y + 90]
    const hint = chart.getByRole('tooltip').filter({ hasText: 'Set alert at' })
    const line = chart.getByRole('option', { name: /^Alert at / })
    await page.mouse.move(x, y)
    await expect(hint).toHaveText(/^Set alert at \d+\.\d\d \(.+°F\)$/)
    // Esc while it is held, and a drag of the scale.
    await page.mouse.down()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.mouse.move(x, y + 1)
    await page.mouse.down()
    await page.mouse.move(x, y + 30, { steps: 4 })
    await page.mouse.up()
    // Pressed twice, the scale fits the prices.
    await page.mouse.move(x, y)
    await page.mouse.dblclick(x, y)
    await page.mouse.move(x - 200, y)
    await expect(hint).toHaveCount(0)
    await expect(line).toHaveCount(0)

    // Where no other line lies, so that it is the alert that is taken there.
    const priceIn = (text: string | null): number => Number(text?.match(/at (\d+\.\d+)/)?.[1])
    const taken = (await chart.getByRole('option').allTextContents()).map(priceIn)
    let [at, free] = ['', y]
    for (let height = box.y + 40; at === '' && height < box.y + box.height - 60; height += 12) {
      await page.mouse.move(x, height)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      // Over the label of a line there is no hint: that is taken, not set.
      const text = (await hint.isVisible()) ? await hint.textContent() : null
      if (text === null || taken.some((other) => Math.abs(other - priceIn(text)) < 0.06)) continue
      at = text?.match(/\d+\.\d+/)?.[0] ?? ''
      free = height
    }
    await page.mouse.down()
    await page.mouse.up()
    await expect(line).toHaveText(`Alert at ${at}`)
    await expect(chart.getByRole('status').filter({ hasText: `Alert set at ${at}` })).toBeVisible()
    // It is a line like any other: dragged, asked about, and back where it was by Esc.
    const middle = box.x + box.width / 2
    // The scale follows the prices, and the line with it.
    const around = Array.from({ length: 40 }, (_, step) => free + (step % 2 === 0 ? 1 : -1) * 2 * Math.ceil(step / 2))
    const gripped = async (): Promise<number> => {
      for (const height of around) {
        await page.mouse.move(middle, height)
        if ((await summaryOf(chart).getAttribute('data-grip')) === 'line') return height
      }
      throw new Error('no line is there to be dragged')
    }
    await atRest(shared, async () => {
      const lineAt = await gripped()
      await page.mouse.down()
      await page.mouse.move(middle, lineAt + 30, { steps: 4 })
      await page.mouse.up()
    })
    await expect(page.getByRole('dialog', { name: /^Move alert: / })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: /^Move alert: / })).toHaveCount(0)
    await expect(line).toHaveText(`Alert at ${at}`)
    await chart.getByRole('listbox', { name: 'Your lines on the chart' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    await expect(line).toHaveCount(0)
  })

  test('A8: last and mid are lines to choose, and a restart of the window shows what was chosen', async () => {
    const chart = panel(page, 'Chart')
    const entry = (name: RegExp) => page.getByRole('menuitem', { name })
    const toggle = async (name: RegExp): Promise<void> => {
      await (await showPanel(page, 'Chart')).getByRole('button', { name: 'Lines' }).click()
      await entry(name).click()
    }
    await toggle(/^Mid of the book$/)
    await toggle(/^Last trade\s*, chosen$/)
    const saved = async (): Promise<string> => JSON.stringify(await bridgeOf(page).call('readLayout', {}))
    await expect.poll(saved).toMatch(/"midLine":true,"lastLine":false/)
    await page.reload()
    await ready(page)
    await showPanel(page, 'Chart')
    await chart.getByRole('button', { name: 'Lines' }).click()
    await expect(entry(/^Mid of the book\s*, chosen$/)).toBeVisible()
    await expect(entry(/^Last trade$/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('every chart of a link group is pointed at the same time, in every window', async () => {
    const chart = await showPanel(page, 'Chart')
    await chooseRange(chart, 'Bucket')
    const opening = terminal.nextPage()
    await page.getByRole('button', { name: 'New window' }).click()
    const second = await opening
    await ready(second)
    const there = await showPanel(second, 'Chart')
    const legend = (of: Locator): Locator => of.locator('[class*="legend"]')
    const box = await summaryOf(chart).boundingBox()
    if (box === null) throw new Error('no chart')
    // Among the candles of the last minutes.
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width * 0.4 + 3, box.y + box.height / 2)
    await expect(summaryOf(there)).toHaveClass(/pointed/)
    const pointed = (await legend(chart).textContent()) ?? ''
    expect(pointed).toMatch(/^O \d{3}\.\d\d/)
    await expect(legend(there)).toHaveText(pointed)
    await page.mouse.move(0, 0)
    await expect(summaryOf(there)).not.toHaveClass(/pointed/)
    await second.close()
  })

  test('B24: of a binary market it shows the mark against the price to beat, and the price of UP', async () => {
    await bridgeOf(page).call('setLink', { group: 1, market: ACTIVE })
    const chart = await showPanel(page, 'Chart')
    await expect(summaryOf(chart)).toHaveAccessibleName(
      /^NYCTMP\d, 1 minute a candle: last mark \d{3}\.\d\d \(.+\), [\d.]+\s°F (above the price to beat, UP|below the price to beat, DOWN) leads; in view/,
    )
    await chart.getByRole('radio', { name: 'Price', exact: true }).check({ force: true })
    await expect(summaryOf(chart)).toHaveAccessibleName(/^GBET[AB], .*last price 0\.\d{3} \(\d+\.\d\s%\)/)
    await chooseMore(chart, /^DOWN/)
    await expect(summaryOf(chart)).toHaveAccessibleName(/^GBET[AB], .*last price 0\.\d{3}/)
  })

  test('B21: of an outcome it shows steps with the other outcomes, as a table too, and can be copied', async () => {
    await chooseMarket(page, 'or higher')
    const chart = await showPanel(page, 'Chart')
    const others = /^-?\d+ °F or higher, each price until the next: last price 0\.\d{3} .*; \d+ °F 0\.\d{3}/
    await expect(summaryOf(chart)).toHaveAccessibleName(others)
    await expect
      .poll(() => paintedBy(chart, ['--done', '--series-1', '--series-2']))
      .toEqual({
        ground: true,
        tokens: ['--done', '--series-1', '--series-2'],
      })
    await chart.getByRole('button', { name: 'Lines' }).click()
    await page.getByRole('menuitem', { name: /^-?\d+ °F\s*, chosen$/ }).click()
    await expect(summaryOf(chart)).not.toHaveAccessibleName(others)
    await chooseMore(chart, /^Table beside the chart$/)
    const table = chart.getByRole('grid', { name: /^Newest prices of .* or higher, prices as steps$/ })
    await expect(table.getByRole('columnheader')).toContainText(['Time', 'Price', '%', /or lower$/])
    expect(await table.getByRole('row').count()).toBeGreaterThan(5)
    await chooseMore(chart, /^Copy picture$/)
    await expect(chart.getByRole('status').filter({ hasText: 'Picture copied' })).toBeVisible()
    if (!underElectron) expect(terminal.output()).toMatch(/clipboard: image\/png, \d{5,} bytes/)
  })
})
