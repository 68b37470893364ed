import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { later, MOMENT } from './support/moment.ts'
import { chooseInView, closePanel, fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { launchWindowless } from './support/windowless/index.ts'

test('a restart keeps the layout, the journal, the practice money and the resting order', async () => {
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
  await closePanel(first.page, 'Trades')
  await expect(panel(first.page, 'Trades')).toHaveCount(0)
  await panel(first.page, 'Chart').getByRole('radio', { name: '5m', exact: true }).check({ force: true })
  // The arrangement is saved a moment after it changed.
  const saved = () => readFileSync(join(userDataDir, 'layouts.json'), 'utf8')
  await expect.poll(saved).toMatch(/"resolution": ?300/)
  // It comes back as it was, so that it is kept, but not in the arrangement.
  await expect.poll(saved).not.toMatch(/"contentComponent": ?"trades"/)
  await first.kill()

  const second = await launch({ userDataDir })
  try {
    await ready(second.page)
    const orders = panel(second.page, 'Open orders')
    await expect(orders).toBeVisible()
    await expect(orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })).toBeVisible()
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

test('damaged settings and journal are set aside, never overwritten, and said', async () => {
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
