/** Requirements of every screen: accessible names, contrast, keyboard use, nothing clipped, nothing jumping. */

import type { Page } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { violations } from './support/axe.ts'
import { bridgeOf } from './support/bridge.ts'
import {
  binaryTicket,
  chooseInView,
  closePanel,
  fillTicket,
  openPanel,
  outcomeForm,
  type PanelName,
  panel,
  ready,
  scalarTicket,
  showPanel,
  statusBar,
  tabOf,
} from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'

const VISIBLE: readonly PanelName[] = [
  'Bucket',
  'Chart',
  'Order book',
  'Trades',
  'Order ticket',
  'Positions',
  'Activity',
]

/** Presses Tab until the focus is on something with this accessible name; fails if it is never reached. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : null
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`the tab key does not reach ${name}`)
}

/** Positions of the window's permanent parts, in whole px. */
const places = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify(
      [...document.querySelectorAll('section[aria-label], footer, header, header button, form button, form input')].map(
        (element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [element.tagName, ...[x, y, width, height].map(Math.round)]
        },
      ),
    ),
  )

/** A price that rests, within the price band. */
async function resting(page: Page): Promise<string> {
  const bid = panel(page, 'Order book').locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
  return (Number(await bid.textContent()) - 4).toFixed(2)
}

