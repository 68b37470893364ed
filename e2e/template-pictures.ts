/**
 * Takes a picture of every layout template, to be looked at: `node e2e/template-pictures.ts [FOLDER] [SIZE…]`, after `npm run build`. Each is taken with
 * orders, a position and its stop on the practice venue, at three window sizes in both themes, and with text at 130 % in the smallest.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { TEMPLATE_TITLES } from '../contract/workspace-names.ts'
import { bridgeOf } from './support/bridge.ts'
import { best, send } from './support/pictured-trades.ts'
import { root } from './support/processes.ts'
import { panel, ready, statusBar } from './support/screen.ts'
import { launch } from './support/terminal.ts'

const [folder = join(root, 'test-results', 'templates'), ...chosen] = process.argv.slice(2)
const SIZES = chosen.length > 0 ? chosen : ['1280x800', '1920x1080', '2560x1440']
const LOOKS = [
  { theme: 'dark', textSize: 100 },
  { theme: 'light', textSize: 100 },
  { theme: 'dark', textSize: 130 },
] as const

/** A position, its stop, and resting orders on both sides. */
async function trade(page: Page): Promise<void> {
  await send(page, 'Buy', '8', (await best(page, 'ask')) + 0.05, 'IOC')
  await send(page, 'Buy', '4', (await best(page, 'bid')) - 0.3, 'GTC')
  await send(page, 'Sell', '3', (await best(page, 'ask')) + 0.4, 'GTC')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`sl ${((await best(page, 'bid')) - 0.8).toFixed(2)}`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

/** Opens a template, dropping changes of the one before. */
async function open(page: Page, name: string): Promise<void> {
  const tab = page
    .getByRole('navigation', { name: 'Workspaces' })
    .getByRole('button', { name: new RegExp(`^${name}(, changed)?$`) })
  if ((await tab.getAttribute('aria-current')) === null) await tab.click()
  await page.waitForTimeout(500)
  const drop = page.getByRole('button', { name: `Open ${name} without saving` })
  if (await drop.isVisible()) await drop.click()
  await expect(tab).toHaveAttribute('aria-current', 'true')
  // Histories and charts arrive one after the other.
  await page.waitForTimeout(3000)
}

mkdirSync(folder, { recursive: true })
for (const size of SIZES) {
  const terminal = await launch({ size })
  try {
    const { page } = terminal
    page.setDefaultTimeout(60_000)
    await statusBar(page).getByText('Live', { exact: true }).waitFor()
    await panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]:not([data-empty])').waitFor()
    await ready(page)
    await trade(page)
    const { call } = bridgeOf(page)
    for (const { theme, textSize } of LOOKS) {
      if (textSize !== 100 && size !== SIZES[0]) continue
      await call('saveSettings', { theme, textSize })
      // Its layout was made for another text size, so it is opened last.
      const [shown, ...others] = Object.values(TEMPLATE_TITLES)
      for (const name of [...others, shown ?? '']) {
        await open(page, name)
        const path = join(folder, `${name.toLowerCase()}-${size}-${theme}-${textSize}.png`)
        await page.screenshot({ path, animations: 'disabled' })
        process.stdout.write(`${path}\n`)
      }
    }
  } finally {
    await terminal.quit()
  }
}
