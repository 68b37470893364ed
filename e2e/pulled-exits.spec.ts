/** Stops and targets dragged from the position line of a chart, for shares and binary contracts. */
import type { Locator, Page } from '@playwright/test'
import { LIVE } from '../contract/market-ref.ts'
import { MESSAGES as BINARY } from '../src/panels/binary/messages.ts'
import { MESSAGES as CHART } from '../src/panels/chart/messages.ts'
import { MESSAGES as OUTCOMES } from '../src/panels/outcomes/messages.ts'
import { chartAtRest } from './support/at-rest.ts'
import { bridgeOf } from './support/bridge.ts'
import { rowOf } from './support/pixels.ts'
import { binaryTicket, check, chooseMarket, openPanel, panel, showPanel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'

test.describe('exits dragged from the position line', () => {
  let shared: SharedTerminal
  let page: Page

  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader({ width: 1920, height: 1080 })
    ;({ page } = shared)
  })
  test.afterAll(async () => {
    await bridgeOf(page).call('setLink', { group: 1, market: LIVE })
  })

  /** The line of the position. */
  const HELD = /^(UP [\d.,]+|[\d.,]+ Yes) at /
  const chip = (name: RegExp): Locator => page.getByRole('dialog', { name })
  const nameOf = async (request: Locator): Promise<string> => (await request.getAttribute('aria-label')) ?? ''

  /**
   * Drags the green line of the position to a fraction of the chart's height. A new price right before the press would move the line away from it.
   */
  const pull = (chart: Locator, part: number): Promise<void> =>
    chartAtRest(shared, chart, async () => {
      const { y, left } = await rowOf(chart, '--up')
      const box = await chart.getByRole('img').boundingBox()
      if (box === null) throw new Error('no chart')
      const to = box.y + 30 + (box.height - 80) * part
      await page.mouse.move(left + 60, y)
      await expect(chart.getByRole('img')).toHaveAttribute('data-grip', 'line')
      await page.mouse.down()
      await page.mouse.move(left + 60, (y + to) / 2, { steps: 4 })
      await page.mouse.move(left + 60, to)
      await page.mouse.up()
    })

  /**
   * Creates a stop below the price and a target of half above it, both visible in the list of conditional orders.
   * @param outlives whether the market lives longer than the access token, so that its plan needs a confirmation first.
   */
  async function pullBoth(chart: Locator, outlives: boolean): Promise<void> {
    const lines = chart.getByRole('listbox', { name: CHART.lines })
    await expect(lines.getByRole('option', { name: HELD })).toHaveCount(1)
    const stop = chip(/^Stop for /)
    const target = chip(/^Target for /)
    const pulled = chip(/^(Stop for|Target for|Exit of) /)
    // A dragged exit is a stop as soon as it is below the price, regardless of the entry.
    await pull(chart, 0.97)
    // A click on its label does not take the keys from it.
    await expect(pulled.locator(':focus')).toHaveCount(1)
    await pulled.locator('strong').click()
    for (let name = await nameOf(pulled); !name.startsWith('Stop'); name = await nameOf(pulled)) {
      await page.keyboard.press('ArrowDown')
      await expect(pulled).not.toHaveAccessibleName(name)
    }
    // Far enough below that the price does not reach it before it is sent.
    await page.keyboard.press('Shift+ArrowDown')
    await expect(stop).toContainText(/below the (price|mark)/)
    await expect(stop.getByRole('button').first()).toBeEnabled()
    await page.keyboard.press('Enter')
    if (outlives) await stop.getByRole('button', { name: CHART.setAllTheSame }).click()
    await expect(stop).toHaveCount(0)
    await expect(lines.getByRole('option', { name: /^Stop .* at .*, local/ })).toHaveCount(1)
    await pull(chart, 0.03)
    await check(target.getByRole('radio', { name: '50 %' }))
    await target.getByRole('button', { name: /^Set target/ }).click()
    // Another exit of the confirmed plan.
    await expect(target).toHaveCount(0)
    await expect(lines.getByRole('option', { name: /^Target .* at .*, local/ })).toHaveCount(1)
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('row', { name: /Stop/ }).first()).toContainText('Watching')
    await expect(orders.getByRole('row', { name: /Target/ }).first()).toContainText('Watching')
    await showPanel(page, 'Chart')
  }

  test('for shares, a stop below their price and a target above it', async () => {
    const shares = await openPanel(page, 'Shares')
    await chooseMarket(page, 'Order ticket', 'new york high', /Yes/)
    await chooseMarket(page, 'Shares', 'new york high', /Yes/)
    await check(shares.getByRole('radio', { name: 'Collateral', exact: true }))
    await shares.getByRole('textbox', { name: 'Amount' }).fill('50')
    await shares.getByRole('button', { name: 'Move USDH to outcomes balance' }).click()
    await expect(shares).toContainText(/Move 50 USDH to outcomes balance: done/)
    const form = panel(page, 'Order ticket').getByRole('form', { name: OUTCOMES.orderFor('') })
    await check(form.getByRole('radio', { name: 'Market', exact: true }))
    await form.getByRole('textbox', { name: 'Max slippage' }).fill('5')
    await form.getByRole('textbox', { name: 'Size' }).fill('20')
    await form.getByRole('button', { name: /^Buy Yes 20 at most 0\.\d{3}/ }).click()
    await expect(form.getByText(/Bought 20 Yes, .* at 0\.\d+, fee .* USDH/)).toBeVisible()
    const chart = await showPanel(page, 'Chart')
    await expect(chart).toHaveAccessibleName(/Yes/)
    await pullBoth(chart, true)
  })

  test('for binary contracts, on the chart of their price', async () => {
    // Typed input in a ticket holds its market.
    const region = await binaryTicket(page)
    await region.getByRole('button', { name: BINARY.setUp(2) }).click()
    await expect(region).toContainText('Leverage 2× is set')
    await region.getByRole('textbox', { name: 'Amount' }).fill('25')
    await region.getByRole('button', { name: /^UP preview at 0\.\d{3}/ }).click()
    await region.getByRole('button', { name: /^Confirm: buy [\d.,]+ UP at most 0\.\d{3}$/ }).click()
    await expect(region.getByText(/Bought [\d.,]+ UP GBET[AB] at 0\.\d+, fee .* USDC/)).toBeVisible()
    const chart = await showPanel(page, 'Chart')
    await check(chart.getByRole('radio', { name: 'Price', exact: true }))
    await pullBoth(chart, false)
  })
})
