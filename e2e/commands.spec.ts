/** Keyboard use of all commands: the palette, the list of keys, the keys themselves, and the visible effects of settings. */
import type { Page } from '@playwright/test'
import { MESSAGES as CHART } from '../src/panels/chart/messages.ts'
import { violations } from './support/axe.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { panel, showMarket, showPanel, statusBar } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

test.describe('commands', () => {
  let page: Page
  let bridge: Bridge

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page } = await asNewTrader({ width: 1280, height: 800 }))
    bridge = bridgeOf(page)
  })

  const palette = () => page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  const sheet = () => page.getByRole('dialog', { name: 'Keys' })
  const price = () => panel(page, 'Order ticket').getByRole('textbox', { name: 'Price' })

  test('the palette opens by Ctrl K, also from a field, finds by typing, and runs the choice', async () => {
    await price().click()
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('show limits')
    await page.keyboard.press('Enter')
    await expect(palette()).toHaveCount(0)
    await expect(panel(page, 'Limits')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('close limits')
    await page.keyboard.press('Enter')
    await expect(panel(page, 'Limits')).toHaveCount(0)
  })

  test('Esc closes it and restores the focus; the last used commands come first', async () => {
    await price().click()
    await page.keyboard.press('Control+k')
    await expect(palette().getByRole('option').first()).toHaveText(/^Close/)
    await page.keyboard.press('Escape')
    await expect(palette()).toHaveCount(0)
    await expect(price()).toBeFocused()
  })

  test('a modal takes every key, even after its focused element is gone', async () => {
    const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
    await price().click()
    await page.keyboard.press('Control+k')
    await expect(palette().getByRole('combobox')).toBeFocused()
    // Without a blur event, as when a button of a dialog disables itself.
    await palette()
      .getByRole('combobox')
      .evaluate((field: HTMLInputElement) => {
        field.disabled = true
      })
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.keyboard.press('Control+Equal')
    await page.keyboard.press('Escape')
    await expect(palette()).toHaveCount(0)
    // Smaller than default, and not reset by one larger step.
    await page.keyboard.press('Control+Minus')
    await expect.poll(size).toBe('10.8px')
    await page.keyboard.press('Control+0')
    await expect.poll(size).toBe('12px')
  })

  test('the palette finds markets, and names the panel that would show each', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('active binary')
    await expect(palette().getByRole('option', { name: /^Show Active binary.*in \w+/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('choices within a panel are in the palette, and apply to the last used panel', async () => {
    const choose = async (typed: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(palette()).toHaveCount(0)
    }
    const chart = panel(page, 'Chart')
    await choose('chart range 15 min')
    await expect(chart.getByRole('button', { name: 'Range: 15 min' })).toBeVisible()
    await choose('chart range 1 h')
    await expect(chart.getByRole('button', { name: 'Range: 1 h' })).toBeVisible()
    const columns = page.getByRole('dialog', { name: /^Columns and copy: Newest prices/ })
    await choose('chart table')
    await expect(chart.getByRole('grid', { name: /^Newest prices/ })).toBeVisible()
    await choose('columns newest prices')
    await expect(columns).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(columns).toHaveCount(0)
    await choose('chart table')
    await expect(chart.getByRole('grid', { name: /^Newest prices/ })).toHaveCount(0)
    const favourite = () => palette().getByRole('option', { name: /^(Add|Remove) .* favorites/ })
    await choose('to favorites')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('favourites')
    await expect(favourite()).toHaveText(/^Remove .* from favorites/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('favourite')
    await expect(favourite()).toHaveText(/^Add .* to favorites/)
    await page.keyboard.press('Escape')
    await expect(palette()).toHaveCount(0)
  })

  test('the list of keys opens by ?, but not in a field, where it is typed', async () => {
    const size = panel(page, 'Order ticket').getByRole('textbox', { name: 'Size' })
    await size.click()
    await page.keyboard.press('Shift+?')
    await expect(sheet()).toHaveCount(0)
    await size.fill('')
    await page.getByRole('button', { name: 'View', exact: true }).focus()
    await page.keyboard.press('Shift+?')
    await expect(sheet()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('next panel')
    await expect(sheet().getByRole('listitem').first()).toHaveText(/Next panel\s*F6/)
    await sheet().getByRole('textbox').fill('filter the rows')
    const inTables = sheet().getByRole('region', { name: 'In a table', exact: true })
    await expect(inTables.getByRole('listitem').first()).toHaveText(/Filter the rows\s*\//)
    await page.keyboard.press('Escape')
    await expect(sheet()).toHaveCount(0)
  })

  test('a command gets another key, shown everywhere, refused when taken, and can be reset', async () => {
    const editor = page.getByRole('dialog', { name: 'Change keys' })
    const row = editor.getByRole('button', { name: /^Show Limits/ })
    const waiting = editor.getByRole('textbox', { name: 'New key of Show Limits' })
    const edit = async (): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('change keys')
      await page.keyboard.press('Enter')
      await editor.getByRole('textbox', { name: 'Search commands' }).fill('show limits')
      await row.click()
    }
    await edit()
    await expect(waiting).toBeFocused()
    await page.keyboard.press('Control+Shift+n')
    await expect(editor.getByRole('alert')).toHaveText(/^Ctrl Shift N is used by “Open a new window”/)
    await page.keyboard.press('Control+c')
    await expect(editor.getByRole('alert')).toHaveText(/^Ctrl C copies/)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Alt+l')
    await expect(row).toHaveText(/changed\s*Ctrl Alt L/)
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(waiting).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(waiting).toHaveCount(0)
    await expect(editor).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor).toHaveCount(0)
    await page.keyboard.press('Control+Alt+l')
    await expect(panel(page, 'Limits')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('show limits')
    await expect(palette().getByRole('option').first()).toHaveText(/Show Limits\s*Ctrl Alt L/)
    await page.keyboard.press('Escape')
    await edit()
    await editor.getByRole('button', { name: 'No key (default)' }).click()
    await expect(editor.getByRole('status')).toHaveText('All keys are at their defaults.')
    await page.keyboard.press('Escape')
    await expect(editor).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('close limits')
    await page.keyboard.press('Enter')
    await expect(panel(page, 'Limits')).toHaveCount(0)
  })

  test('an order typed in the palette is shown before it is sent, and can be canceled', async () => {
    const preview = page.getByRole('region', { name: 'Order preview' })
    const orders = async () => {
      const answer = await bridge.call('readOpenOrders', {})
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value.orders
    }
    const count = async (): Promise<number> => (await orders()).length
    const type = async (line: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(line)
    }
    await panel(page, 'Order book').getByRole('button').first().focus()
    await type('buy 2 @ 71,5')
    await expect(palette().getByRole('option').first()).toContainText('is ambiguous. Type 71.5 or 715')
    await page.keyboard.press('Enter')
    await expect(palette()).toBeVisible()
    await page.keyboard.press('Escape')
    await type('buy 2 @ bid post')
    const line = palette().getByRole('option').first()
    await expect(line).toContainText(/^Preview: Buy 2 \w+ at the bid ALO/)
    const asset = /Buy 2 (\w+)/.exec((await line.textContent()) ?? '')?.[1] ?? ''
    await page.keyboard.press('Enter')
    await expect(preview).toBeFocused()
    await expect(preview).toContainText(/Buy 2 contracts.*post only/)
    await expect(preview.getByText('Margin at')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(preview).toContainText('Buy 3 contracts')
    await page.keyboard.press('Enter')
    await expect(preview.getByRole('status')).toContainText('working')
    expect(await count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await type('cancel buys')
    await expect(palette().getByRole('option').first()).toContainText(/^Cancel 1 buy of \w+/)
    await page.keyboard.press('Enter')
    await expect.poll(count).toBe(0)
    // A disabled choice ignores Enter, and can be chosen once it is enabled.
    await type('cancel last')
    const chosen = palette().locator('[role="option"][aria-selected="true"]')
    await expect(chosen).toContainText(/^No open order in /)
    await page.keyboard.press('Enter')
    await expect(palette()).toBeVisible()
    const bid = await panel(page, 'Order book')
      .locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
      .textContent()
    const price = (Number(bid) - 1).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side: 'buy', price, size: '2', tif: 'GTC', reduceOnly: false })
    await expect(chosen).toContainText('Cancel the last order of')
    await page.keyboard.press('Enter')
    await expect.poll(count).toBe(0)
    const flatten = page.getByRole('region', { name: 'Flatten preview' })
    await type('flatten')
    await page.keyboard.press('Enter')
    await expect(flatten).toBeFocused()
    await expect(flatten).toContainText('no positions')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(flatten).toHaveCount(0)
  })

  test('trading keys need arming, show their order first, do not act in fields, and Esc disarms them last', {
    tag: '@core',
  }, async () => {
    const preview = page.getByRole('region', { name: 'Order preview' })
    const badge = page.getByRole('button', { name: /^Keys preview: \d+ contracts? of / })
    const count = async (): Promise<number> => {
      const answer = await bridge.call('readOpenOrders', {})
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value.orders.length
    }
    await panel(page, 'Order book').getByRole('button').first().focus()
    await page.keyboard.press('q')
    await page.keyboard.press('Control+Alt+k')
    await expect(badge).toBeVisible()
    await expect(preview).toHaveCount(0)
    await page.keyboard.press('q')
    await expect(preview).toContainText('Buy 1 contract')
    await page.keyboard.press('f')
    await expect(preview).toContainText(/Sell 1 contract.*post only/)
    await page.keyboard.press('3')
    await expect(badge).toHaveText(/10 contracts/)
    await expect(preview).toContainText('Sell 10 contracts')
    expect(await violations(page)).toEqual([])
    expect(await count()).toBe(0)
    await page.keyboard.press('Enter')
    await expect(preview.getByRole('status')).toContainText('working')
    expect(await count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await price().fill('')
    await page.keyboard.press('q')
    await expect(price()).toHaveValue('q')
    await expect(preview).toHaveCount(0)
    await price().fill('')
    await page.keyboard.press('Escape')
    await expect(price()).not.toBeFocused()
    await expect(badge).toBeVisible()
    await page.keyboard.press('Alt+x')
    await expect.poll(count).toBe(0)
    await page.keyboard.press('Escape')
    await expect(badge).toHaveCount(0)
    await page.keyboard.press('q')
    await expect(preview).toHaveCount(0)
  })

  test('Enter in the ticket announces the next step and moves there, sends only on its button, and a repeated order needs a confirmation', async () => {
    const ticket = panel(page, 'Order ticket')
    const size = ticket.getByRole('textbox', { name: 'Size' })
    const buy = ticket.locator('[data-send="buy"]')
    await panel(page, 'Order book').getByRole('listitem').last().click()
    await expect(size).toBeFocused()
    await price().focus()
    await expect(ticket).toContainText('Enter: Size')
    await page.keyboard.press('Enter')
    await expect(size).toBeFocused()
    await expect(ticket).toContainText('Enter: Buy')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(buy).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ticket.getByRole('status')).toContainText(/Buy 2 at [\d.]+: /)
    await page.keyboard.press('Enter')
    await expect(buy).toContainText(/^Same order sent \d s ago, press again to send/)
    await expect(ticket).toContainText(/Buy 2 at .*: working/)
    await page.keyboard.press('Alt+c')
    await expect(ticket).toContainText(/Buy 2 at .*: canceled/)
    await size.fill('')
    await price().fill('')
  })

  test('settings and keys are exported, and imported after a preview of the changes', async () => {
    const given = page.getByRole('dialog', { name: 'Export settings' })
    const taken = page.getByRole('dialog', { name: 'Import settings' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('export settings')
    await page.keyboard.press('Enter')
    const text = await given.getByRole('textbox').inputValue()
    await page.keyboard.press('Escape')
    await expect(given).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('import settings')
    await page.keyboard.press('Enter')
    const keys = '"keys": { "panel/show/limits": [{ "code": "KeyL", "mod": true, "alt": true }] }'
    await taken.getByRole('textbox').fill(
      text
        .replace('"dark"', '"light"')
        .replace('"throughDegrees": "1"', '"throughDegrees": "5"')
        .replace(/"keys": \{\}/, keys),
    )
    await taken.getByRole('button', { name: 'Preview' }).click()
    await expect(taken.getByRole('listitem')).toHaveText([
      'Theme: Dark theme → Light theme',
      'Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F',
      'Key of Show Limits: no key → Ctrl Alt L',
    ])
    await expect(taken).toContainText('This would reduce confirmations: Limit through best price')
    expect(await violations(page)).toEqual([])
    await taken.getByRole('button', { name: 'Import' }).click()
    await expect(taken).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await bridge.call('saveSettings', { theme: 'dark', throughDegrees: '1' })
    await bridge.call('saveKeys', { from: 'first', changes: {} })
  })

  test('F6 cycles through the panels, restoring the focus in each', async () => {
    await price().click()
    const region = (): Promise<string | null> =>
      page.evaluate(
        () => document.activeElement?.closest('[data-panel], header, footer')?.getAttribute('data-panel') ?? null,
      )
    expect(await region()).toBe('ticket')
    const seen = new Set<string | null>()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('F6')
      seen.add(await region())
      if ((await region()) === 'ticket') break
    }
    await expect(price()).toBeFocused()
    for (const name of ['bucket', 'chart', 'book', 'trades', 'activity', null]) expect(seen).toContain(name)
    await page.keyboard.press('F6')
    await page.keyboard.press('Shift+F6')
    await expect(price()).toBeFocused()
  })

  test('a panel is moved among other tabs and back by keys, with its typed input', async () => {
    const beside = (name: 'Activity' | 'Alerts') =>
      page
        .getByRole('tablist')
        .filter({ has: page.getByRole('tab', { name }) })
        .getByRole('tab', { name: 'Order ticket' })
    await page.getByRole('tab', { name: 'Alerts' }).dragTo(page.getByRole('tab', { name: /^Order ticket/ }))
    await showPanel(page, 'Order ticket')
    await price().fill('487.65')
    await expect(beside('Alerts')).toHaveCount(1)
    await page.keyboard.press('Control+Alt+Shift+ArrowDown')
    await expect(beside('Activity')).toHaveCount(1)
    await expect(price()).toHaveValue('487.65')
    await page.keyboard.press('Control+Alt+Shift+ArrowUp')
    await expect(beside('Alerts')).toHaveCount(1)
    await expect(price()).toHaveValue('487.65')
    await page.keyboard.press('Control+PageUp')
    await expect(panel(page, 'Alerts')).toBeVisible()
    await page.keyboard.press('Control+PageDown')
    await expect(price()).toBeVisible()
  })

  test('times, temperatures, numbers and text sizes follow the settings, and typed input stays', async () => {
    const hero = panel(page, 'Bucket')
      .getByText(/^−?[\d.]+\u00a0°[FC]$/)
      .first()
    await expect(hero).toContainText('°F')
    await expect(statusBar(page)).toContainText(/\d\d:\d\d:\d\d UTC/)
    await price().fill('487.65')
    await bridge.call('saveSettings', { temperature: 'celsius' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' })
    await bridge.call('saveSettings', { timeZone: 'computer', grouping: 'space', textSize: 110 })
    await expect(hero).toContainText('°C')
    await expect(statusBar(page)).toContainText(/\d\d:\d\d:\d\d E[SD]T/)
    await expect(panel(page, 'Trades')).toContainText(/E[SD]T/)
    await expect(price()).toHaveValue('487.65')
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('13.2px')
    await page.keyboard.press('Control+0')
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('12px')
    await bridge.call('saveSettings', { palette: 'blue-orange' })
    await expect(page.locator('html')).toHaveAttribute('data-palette', 'blue-orange')
    expect(await violations(page)).toEqual([])
    await bridge.call('saveSettings', {
      temperature: 'fahrenheit',
      timeZone: 'utc',
      grouping: 'comma',
      palette: 'green-red',
    })
    await expect(hero).toContainText('°F')
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: '' })
    await devtools.detach()
  })

  test('prices are announced on request, for the market of the panel in use', async () => {
    const announced = page.getByRole('status', { name: 'Prices' })
    await price().click()
    await page.keyboard.press('Control+Alt+p')
    await expect(announced).toHaveText(/^\w+: mark [\d.]+, .+\s°F, bid [\d.]+, ask [\d.]+$/)
    await showMarket(page, 'Trades', 'active binary', /^Active binary/)
    await panel(page, 'Trades')
      .getByRole('button', { name: /^Market of/ })
      .focus()
    await page.keyboard.press('Control+Alt+p')
    await expect(announced).toHaveText(/^\w+, UP: mark 0\.\d+, [\d.]+\s%, bid 0\.\d+, ask 0\.\d+$/)
  })

  test('order book and trades are announced, and the chart is copied, from the keyboard and the palette', async () => {
    await page.keyboard.press('Control+Alt+b')
    await expect(
      panel(page, 'Order book')
        .getByRole('status')
        .filter({ hasText: /best bid/ }),
    ).toBeAttached()
    await page.keyboard.press('Control+Alt+r')
    await expect(
      panel(page, 'Trades')
        .getByRole('status')
        .filter({ hasText: /newest first/ }),
    ).toBeAttached()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('copy a picture')
    await expect(palette().getByRole('option').first()).toHaveText(/^Copy a picture of the chart, \w+\s*Ctrl Alt C/)
    await page.keyboard.press('Enter')
    await expect(panel(page, 'Chart').getByRole('status').filter({ hasText: CHART.pictureCopied })).toBeVisible()
  })
})
