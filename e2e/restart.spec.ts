import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { later, MOMENT } from './support/moment.ts'
import { fillTicket, panel, ready, showPanel } from './support/screen.ts'
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
  // The shown tab is part of the layout, and is saved a moment after it changed.
  await first.page.waitForTimeout(1000)
  await first.kill()

  const second = await launch({ userDataDir })
  try {
    await ready(second.page)
    const orders = panel(second.page, 'Open orders')
    await expect(orders).toBeVisible()
    await expect(orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })).toBeVisible()
    await expect(panel(second.page, 'Activity')).toContainText('Buy 7 NYCTMP')
    await expect(panel(second.page, 'Activity')).toContainText('working')
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

test('a second window opens, closes and opens again', async () => {
  const terminal = await launch()
  try {
    await ready(terminal.page)
    for (let round = 0; round < 2; round += 1) {
      const opening = terminal.nextPage()
      await terminal.page.getByRole('button', { name: /New window/ }).click()
      const second = await opening
      await expect(
        second.getByRole('region', { name: 'Order book' }).locator('[data-side="bid"]:not([data-empty])'),
      ).toHaveCount(15)
      await second.close()
      await expect.poll(() => terminal.pages().length).toBe(1)
    }
  } finally {
    await terminal.quit()
  }
})
