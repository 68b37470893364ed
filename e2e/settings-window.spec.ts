/** Everything that can be set, in one window that is searched; and what stands out as far as it can for eyes that need it. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import type { Bridge } from './support/bridge.ts'
import { panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test.describe('the settings', () => {
  let page: Page
  let bridge: Bridge

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page, bridge } = await asNewTrader())
  })
  test.afterAll(async () => {
    await bridge.call('saveSettings', { theme: 'dark', highContrast: false, textSize: 100 })
  })

  const settings = () => page.getByRole('dialog', { name: 'Settings', exact: true })
  const find = () => settings().getByRole('searchbox', { name: 'Find a setting' })
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+Comma')
    await expect(find()).toBeFocused()
  }

  test('are opened by a key, found by typing, and hold at once', async () => {
    await open()
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await find().fill('light theme')
    await settings().getByRole('radio', { name: 'Light theme' }).click({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await settings().getByRole('button', { name: 'Theme: as usual, Dark theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    await find().fill('ask beyond 2 cents')
    const cents = settings().getByRole('combobox', { name: /^Limit prices through the best price, cents/ })
    await cents.selectOption('Ask beyond 5 cents')
    await expect(settings().getByRole('button', { name: /as usual, Ask beyond 10 cents/ })).toBeVisible()
    await settings()
      .getByRole('button', { name: /as usual, Ask beyond 10 cents/ })
      .press('Enter')
    await expect(cents).toHaveValue('10')

    await find().fill('text size')
    await settings().getByRole('button', { name: 'Text size: larger' }).click()
    await expect(settings().getByRole('group', { name: 'Text size' })).toContainText('110 %')
    await settings()
      .getByRole('button', { name: /^Text size: as usual/ })
      .click()
    await find().fill('no such thing')
    await expect(settings()).toContainText('Nothing here is called “no such thing”')
    await page.keyboard.press('Escape')
    await expect(settings()).toHaveCount(0)
  })

  test('say each limit as it holds, with what it protects, and lead to where it is changed', async () => {
    await open()
    await find().fill('largest order')
    const limit = settings().getByRole('region', { name: 'Limits' })
    await expect(limit).toContainText(/Largest order.*250,000 USDC/)
    await find().fill('change the limits')
    await settings().getByRole('button', { name: 'Change limits…' }).click()
    await expect(settings()).toHaveCount(0)
    await expect(panel(page, 'Limits').getByRole('textbox').first()).toBeFocused()
  })

  for (const theme of ['dark', 'light'] as const) {
    test(`in high contrast, ${theme}: every text has seven times the light of its ground, or a seventh`, async () => {
      await bridge.call('saveSettings', { theme, highContrast: true })
      await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await violations(page, 'document', ['color-contrast-enhanced'])).toEqual([])
    })
  }
})
