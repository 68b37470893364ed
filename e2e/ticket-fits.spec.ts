/** The ticket of every family in a window of 1280 × 800, with usual and with large text: nothing is cut, nothing lies over anything else. */
import type { Locator, Page } from '@playwright/test'
import type { Bridge } from './support/bridge.ts'
import { clippedIn } from './support/clipped.ts'
import { binaryTicket, chooseMarket, panel, scalarTicket, statusBar } from './support/screen.ts'
import { expect as expectAtLeisure, test } from './support/shared-terminal.ts'

/** What is not there at once will not be: only prices and an answer are waited for. */
const expect = expectAtLeisure.configure({ timeout: 10_000 })

let page: Page
let bridge: Bridge
const ticket = (): Locator => panel(page, 'Order ticket')
const field = (name: string): Locator => ticket().getByRole('textbox', { name, exact: true })

test.beforeAll(async ({ asNewTrader }) => {
  ;({ page, bridge } = await asNewTrader({ width: 1280, height: 800 }))
})
test.afterAll(async () => {
  await bridge.call('saveSettings', { textSize: 100 })
})

async function textOf(percent: number): Promise<void> {
  await bridge.call('saveSettings', { textSize: percent })
  const px = `${(12 * percent) / 100}px`
  await expect.poll(() => ticket().evaluate((element) => getComputedStyle(element).fontSize)).toBe(px)
}

/** The fields that every order needs and what sends it are seen whole, and all else is legible where it stands. */
async function fits(fields: readonly string[], sends: number): Promise<void> {
  for (const name of fields) await expect(field(name), name).toBeInViewport({ ratio: 0.98 })
  const buttons = ticket().locator('button[data-send]')
  await expect(buttons).toHaveCount(sends)
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 0.98 })
  expect(await clippedIn(ticket().locator('form'))).toEqual([])
}

for (const percent of [100, 150]) {
  test.describe(`with text of ${percent} %`, () => {
    test.beforeAll(() => textOf(percent))

    test('a scalar order is typed, read and sent without a cut', async () => {
      await scalarTicket(page)
      await ticket().getByRole('radio', { name: 'Limit' }).check({ force: true })
      await fits(['Price', 'Size'], 2)
      await field('Size').fill('12.3456')
      // Far through the ask, which the ticket says beside the price; the other side only rests.
      await field('Price').fill('540.00')
      await expect(ticket()).toContainText('through the ask')
      await fits(['Price', 'Size'], 2)
      // So that one side would do nothing at all, which its button says.
      await ticket().getByRole('radio', { name: 'IOC' }).check({ force: true })
      await expect(ticket().locator('button[data-send="sell"]')).toContainText('nothing fills')
      await fits([], 2)
      await ticket().getByRole('radio', { name: 'GTC' }).check({ force: true })
      for (const name of ['Price', 'Size']) await field(name).fill('')
    })

    test('a binary prediction is', async () => {
      await binaryTicket(page)
      await fits(['Amount', 'At most'], 2)
      await field('Amount').fill('250')
      await expect(ticket()).toContainText(/≈ [\d,.]+ UP/)
      await fits(['Amount', 'At most'], 2)
      await field('Amount').fill('')
    })

    test('a share is', async () => {
      await chooseMarket(page, 'Order ticket', 'new york high', /Yes/)
      await fits(['Price', 'Size'], 1)
      await field('Price').fill('0.410')
      await field('Size').fill('60')
      await expect(ticket().locator('button[data-send]')).toContainText('60 at 0.41')
      await fits(['Price', 'Size'], 1)
      for (const name of ['Price', 'Size']) await field(name).fill('')
    })

    test('an exit plan is typed without a cut', async () => {
      await scalarTicket(page)
      const plan = ticket().locator('details[data-exits] > summary')
      await plan.click()
      await field('Stop').scrollIntoViewIfNeeded()
      await expect(field('Stop')).toBeInViewport({ ratio: 0.98 })
      expect(await clippedIn(ticket().locator('form'))).toEqual([])
      await plan.click()
      // What has the focus stays in view, also while the text grows.
      await field('Price').focus()
    })

    test('the status is read to its end', async () => {
      expect(await clippedIn(statusBar(page))).toEqual([])
    })

    test('the panels below the chart are called by whole names', async () => {
      for (const name of ['Positions', 'Open orders', 'Alerts']) {
        const tab = page.getByRole('tab', { name: new RegExp(`^${name}(, |$)`) })
        expect(await clippedIn(tab), name).toEqual([])
      }
    })
  })
}
