/**
 * Takes the pictures of the trader's guide from the running program: `node e2e/guide-pictures.ts [FOLDER]`, after `npm run build`. A trader of the
 * practice venue goes through the guide once, with a picture of the relevant part of the window at each step.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { UPDATE_ACTS } from '../src/updates/update-commands.ts'
import { MOMENT } from './support/moment.ts'
import { withPalette } from './support/palette-png.ts'
import { best, send } from './support/pictured-trades.ts'
import { root } from './support/processes.ts'
import { startReleases } from './support/releases.ts'
import { check, fillTicket, openPanel, panel, ready, showPanel, statusBar } from './support/screen.ts'
import { launch } from './support/terminal.ts'

const folder = process.argv[2] ?? join(root, 'docs', 'pictures')
/** Larger pictures are too heavy for a page of text, bytes. */
const HEAVIEST = 250_000

async function picture(name: string, of: Page | Locator): Promise<void> {
  const path = join(folder, `guide-${name}.png`)
  const png = withPalette(await of.screenshot({ animations: 'disabled' }))
  if (png.length > HEAVIEST) throw new Error(`${path} is too heavy`)
  writeFileSync(path, png)
  console.log(`${path} ${Math.round(png.length / 1000)} kB`)
}

/** Runs a command of the palette, found by its title. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find a command, market or workspace' }).getByRole('combobox').fill(title)
  await page.keyboard.press('Enter')
}

/** Opens the layout of this name, discarding changes of the previous one. */
async function arrange(page: Page, name: string): Promise<void> {
  const workspaces = page.getByRole('navigation', { name: 'Workspaces' })
  await workspaces.getByRole('button', { name, exact: true }).click()
  await page.waitForTimeout(500)
  const leave = page.getByRole('button', { name: `Open ${name} without saving` })
  if (await leave.isVisible()) await leave.click()
  await expect(workspaces.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', /./)
  await page.waitForTimeout(3000)
}

const releases = await startReleases()
releases.put('0.2.0', '#!/bin/sh\n', {
  notes: JSON.stringify('Depth is drawn faster.\nExits say how old their price is.'),
})
const terminal = await launch({
  ...{ size: '1280x800', clockAheadMs: Date.parse(MOMENT) - Date.now() },
  env: releases.env,
})
const { page } = terminal
page.setDefaultTimeout(20_000)

try {
  await statusBar(page).getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
  await ready(page)
  await page.getByRole('button', { name: 'Getting started…' }).click()
  const begun = page.getByRole('dialog', { name: 'Getting started' })
  await expect(begun).toContainText('of 7 done')
  await page.waitForTimeout(600)
  await picture('getting-started', begun)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Dismiss/ }).click()

  await page.keyboard.press('Control+Comma')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await page.waitForTimeout(600)
  await picture('settings', settings)
  await page.keyboard.press('Escape')

  await fillTicket(page, { price: ((await best(page, 'ask')) + 0.2).toFixed(2), size: '20', tif: 'IOC' })
  await page.waitForTimeout(1500)
  await picture('ticket', panel(page, 'Order ticket'))
  await send(page, 'Buy', '20', (await best(page, 'ask')) + 0.2, 'IOC')
  await send(page, 'Sell', '10', (await best(page, 'ask')) + 0.3, 'GTC')
  await fillTicket(page, { price: '', size: '' })
  await showPanel(page, 'Positions')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1500)
  await picture('first', page)
  await picture('bucket', panel(page, 'Bucket'))

  await command(page, 'Market info')
  const station = page.getByRole('dialog', { name: 'Market info' })
  await expect(station).toBeVisible()
  await page.waitForTimeout(400)
  await picture('station', station)
  await page.keyboard.press('Escape')

  // A stop and a target on the position, then as chart lines and as rows.
  const price = await best(page, 'bid')
  for (const line of [`stop ${(price - 0.5).toFixed(2)}`, `target ${(price + 0.8).toFixed(2)}`]) {
    await command(page, line)
    await page.waitForTimeout(800)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(1200)
    await page.keyboard.press('Escape')
  }
  const orders = await showPanel(page, 'Open orders')
  await expect(orders.getByRole('row', { name: /Target/ }).first()).toContainText('Watching')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1000)
  await picture('orders', orders)
  await picture('chart', panel(page, 'Chart'))

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  await palette.getByRole('combobox').fill('buy 10 @ bid post')
  await page.waitForTimeout(800)
  await picture('palette', palette)
  await page.keyboard.press('Escape')

  const alerts = await showPanel(page, 'Alerts')
  await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
  await check(alerts.getByRole('radio', { name: 'Rises to' }))
  await alerts.getByRole('textbox', { name: 'Value' }).fill((price - 500 + 2).toFixed(1))
  await alerts.getByRole('button', { name: 'Add alert' }).click()
  await expect(alerts.getByRole('row', { name: /Temperature rises to/ })).toContainText('On')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(500)
  await picture('alerts', alerts)

  await page.getByRole('button', { name: 'Kill…' }).click()
  const kill = page.getByRole('dialog')
  await expect(kill).toBeVisible()
  await page.waitForTimeout(600)
  await picture('kill', kill)
  await page.keyboard.press('Escape')

  await command(page, 'Connect to a deployment')
  const connect = page.getByRole('dialog', { name: /^Connect/ })
  await expect(connect).toBeVisible()
  await page.waitForTimeout(600)
  await picture('connect', connect)
  await page.keyboard.press('Escape')

  await send(page, 'Sell', '20', (await best(page, 'bid')) - 0.2, 'IOC')
  await fillTicket(page, { price: '', size: '' })

  await arrange(page, 'Binary')
  const ticket = panel(page, 'Order ticket')
  await ticket.getByRole('button', { name: 'Set leverage 2×' }).click()
  await ticket.getByRole('textbox', { name: 'Amount' }).fill('25')
  await ticket.getByRole('button', { name: /^UP preview/ }).click()
  await expect(ticket.getByRole('button', { name: /^Confirm: buy/ })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.waitForTimeout(500)
  await picture('binary', ticket)
  await ticket.getByRole('button', { name: 'Discard' }).click()

  await arrange(page, 'Outcomes')
  await page.mouse.move(0, 0)
  await picture('outcomes', page)

  await arrange(page, 'Books')
  const results = await openPanel(page, 'P&L')
  const day = results.getByRole('grid', { name: 'P&L by day' }).getByRole('row').nth(1)
  await day.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('article', { name: /^Day sheet of/ })
  await expect(sheet).toBeVisible()
  await page.waitForTimeout(1000)
  await picture('day-sheet', sheet)

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await command(page, 'Show updates')
  const updates = page.getByRole('region', { name: 'Updates', exact: true })
  await updates.getByRole('button', { name: UPDATE_ACTS.check }).click()
  await expect(updates).toContainText('0.2.0 is available')
  await updates.scrollIntoViewIfNeeded()
  await page.mouse.move(0, 0)
  await page.waitForTimeout(500)
  await picture('updates', updates)
} finally {
  await terminal.quit()
  await releases.server.close()
}
