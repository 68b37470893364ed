/**
 * Takes the pictures of the README from the running program: `node e2e/picture.ts [FOLDER]`, after `npm run build`. A trader of the practice venue
 * buys, takes some profit and leaves orders resting, over about a minute and a half; then the other layouts are shown.
 */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { MOMENT } from './support/moment.ts'
import { best, send } from './support/pictured-trades.ts'
import { root } from './support/processes.ts'
import { check, fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { launch } from './support/terminal.ts'

const folder = process.argv[2] ?? join(root, 'docs', 'pictures')
/** The other layouts, each in a picture of its name. */
const OTHERS = ['Binary', 'Outcomes', 'Settlement', 'Books', 'Everything'] as const

/** Pause between two trades, so that their marks are in different candles. */
const PAUSE_MS = 16_000

// This machine's clock agrees with the venue's, like a trader's.
const terminal = await launch({ size: '1920x1080', clockAheadMs: Date.parse(MOMENT) - Date.now() })
const { page } = terminal

async function picture(name: string): Promise<void> {
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file })
  console.log(file)
}

try {
  await ready(page)
  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await check(panel(page, 'Chart').getByRole('radio', { name: '15s', exact: true }))
  await send(page, 'Buy', '60', (await best(page, 'ask')) + 0.4, 'IOC')
  await page.waitForTimeout(PAUSE_MS)
  await send(page, 'Buy', '45', (await best(page, 'ask')) + 0.4, 'IOC')
  await page.waitForTimeout(PAUSE_MS)
  await send(page, 'Sell', '25', (await best(page, 'bid')) - 0.4, 'IOC')
  await page.waitForTimeout(PAUSE_MS)
  await send(page, 'Buy', '20', (await best(page, 'ask')) + 0.4, 'IOC')
  await send(page, 'Sell', '50', (await best(page, 'ask')) + 0.35, 'GTC')
  await send(page, 'Buy', '12.5', (await best(page, 'bid')) - 0.18, 'GTC')
  await send(page, 'Buy', '30', (await best(page, 'bid')) - 0.3, 'GTC')
  await page.waitForTimeout(PAUSE_MS)
  await fillTicket(page, { price: ((await best(page, 'bid')) - 0.08).toFixed(2), size: '15', tif: 'GTC' })
  await showPanel(page, 'Positions')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1500)
  await picture('terminal')
  // A typed price would keep the ticket from following its group.
  await fillTicket(page, { price: '', size: '' })
  const workspaces = page.getByRole('navigation', { name: 'Workspaces' })
  for (const name of OTHERS) {
    await workspaces.getByRole('button', { name, exact: true }).click()
    const leave = page.getByRole('button', { name: `Open ${name} without saving` })
    await page.waitForTimeout(500)
    if (await leave.isVisible()) await leave.click()
    await expect(workspaces.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', /./)
    await page.mouse.move(0, 0)
    await page.waitForTimeout(4000)
    await picture(name.toLowerCase())
  }
} finally {
  await terminal.quit()
}
