import { test } from '@playwright/test'
import { ready } from './support/screen.ts'
import { launch } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
test.setTimeout(300_000)
test('menus', async () => {
  const size = process.env.SIZE ?? '1280x800'
  const terminal = await launch({ env: NO_KEYCHAIN, size })
  const { page } = terminal
  await ready(page)
  const theme = process.env.THEME ?? 'dark'
  const extra = JSON.parse(process.env.EXTRA ?? '{}') as object
  await page.evaluate((t) => (window as never as { terminal: { saveSettings(x: object): unknown } }).terminal.saveSettings(t), { theme, ...extra })
  await page.waitForTimeout(1000)
  const shot = (n: string) => page.screenshot({ path: `/tmp/shots/menu-${n}-${theme}.png` })
  const nav = page.getByRole('navigation', { name: 'Workspaces' })
  const tryIt = async (n: string, f: () => Promise<unknown>) => {
    try { await f(); await page.waitForTimeout(500); await shot(n) } catch (e) { console.log(n, String(e).slice(0, 300)) }
    await page.keyboard.press('Escape'); await page.keyboard.press('Escape'); await page.waitForTimeout(200)
  }
  page.setDefaultTimeout(4000)
  await tryIt('market', () => page.getByRole('button', { name: /^Market of Chart/ }).click())
  await tryIt('link', () => page.getByRole('button', { name: /^Link of Chart/ }).click())
  await tryIt('palette', () => page.keyboard.press('Control+k'))
  await tryIt('sheet', () => page.keyboard.press('?'))
  await tryIt('view', () => page.getByRole('button', { name: 'View', exact: true }).click())
  await tryIt('settings', async () => { await page.getByRole('button', { name: 'View', exact: true }).click(); await page.keyboard.press('End'); await page.keyboard.press('ArrowRight') })
  await tryIt('workspace', async () => { await nav.getByRole('button').last().click() })
  await tryIt('tab', () => page.getByRole('tab', { name: /^Trades/ }).click({ button: 'right' }))
  await tryIt('account', () => page.getByRole('button', { name: 'Account', exact: true }).click())
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: /^.?Depth/ }).click()
  await page.waitForTimeout(1500); await shot('depth')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: /^.?Markets/ }).click()
  await page.waitForTimeout(2500); await shot('markets')
  await terminal.quit()
})
