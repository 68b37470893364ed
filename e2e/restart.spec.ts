import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as OPEN_ORDERS } from '../src/panels/open-orders/messages.ts'
import { later, MOMENT } from './support/moment.ts'
import { check, chooseInView, closePanel, fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { launchWindowless } from './support/windowless/index.ts'

/** Places a scale of 5 and stops it with its orders canceled; leaves slices working. */
async function scaleAndSlices(page: Page, bid: number): Promise<void> {
  const ticket = panel(page, 'Order ticket')
  const orders = panel(page, 'Open orders')
  const choose = (name: string) => check(ticket.getByRole('radio', { name, exact: true }))
  const fill = (label: string, text: string) => ticket.getByRole('textbox', { name: label, exact: true }).fill(text)
  await choose('Scale')
  await fill('From', (bid - 2).toFixed(2))
  await fill('To', (bid - 3).toFixed(2))
  await fill('Total size', '10')
  await ticket.getByRole('button', { name: 'Preview 5 orders' }).click()
  await expect(ticket.getByRole('table', { name: 'Scale orders' }).getByRole('row')).toHaveCount(6)
  await ticket.getByRole('button', { name: 'Buy 10 in 5 orders' }).click()
  await expect(orders).toContainText('placed 5 of 5, filled 0 of 10')
  await orders.getByRole('button', { name: 'Stop Scale, buy 10' }).click()
  await page.getByRole('menuitem', { name: /cancel open orders \(5\)/ }).click()
  await orders.getByRole('button', { name: OPEN_ORDERS.showEnded(1) }).click()
  await expect(orders).toContainText('stopped: You stopped it.')
  await choose('Slices')
  await fill('Total size', '4')
  await fill('Worst price', (bid - 1).toFixed(2))
  await ticket.getByRole('button', { name: 'Preview 5 slices' }).click()
  await ticket.getByRole('button', { name: 'Buy 4 in 5 slices' }).click()
  await expect(orders).toContainText('slice 1 of 5, filled 0 of 4')
}

test('a restart keeps the layout, the journal, the practice money and the resting order', {
  tag: '@core',
}, async () => {
  const userDataDir = newDataDir()
  const first = await launch({ userDataDir })
  await ready(first.page)
  const bid = Number(
    await panel(first.page, 'Order book')
      .locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
      .textContent(),
  )
  const price = (bid - 1).toFixed(2)
  const ticket = await fillTicket(first.page, { price, size: '7', tif: 'GTC' })
  await ticket.getByRole('button', { name: /^Buy/ }).click()
  await expect(
    (await showPanel(first.page, 'Open orders')).getByRole('button', { name: `Cancel buy 7 at ${price}` }),
  ).toBeVisible()
  await scaleAndSlices(first.page, bid)
  await closePanel(first.page, 'Trades')
  await expect(panel(first.page, 'Trades')).toHaveCount(0)
  await check(panel(first.page, 'Chart').getByRole('radio', { name: '5m', exact: true }))
  // The layout is saved shortly after a change.
  const saved = () => readFileSync(join(userDataDir, 'layouts.json'), 'utf8')
  await expect.poll(saved).toMatch(/"resolution": ?300/)
  // A closed panel can be reopened as it was, so its state is kept outside the layout.
  await expect.poll(saved).not.toMatch(/"contentComponent": ?"trades"/)
  await first.kill()

  const second = await launch({ userDataDir })
  try {
    await ready(second.page)
    const orders = panel(second.page, 'Open orders')
    await expect(orders).toBeVisible()
    await expect(orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })).toBeVisible()
    await expect(orders).toContainText('Slices, buy 4')
    await expect(orders).toContainText('paused: Isotherm quit while it was running.')
    await expect(panel(second.page, 'Activity')).toContainText('Buy 7 NYCTMP')
    await expect(panel(second.page, 'Activity')).toContainText('working')
    await expect(panel(second.page, 'Chart').getByRole('radio', { name: '5m', exact: true })).toBeChecked()
    await expect(panel(second.page, 'Trades')).toHaveCount(0)
    await chooseInView(second.page, /^Reset layout/)
    await expect(panel(second.page, 'Trades')).toBeVisible()
  } finally {
    await second.quit()
  }
})

test('damaged settings and journal are renamed, never overwritten, and reported', async () => {
  const userDataDir = newDataDir()
  const env = { ...NO_KEYCHAIN, ISOTHERM_PRACTICE_AT: MOMENT }
  await (await launchWindowless({ userDataDir, env })).quit()
  writeFileSync(join(userDataDir, 'settings.json'), '{"theme": "dar')
  writeFileSync(join(userDataDir, 'journal.sqlite'), 'this is no database')

  const second = await launch({ userDataDir, at: later(MOMENT, 600_000) })
  try {
    await expect(second.page.getByText(/settings\.damaged-/)).toBeVisible({ timeout: 60_000 })
    await expect(second.page.getByText(/journal\.damaged-/)).toBeVisible()
    await ready(second.page)
    const names = readdirSync(userDataDir)
    expect(names.some((name) => name.startsWith('settings.damaged-'))).toBe(true)
    expect(names.some((name) => name.startsWith('journal.damaged-'))).toBe(true)
  } finally {
    await second.quit()
  }
})
