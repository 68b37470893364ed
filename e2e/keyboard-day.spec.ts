/** A whole trading day without a mouse: from the first window to an empty account, using only the keyboard and announcements. */
import type { Locator, Page } from '@playwright/test'
import type { Order, Position } from '../contract/account.ts'
import { MESSAGES as BINARY } from '../src/panels/binary/messages.ts'
import { MESSAGES as LADDER } from '../src/panels/ladder/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { canHoldBatches, holdBatches } from './support/held-batches.ts'
import { type PanelName, panel, ready } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'
import { armed } from './support/trader.ts'

test.describe('a day by keyboard only', () => {
  // Each test continues where the previous one ended.
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let bridge: Bridge
  let terminal: Terminal

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page, terminal } = await asNewTrader({ width: 1280, height: 800 }))
    bridge = bridgeOf(page)
    await canHoldBatches(page)
    await page.reload()
    await ready(page)
    await page.evaluate(() => {
      const counted = window as unknown as { pressed: number }
      counted.pressed = 0
      addEventListener('pointerdown', () => (counted.pressed += 1), { capture: true })
    })
  })

  const palette = () => page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  const key = (name: string) => page.keyboard.press(name)
  /** Types into the palette and chooses the match with this text. */
  const choose = async (typed: string, found: RegExp): Promise<void> => {
    await key('Control+k')
    await page.keyboard.type(typed)
    await expect(palette().locator('[role="option"][aria-selected="true"]')).toContainText(found)
    await key('Enter')
    await expect(palette()).toHaveCount(0)
  }
  /** The first palette match of the typed text, without choosing it. */
  const finds = async (typed: string, found: RegExp): Promise<void> => {
    await key('Control+k')
    await page.keyboard.type(typed)
    await expect(palette().locator('[role="option"][aria-selected="true"]')).toContainText(found)
    await key('Escape')
    await expect(palette()).toHaveCount(0)
  }
  /** Presses Tab until an element has the focus. */
  const tabTo = async (goal: Locator, most = 24): Promise<void> => {
    for (let step = 0; step < most; step += 1) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await key('Tab')
    }
    await expect(goal).toBeFocused()
  }
  /** Presses F6 until the focus is in a panel. */
  const panelBy = async (name: PanelName): Promise<Locator> => {
    const region = panel(page, name)
    for (let step = 0; step < 14; step += 1) {
      if (await region.evaluate((element) => element.contains(document.activeElement))) break
      await key('F6')
    }
    return region
  }
  const positions = async (): Promise<readonly Position[]> => {
    const answer = await bridge.call('readAccount', {})
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.value.positions
  }
  const orders = async (): Promise<readonly Order[]> => {
    const answer = await bridge.call('readOpenOrders', {})
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.value.orders
  }
  const held = async (family: Position['family']): Promise<number> =>
    Number((await positions()).find((one) => one.family === family)?.size ?? 0)
  const best = async (side: 'bid' | 'ask'): Promise<number> =>
    Number(
      await panel(page, 'Order book')
        .locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
        .textContent(),
    )

  test('from a market to an order with its exits, by F2 and Enter only', { tag: '@core' }, async () => {
    await choose('show live scalar', /^Show Live scalar/)
    await key('Control+Alt+b')
    await expect(
      panel(page, 'Order book')
        .getByRole('status')
        .filter({ hasText: /best bid/ }),
    ).toBeAttached()
    await key('F2')
    const ticket = panel(page, 'Order ticket')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toBeFocused()
    await page.keyboard.type(((await best('ask')) + 0.5).toFixed(2))
    await key('Enter')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
    await page.keyboard.type('10')
    const exits = ticket.locator('summary', { hasText: 'Exit plan' })
    await key('Shift+F2')
    await expect(ticket.getByRole('textbox', { name: 'Stop' })).toBeFocused()
    await page.keyboard.type('2')
    await expect(exits).not.toContainText('none')
    await tabTo(ticket.locator('[data-send="buy"]'))
    await key('Enter')
    await expect.poll(() => held('scalar')).toBe(10)
    await finds('cancel stop', /^Cancel the stop at [\d.]+ of NYCTMP/)
  })

  test('an order is previewed by a trading key, sent, reselected, moved by ticks, and canceled by another key', async () => {
    await panelBy('Order book')
    await key('Control+Alt+k')
    await expect(page.getByRole('button', { name: /^Keys preview: / })).toBeVisible()
    const preview = page.getByRole('region', { name: 'Order preview' })
    for (let again = 0; again < 2; again += 1) {
      await key('r')
      await expect(preview).toBeFocused()
      for (let far = 0; far < 3 + again; far += 1) await key('Shift+ArrowDown')
      await key('Enter')
      await expect(preview.getByRole('status')).toContainText('working')
      await key('Escape')
      await expect(preview).toHaveCount(0)
    }
    const [near, far] = (await orders()).map(({ price }) => Number(price)).sort((a, b) => b - a) as [number, number]
    const own = page.getByRole('region', { name: 'Your orders' })
    // The stop of the position is listed with them.
    await expect(page.getByRole('tab', { name: /Open orders/ }).locator('[data-count]')).toHaveAttribute(
      'data-count',
      '3',
    )
    await key('o')
    await expect(own).toBeFocused()
    await expect(own).toContainText('order 1 of 2')
    await expect(own).toContainText(far.toFixed(2))
    await key('Tab')
    await expect(own).toContainText('order 2 of 2')
    await key('ArrowDown')
    await key('ArrowDown')
    await expect(own).toContainText(`${near.toFixed(2)} → ${(near - 0.02).toFixed(2)}`)
    await key('Enter')
    await expect(own).not.toBeFocused()
    await expect(own).toContainText('Order moved.')
    await expect
      .poll(async () => (await orders()).map(({ price }) => Number(price)).sort((a, b) => b - a))
      .toEqual([Number((near - 0.02).toFixed(2)), far])
    await key('Escape')
    await key('o')
    await key('Delete')
    await expect.poll(async () => (await orders()).length).toBe(1)
    await key('Escape')
    await expect(own).toHaveCount(0)
    await key('Alt+c')
    await expect.poll(orders).toEqual([])
  })

  test('a part is closed, a target set, and the rest reversed, each previewed before it is sent', async () => {
    const close = page.getByRole('region', { name: 'Close preview' })
    await choose('close 30%', /^Preview: close 3 of long 10 NYCTMP/)
    await expect(close).toBeFocused()
    await expect(close).toContainText(/Close 3of long 10 \w+sell at [\d.]+ or better, widening to [\d.]+/)
    await key('ArrowLeft')
    await expect(close).toContainText('Close 2of long 10')
    await key('ArrowRight')
    await key('Enter')
    await expect.poll(() => held('scalar')).toBe(7)
    await expect(close).toContainText(/Closed 3 /)
    await key('Escape')
    await expect(close).toHaveCount(0)
    const rest = String(await held('scalar'))
    const exitLine = (role: 'stop' | 'target') =>
      page.getByRole('region', { name: role === 'stop' ? 'Stop preview' : 'Target preview' })
    // The order's plan has a stop and no target: the stop is moved, and a target is added.
    for (const [role, press, shift, named] of [
      ['target', 'p', 'Shift+ArrowUp', 'target 1'],
      ['stop', 'l', 'ArrowDown', 'the stop'],
    ] as const) {
      const line = exitLine(role)
      const shownAt = async (): Promise<number> =>
        Number(/(?:at|→) ([\d.]+)/.exec((await line.textContent()) ?? '')?.[1])
      await key(press)
      await expect(line).toBeFocused()
      await expect(line).toContainText(`closes all of long ${rest}`)
      const began = await shownAt()
      await key(shift)
      await expect.poll(shownAt).toBeCloseTo(began + (role === 'target' ? 0.1 : -0.01), 5)
      const report = await holdBatches(page)
      await key('Enter')
      await expect(line).toContainText(role === 'target' ? 'Target set.' : 'Stop moved.')
      // It is in place before the list shows it: the same key would move it from there.
      const now = (began + (role === 'target' ? 0.1 : -0.01)).toFixed(2)
      await key(press)
      await expect(line).toContainText(`${now} → ${now}`)
      await report()
      await expect(line).toContainText(`${now} → ${now}`)
      await key('Enter')
      await expect(line).toContainText(`Already at ${now}`)
      await key('Escape')
      await expect(line).toHaveCount(0)
      await finds(`cancel ${role} ${now}`, new RegExp(`^Cancel ${named} at ${now} of NYCTMP`))
    }
    await choose('cancel target', /^Cancel target 1 at [\d.]+ of NYCTMP/)
    // The stop stays in force, and the place of the target is free again.
    await finds('cancel stop', /^Cancel the stop at [\d.]+ of NYCTMP/)
    await key('p')
    await expect(exitLine('target')).toContainText('added to its exit plan')
    await key('Escape')
    await choose('break-even', /^Stop at break-even/)
    await expect(panel(page, 'Positions').getByRole('group', { name: /^Stop at break-even of/ })).toBeVisible()
    await key('Escape')
    await expect(panel(page, 'Positions').getByRole('group', { name: /^Stop at break-even of/ })).toHaveCount(0)
    await key('Alt+p')
    const exits = panel(page, 'Positions').getByRole('form', { name: POSITIONS.exitsOf('') })
    await expect(exits).toBeVisible()
    await expect(exits.getByRole('textbox', { name: 'Stop' })).toBeFocused()
    await tabTo(exits.getByRole('button', { name: 'Close form' }), 40)
    await key('Enter')
    await expect(exits).toHaveCount(0)
    await panelBy('Order book')
    await key('Shift+R')
    const reversal = page.getByRole('region', { name: 'Reversal preview' })
    await expect(reversal).toContainText(`Sell ${rest} to close, then sell ${rest} to open short ${rest}`)
    await key('Enter')
    await expect.poll(() => held('scalar')).toBeLessThan(0)
    await expect(reversal).toContainText('Reversed.')
    await key('Escape')
    await expect(reversal).toHaveCount(0)
  })

  test('an alert is set in its form, opened by a command, and likewise limits, money and shares', async () => {
    for (const [typed, found, name, field] of [
      ['change limits', /^Change limits/, 'Limits', /./],
      ['move usdh', /^Move USDH/, 'Shares', 'Amount'],
      ['split usdh', /^Split USDH/, 'Shares', 'Amount'],
    ] as const) {
      await choose(typed, found)
      const first = panel(page, name).getByRole('textbox', { name: field }).first()
      await expect(first).toBeFocused()
    }
    await choose('approve agent', /^Approve agent or rotate its key/)
    // A key pressed for the palette approves nothing.
    await expect(panel(page, 'Account').getByRole('button', { name: 'Rotate key' })).not.toBeFocused()
    await choose('new alert', /^New alert/)
    const alerts = panel(page, 'Alerts')
    await expect(alerts.getByRole('combobox', { name: 'When' })).toBeFocused()
    await tabTo(alerts.getByRole('textbox', { name: 'Value' }))
    await page.keyboard.type('90')
    await tabTo(alerts.getByRole('button', { name: 'Add alert' }))
    await key('Enter')
    await expect(alerts.getByRole('row', { name: /90/ })).toContainText('On')
  })

  test('a prediction is previewed, shows its estimate, and is discarded and confirmed by keys', async () => {
    await key('F2')
    await choose('show active binary', /^Show Active binary/)
    const line = page.getByRole('region', { name: 'Prediction preview' })
    const estimate = line.getByRole('region', { name: /^Predict UP 25 USDC/ })
    for (const answer of ['Discard', 'Confirm'] as const) {
      await choose('predict up 25', /^Preview: predict UP with 25 USDC in GBET[AB]/)
      await expect(line).toBeFocused()
      await expect(line).toContainText(/at most 0\.\d+ per UP contract/)
      await key('Enter')
      const asks = line.getByRole('alert').filter({ hasText: `${BINARY.setUpFirst}.` })
      await expect(asks.or(estimate)).toBeVisible()
      if (await asks.isVisible()) await key('Enter')
      await expect(estimate).toContainText('Signed limit')
      // The focus is not where a second Enter would sign.
      await expect(line).toBeFocused()
      await key('Enter')
      await expect(estimate).toBeVisible()
      if (answer === 'Discard') await key('Escape')
      else {
        // It may appear under a recent click, and ignores confirmations at first.
        await expect(estimate.getByRole('button', { name: answer })).toBeEnabled()
        await tabTo(estimate.getByRole('button', { name: answer }))
        await key('Enter')
      }
      await expect(estimate).toHaveCount(0)
      await expect(line).toContainText(answer === 'Discard' ? 'discarded' : /Bought [\d.,]+ UP/)
      await key('Escape')
      await expect(line).toHaveCount(0)
    }
    await expect.poll(() => held('binary')).toBeGreaterThan(0)
    const bought = await held('binary')
    await choose('close 5', new RegExp(`^Preview: close 5 of UP ${bought} `))
    const close = page.getByRole('region', { name: 'Close preview' })
    await expect(close).toContainText(/sell at 0\.\d+ of UP or better, widening to/)
    await key('Enter')
    await expect.poll(async () => Math.round((bought - (await held('binary'))) * 1e6)).toBe(5e6)
    await key('Escape')
  })

  test('shares of an outcome are bought by a palette line', async () => {
    // One with an ask at any time; the nearly certain ones may have none.
    await choose('show 45 or higher yes', /^Show 45 °F or higher, Yes/)
    await choose('move usdh', /^Move USDH/)
    const shares = panel(page, 'Shares')
    await expect(shares.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('200')
    await tabTo(shares.getByRole('button', { name: 'Move USDH to outcomes balance' }))
    await key('Enter')
    await expect(shares).toContainText(/Move 200 USDH to outcomes balance: done/)
    await choose('buy 5 yes @ ask', /^Preview: Buy 5 .* at the ask/)
    const preview = page.getByRole('region', { name: 'Order preview' })
    await expect(preview).toContainText('Max cost')
    await key('Enter')
    await expect.poll(() => held('outcome')).toBe(5)
    await key('Escape')
    await choose('close 2', /^Preview: close 2 of 5 /)
    const close = page.getByRole('region', { name: 'Close preview' })
    await expect(close).toContainText(/sell at 0\.\d+ or better, widening to/)
    await key('Enter')
    await expect.poll(() => held('outcome')).toBe(3)
    await key('Escape')
  })

  test('everything is canceled and flattened, another workspace chosen, and settings with keys exported', async () => {
    await choose('flatten', /^Preview: cancel all orders and close all positions/)
    const flatten = page.getByRole('region', { name: 'Flatten preview' })
    await expect(flatten).toContainText(/closed: .*\d/)
    await key('Enter')
    await expect.poll(positions).toEqual([])
    await choose('export settings', /^Export settings/)
    const given = page.getByRole('dialog', { name: 'Export settings' })
    await expect(given).toContainText('Copy')
    await tabTo(given.getByRole('button', { name: 'Copy' }))
    await key('Enter')
    await expect(given).toContainText('Copied.')
    await key('Escape')
    await expect(given).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { pressed: number }).pressed)).toBe(0)
    await choose('open scalp', /^Open Scalp/)
    const leave = page.getByRole('dialog')
    await tabTo(leave.getByRole('button', { name: 'Open Scalp without saving' }))
    await key('Enter')
    await expect(panel(page, 'Ladder').locator('[data-row]:not([data-empty])').first()).toBeVisible()
  })

  test('taking a price from the book moves the focus to the size, and Enter announces where it leads', async () => {
    await choose('scalar layout', /^Use the Scalar layout/)
    await choose('show live scalar', /^Show Live scalar/)
    const book = await panelBy('Order book')
    await tabTo(book.locator('[data-level][tabindex="0"]').first(), 40)
    await key('Enter')
    const ticket = panel(page, 'Order ticket')
    const size = ticket.getByRole('textbox', { name: 'Size' })
    await expect(size).toBeFocused()
    await expect(ticket).toContainText(/Enter: (Buy|Sell)/)
    await key('F2')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toBeFocused()
    await expect(ticket).toContainText('Enter: Size')
    await key('Enter')
    await expect(size).toBeFocused()
  })

  test('F6 cycles once through every panel of every layout, and Shift F6 in reverse', async () => {
    const panelCount = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>(':is(header, footer):not([data-panel] *), [data-panel]')].filter(
            (region) => region.checkVisibility() && region.getClientRects().length > 0,
          ).length,
      )
    const here = () =>
      page.evaluate(() => {
        const region = document.activeElement?.closest<HTMLElement>(
          ':is(header, footer):not([data-panel] *), [data-panel]',
        )
        return region?.dataset.panelId ?? region?.tagName ?? null
      })
    const shown = () =>
      page.locator('[data-panel]:visible').evaluateAll((panels) => panels.map((region) => region.dataset.panelId))
    for (const name of ['scalar', 'binary', 'outcomes', 'scalp', 'everything']) {
      const before = await shown()
      await choose(`${name} layout`, new RegExp(`^Use the ${name} layout`, 'i'))
      // Wait until the panels have changed and their layout is stable.
      await expect.poll(async () => (await shown()).filter((id) => before.includes(id))).toEqual([])
      await expect.poll(panelCount).toBeGreaterThan(4)
      const count = await panelCount()
      const way: (string | null)[] = []
      for (let step = 0; step < count; step += 1) {
        await key('F6')
        way.push(await here())
      }
      expect([name, way.includes(null), new Set(way).size]).toEqual([name, false, count])
      const back: (string | null)[] = [way.at(-1) ?? null]
      for (let step = 1; step < count; step += 1) {
        await key('Shift+F6')
        back.push(await here())
      }
      expect(back.reverse()).toEqual(way)
    }
  })

  test('the ladder is navigated and fills the ticket while it is not armed', async () => {
    await choose('scalp layout', /^Use the Scalp layout/)
    const ladder = await panelBy('Ladder')
    await choose('show live scalar', /^Show Live scalar/)
    await expect(ladder.getByRole('button', { name: /^Market of Ladder: NYCTMP/ })).toBeVisible()
    await panelBy('Ladder')
    await tabTo(ladder.locator('[data-row][tabindex="0"]').first(), 40)
    await key('Home')
    for (let step = 0; step < 4; step += 1) await key('ArrowDown')
    await key('ArrowLeft')
    await key('Enter')
    await expect(panel(page, 'Order ticket').getByRole('textbox', { name: 'Size' })).toBeFocused()
    expect(await orders()).toEqual([])
    await panelBy('Ladder')
    await choose('arm one-click', /^Arm one-click of the ladder/)
    await expect(ladder.getByRole('button', { name: /^Armed/ })).toBeVisible()
    await choose('disarm one-click', /^Disarm one-click of the ladder/)
    await expect(ladder.getByRole('button', { name: LADDER.armOneClick })).toBeVisible()
  })

  test('a second window is opened, used and closed by keys, and arming in the first does not apply to it', async () => {
    await choose('scalar layout', /^Use the Scalar layout/)
    await panelBy('Order book')
    await key('Control+Alt+k')
    await expect(page.getByRole('button', { name: /^Keys preview: / })).toBeVisible()
    const first = page
    const opening = terminal.nextPage()
    await key('Control+Shift+n')
    page = await opening
    try {
      await ready(page)
      await expect(page.getByRole('button', { name: /^Keys preview: / })).toHaveCount(0)
      await armed(bridgeOf(page))
      await choose('show live scalar', /^Show Live scalar/)
      await key('F2')
      const ticket = panel(page, 'Order ticket')
      await expect(ticket.getByRole('textbox', { name: 'Price' })).toBeFocused()
      await page.keyboard.type(((await best('bid')) - 3).toFixed(2))
      await key('Enter')
      await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
      await page.keyboard.type('3')
      // A ticket that has just changed its market ignores clicks at first.
      await expect(ticket.locator('[data-moved]')).toHaveCount(0)
      await tabTo(ticket.locator('[data-send="buy"]'))
      await key('Enter')
      await expect.poll(async () => (await orders()).map(({ size }) => Number(size))).toEqual([3])
      // The cancel key works without arming.
      await panelBy('Order book')
      await key('Alt+c')
      await expect.poll(orders).toEqual([])
      // Like the system's own key for it.
      await page.close()
      await expect.poll(() => terminal.pages().length).toBe(1)
    } finally {
      page = first
    }
    await page.bringToFront()
    await key('Escape')
    await expect(page.getByRole('button', { name: /^Keys preview: / })).toHaveCount(0)
  })
})