test.describe('the screens', () => {
  let terminal: Terminal
  let page: Page

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ terminal, page } = await asNewTrader({ width: 1280, height: 800 }))
  })

  test('every panel is one named region, and the footer is the status', async () => {
    for (const name of VISIBLE) await expect(panel(page, name)).toHaveCount(1)
    await showPanel(page, 'Open orders')
    await expect(panel(page, 'Open orders')).toHaveCount(1)
    await showPanel(page, 'Positions')
    await expect(statusBar(page)).toHaveCount(1)
  })

  test('nothing moves while the market does', async () => {
    await expect(page.getByRole('banner').getByRole('definition').filter({ hasText: /\d/ })).toHaveCount(2)
    const before = await places(page)
    for (let change = 0; change < 3; change += 1) {
      const shown = await panel(page, 'Order book').innerText()
      await expect.poll(() => panel(page, 'Order book').innerText()).not.toBe(shown)
      expect(await places(page)).toBe(before)
    }
  })

  test('an order is placed and canceled without a mouse, with the focus visible', async () => {
    const price = await resting(page)
    await tabTo(page, /^Price$/)
    await page.keyboard.type(price)
    await tabTo(page, /^Size$/)
    await page.keyboard.type('1.5')
    await tabTo(page, new RegExp(`^Buy\\s?1\\.5 at ${price.replace('.', '\\.')}$`))
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Enter')
    const orders = panel(page, 'Open orders')
    await page.getByRole('tab', { name: /Open orders/ }).focus()
    await page.keyboard.press('Enter')
    await expect(orders.getByRole('button', { name: `Cancel buy 1.5 at ${price}` })).toBeVisible()
    await tabTo(page, new RegExp(`^Cancel buy 1\\.5 at ${price.replace('.', '\\.')}$`))
    await page.keyboard.press('Enter')
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(0)
  })

  test('axe finds nothing, in either theme, with orders and an expanded activity row', async () => {
    const ticket = await fillTicket(page, { price: await resting(page), size: '2', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await showPanel(page, 'Open orders')
    await expect(panel(page, 'Open orders').getByRole('button', { name: /^Cancel buy 2/ })).toBeVisible()
    await panel(page, 'Activity').getByRole('button', { name: /Buy 2/ }).click()
    await outcomeForm(page)
    expect(await violations(page)).toEqual([])
    await binaryTicket(page)
    await openPanel(page, 'Binary phase')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    // Fading colors are final once all transitions are done.
    await page.evaluate(() => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      return Promise.all(transitions.map((transition) => transition.finished))
    })
    expect(await violations(page)).toEqual([])
    await closePanel(page, 'Binary phase')
    await scalarTicket(page)
    expect(await violations(page, `document.querySelector('[aria-label^="Order ticket"]')`)).toEqual([])
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
  })

  test('markets are found, marked as favorites and chosen by keys only, for every panel of the group; axe finds nothing in their list', async () => {
    await chooseInView(page, /^Markets/)
    const markets = panel(page, 'Markets')
    await expect(markets.getByRole('row', { name: /Live NYCTMP/ })).toContainText(/\d{3}\.\d\d/)
    expect(await violations(page, `document.querySelector('[aria-label^="Markets,"]')`)).toEqual([])
    await markets.getByRole('row', { name: /Live NYCTMP/ }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('active binary')
    const active = markets.getByRole('row', { name: /Active G/ })
    await expect(active).toBeVisible()
    await expect(markets.getByRole('row', { name: /NYCTMP/ })).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    for (let press = 0; press < 3 && !(await active.evaluate((row) => row === document.activeElement)); press += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('f')
    await expect(active.getByRole('button', { name: /^Favorite/ })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('f')
    await expect(active.getByRole('button', { name: /^Favorite/ })).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /^Order book, G/ })).toHaveCount(1)
    await bridgeOf(page).call('setLink', { group: 1, market: { family: 'scalar', asset: 'live' } })
    await expect(page.getByRole('region', { name: /^Order book, NYCTMP/ })).toHaveCount(1)
    await closePanel(page, 'Markets')
  })

  test('nothing is wider than the window at 1280 × 800', async () => {
    const wide = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('header, footer, main, section')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.getAttribute('aria-label') ?? element.tagName),
      )
    expect(await wide()).toEqual([])
    await outcomeForm(page)
    expect(await wide()).toEqual([])
    await binaryTicket(page)
    expect(await wide()).toEqual([])
    await scalarTicket(page)
    await expect(panel(page, 'Order ticket')).toBeVisible()
  })

  test('a closed panel stays closed after a reload', async () => {
    await closePanel(page, 'Trades')
    // A closed panel can be reopened as it was, so its state is kept outside the layout.
    await expect
      .poll(async () => JSON.stringify(await bridgeOf(page).call('readLayout', {})))
      .not.toMatch(/"contentComponent":"trades"/)
    await page.reload()
    await ready(page)
    await expect(panel(page, 'Trades')).toHaveCount(0)
    await openPanel(page, 'Trades')
  })

  test('a second window opens, closes and opens again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const opening = terminal.nextPage()
      await page.getByRole('button', { name: BARS.newWindow }).click()
      const second = await opening
      await expect(panel(second, 'Order book').locator('[data-side="bid"]:not([data-empty])')).toHaveCount(15)
      await second.close()
      await expect.poll(() => terminal.pages().length).toBe(1)
    }
  })

  test('a panel moves to its own window and back, with its typed input', async () => {
    const size = (window: Page) => panel(window, 'Order ticket').getByRole('textbox', { name: 'Size' })
    await fillTicket(page, { size: '12' })
    const opening = terminal.nextPage()
    await tabOf(page, 'Order ticket').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move to a new window' }).click()
    const second = await opening
    await expect(size(second)).toHaveValue('12')
    await expect(panel(page, 'Order ticket')).toHaveCount(0)
    await tabOf(second, 'Order ticket').click({ button: 'right' })
    await second.getByRole('group', { name: 'Window' }).getByRole('menuitem').last().click()
    await expect(size(page)).toHaveValue('12')
    await expect(panel(second, 'Order ticket')).toHaveCount(0)
    await second.close()
    await expect.poll(() => terminal.pages().length).toBe(1)
  })

  test('a tab dragged out of the window becomes its own window, with its typed input', async () => {
    const size = (window: Page) => panel(window, 'Order ticket').getByRole('textbox', { name: 'Size' })
    await fillTicket(page, { size: '34' })
    const box = await tabOf(page, 'Order ticket').boundingBox()
    if (box === null) throw new Error('the ticket has no tab')
    const opening = terminal.nextPage()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 200, box.y + 200, { steps: 4 })
    await page.mouse.move(-80, 300, { steps: 4 })
    await page.mouse.up()
    const second = await opening
    await expect(size(second)).toHaveValue('34')
    await expect(panel(page, 'Order ticket')).toHaveCount(0)
    await second.close()
    await expect.poll(() => terminal.pages().length).toBe(1)
  })
})
