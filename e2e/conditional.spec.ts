import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as ORDERS } from '../src/panels/open-orders/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { check, fillTicket, panel, ready, showPanel, statusBar } from './support/screen.ts'
import { launch, newDataDir, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

async function best(page: Page, side: 'bid' | 'ask'): Promise<number> {
  const cell = panel(page, 'Order book').locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
  return Number(await cell.textContent())
}

/** Sets an alert on a fall of the temperature. */
async function setAlert(page: Page, temperature: string): Promise<void> {
  const alerts = await showPanel(page, 'Alerts')
  await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
  await check(alerts.getByRole('radio', { name: 'Falls to' }))
  await alerts.getByRole('textbox', { name: 'Value' }).fill(temperature)
  await alerts.getByRole('button', { name: 'Add alert' }).click()
  await expect(alerts.getByRole('row', { name: /Temperature falls to/ })).toContainText('On')
}

test.describe('conditional orders of this terminal', () => {
  let venue: TestVenue
  let trader: Trader
  let terminal: Terminal
  const userDataDir = newDataDir()

  /** Without a keychain the secrets are gone with the terminal, and are imported again. */
  async function open(): Promise<void> {
    terminal = await launch({ userDataDir, profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    await expect(statusBar(terminal.page)).toContainText(BARS.live)
    await importSecrets(bridgeOf(terminal.page), trader, terminal.boxes)
    await ready(terminal.page)
  }
  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    trader = await newTrader(venue)
    await open()
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  test('a stop survives a crash and closes the position once the temperature crosses it; an alert reports it', async () => {
    const first = terminal.page
    const price = ((await best(first, 'ask')) + 0.5).toFixed(2)
    const ticket = await fillTicket(first, { price, size: '10', tif: 'IOC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const before = await showPanel(first, 'Positions')
    await expect(before).toContainText('Long')
    await fillTicket(first, { price: (Number(price) - 8).toFixed(2), size: '1', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()

    const temperature = (await best(first, 'bid')) - 500
    const [stop, takeProfit] = [(temperature + 498.5).toFixed(2), (temperature + 504).toFixed(2)]
    await before.getByRole('button', { name: POSITIONS.setExitsOf('') }).click()
    const form = before.getByRole('form', { name: POSITIONS.exitsOf('') })
    await form.getByRole('textbox', { name: 'Stop' }).fill(takeProfit)
    await expect(form.getByText(/Must be below .* mark/)).toBeVisible()
    await form.getByRole('textbox', { name: 'Stop' }).fill(stop)
    await form.getByRole('textbox', { name: 'Target' }).fill(takeProfit)
    // Typed terms are saved as a template, as distances from the entry, and can be loaded again.
    await form.getByRole('button', { name: 'Saved exit plans' }).click()
    await first.getByRole('menuitem', { name: 'Save as…' }).click()
    await form.getByRole('textbox', { name: 'Name' }).fill('Scalp')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Stop' }).fill('')
    await form.getByRole('button', { name: 'Saved exit plans' }).click()
    await first.getByRole('menuitem', { name: 'Scalp', exact: true }).click()
    await expect(form.getByRole('textbox', { name: 'Stop' })).toHaveValue(stop)
    await form.getByRole('button', { name: POSITIONS.setExits }).click()
    // The bucket of a day ends after something that lets this terminal act: the trader is asked.
    await expect(form.getByRole('alert')).toContainText(/It works only until .* expires/)
    await form.getByRole('button', { name: POSITIONS.setAllTheSame }).click()
    await expect(form).toHaveCount(0)
    // Form and table are in marks, the default for scalar prices.
    await expect(before.getByText(`stop ${stop} · target ${takeProfit}`)).toHaveCount(1)
    await setAlert(first, (temperature - 1).toFixed(1))
    // End events are reported by kinds known to a trader, also across the crash below.
    const kinds = await showPanel(first, 'Alerts')
    const kind = kinds.getByRole('combobox', { name: 'When' })
    await kind.selectOption('Position closed')
    await kinds.getByRole('combobox', { name: 'End' }).selectOption('Closed by its stop, target or time exit')
    await kinds.getByRole('button', { name: 'Add alert' }).click()
    await kind.selectOption('Order ended')
    await check(kinds.getByRole('checkbox', { name: 'Include orders I cancel' }))
    await kinds.getByRole('button', { name: 'Add alert' }).click()
    await expect(kinds.getByRole('row', { name: /^An order ends/ })).toContainText('On')

    await terminal.kill()
    await open()
    const { page } = terminal
    const orders = await showPanel(page, 'Open orders')
    const held = orders.getByRole('grid', { name: ORDERS.held })
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText('Watching')
    await expect(held.getByRole('row', { name: /Target 1/ })).toContainText('Watching')
    // The tab counts all working orders, the service's and the terminal's.
    const count = page.getByRole('tab', { name: /Open orders/ }).locator('[data-count]')
    await expect(count).toHaveAttribute('data-count', '3')
    // All of them are visible above the resting order, if there is room.
    await expect(orders.getByRole('button', { name: /^Cancel buy 1 at/ })).toBeInViewport({ ratio: 0.98 })
    for (const row of await held.getByRole('row').all()) await expect(row).toBeInViewport({ ratio: 0.98 })

    // Moved in its row it is the same exit at another price; it does not move where it would trigger at once.
    await held.getByRole('button', { name: /^Move: Stop at/ }).click()
    const move = held.getByRole('form', { name: /^Move: Stop, / })
    await move.getByRole('textbox', { name: 'New trigger' }).fill((temperature + 505).toFixed(2))
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(move.getByRole('alert')).toContainText('It would trigger immediately.')
    const moved = (temperature + 498.7).toFixed(2)
    await move.getByRole('textbox', { name: 'New trigger' }).fill(moved)
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(move).toHaveCount(0)
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText(`mark ≤ ${moved}`)
    await expect(held.getByRole('row', { name: /Stop/ })).toHaveCount(1)
    await held.getByRole('button', { name: /^Cancel plan of/ }).click()
    const leave = held.getByRole('group', { name: 'Cancel the exit plan' })
    await expect(leave).toContainText(': Stop, Target 1.')
    await expect(leave).toContainText('10 of 10 will have no stop.')
    await leave.getByRole('button', { name: 'Keep plan' }).click()

    // Closer below the stop than the close may slip: it fills even when priced by a mark from before the fall.
    await venue.control('oracle', { temperature_f: Number((temperature - 2).toFixed(2)) })
    // Ended ones are put aside until they are asked for.
    await orders.getByRole('button', { name: ORDERS.showEnded(2) }).click()
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText('Done. Closed 10.')
    await expect(held.getByRole('row', { name: /Target 1/ })).toContainText(
      'Canceled. The stop of the plan closed the position.',
    )
    // They are not counted on the tab, and can be dismissed.
    await expect(held.getByRole('row')).toHaveCount(3)
    await expect(count).toHaveAttribute('data-count', '1')
    await held.getByRole('button', { name: /^Dismiss: Stop at/ }).click()
    await expect(held.getByRole('row')).toHaveCount(2)
    await orders.getByRole('button', { name: ORDERS.dismiss }).click()
    await expect(held).toHaveCount(0)
    await expect(orders.getByRole('button', { name: /^Cancel buy 1 at/ })).toBeVisible()
    const alert = (await showPanel(page, 'Alerts')).getByRole('row', { name: /Temperature falls to/ })
    await expect(alert).toContainText('Fired')
    await expect(alert).toContainText(/fell to .* °F: the mark is/)
    const ended = panel(page, 'Alerts').getByRole('row', { name: /^A position is closed by its stop/ })
    await expect(ended).toContainText(/Fired.*Stop at .*: sold 10/)
    const resting = (await showPanel(page, 'Open orders')).getByRole('button', { name: /^Cancel buy 1 at/ })
    await resting.click()
    // The count leaves the tab with the order, without changing its width.
    await expect(resting).toHaveCount(0)
    await expect(count).toHaveAttribute('data-count', '0')
    await expect(count).toBeHidden()
    const order = (await showPanel(page, 'Alerts')).getByRole('row', { name: /^An order ends/ })
    await expect(order).toContainText(/Fired.*Canceled: buy 1 NYCTMP/)
    await expect(panel(page, 'Alerts').getByRole('region', { name: 'Fired this session' })).toContainText('Order ended')
    // The error of an alert change disappears with the alert.
    const alerts = panel(page, 'Alerts')
    await alert.getByRole('button', { name: /^Edit/ }).click()
    const change = alerts.getByRole('form', { name: 'Change alert' })
    await change.getByRole('textbox', { name: 'Value' }).fill('warm')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change.getByRole('textbox', { name: 'Value' })).toHaveAttribute('aria-invalid', 'true')
    await alert.getByRole('button', { name: /^Delete/ }).click()
    const newAlert = alerts.getByRole('form', { name: 'New alert' })
    await expect(newAlert.getByRole('textbox', { name: 'Value' })).not.toHaveAttribute('aria-invalid', 'true')
    const positions = await showPanel(page, 'Positions')
    await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
    await expect(panel(page, 'Activity').getByRole('button', { name: /Closed? .*NYCTMP/ })).toHaveCount(1)

    // The plan of a ticket is stored before its order is sent, and protects its fills. A different size than the first, because a repeated order
    // within ten seconds needs a confirmation.
    const again = await fillTicket(page, {
      price: ((await best(page, 'ask')) + 0.3).toFixed(2),
      size: '9',
      tif: 'IOC',
    })
    await again.getByText('Exit plan').click()
    await again.getByRole('textbox', { name: 'Stop', exact: true }).fill('1')
    await again.getByRole('button', { name: /^Buy/ }).click()
    await expect(again.getByText(/It works only until/).first()).toBeVisible()
    await check(again.getByRole('checkbox', { name: 'Set anyway' }))
    await again.getByRole('button', { name: /^Buy/ }).click()
    await expect(positions.getByText(/^stop [\d.]+$/)).toHaveCount(1)
  })

  test('a typed order with exits is sent only once they are stored, and asks first when they end before the market', async () => {
    const { page } = terminal
    const held = panel(page, 'Open orders').getByRole('grid', { name: ORDERS.held })
    const before = await held.getByRole('row', { name: /Target/ }).count()
    const orders = async (): Promise<number> => {
      const answer = await bridgeOf(page).call('readOpenOrders', {})
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value.orders.length
    }
    const resting = await orders()
    const degrees = (await best(page, 'bid')) - 500
    const at = (away: number): string => `${(degrees + away).toFixed(2)}F`
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`buy 3 @ ${at(-2)} post stop ${at(-3)} target ${at(1)}`)
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      /^Preview: Buy 3 .* stop .* target /,
    )
    await page.keyboard.press('Enter')
    const preview = page.getByRole('region', { name: 'Order preview' })
    await expect(preview).toBeFocused()
    await expect(preview).toContainText(/post only, stop [\d.]+.*, target [\d.]+/)
    await expect(preview.getByText('At the stop')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(preview.getByRole('alert')).toContainText(/It works only until .* Press Enter again to send anyway\./)
    expect(await orders()).toBe(resting)
    await expect(preview).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(preview.getByRole('status')).toContainText('working')
    expect(await orders()).toBe(resting + 1)
    await showPanel(page, 'Open orders')
    await expect(held.getByRole('row', { name: /Target/ })).toHaveCount(before + 1)

    // Conditional orders are selected and canceled like orders, and together with them.
    const cancels = panel(page, 'Open orders').getByRole('button', { name: /^Cancel selected/ })
    const target = held.getByRole('row', { name: /Target.*Waiting for fill/ })
    const order = panel(page, 'Open orders')
      .getByRole('grid', { name: 'Open orders' })
      .getByRole('row', { name: /ALO/ })
    for (const row of [target, order]) {
      await row.focus()
      await page.keyboard.press(' ')
    }
    await expect(cancels).toHaveText(ORDERS.cancelSelected(2))
    await cancels.click()
    await expect.poll(orders).toBe(resting)
    await expect(target).toHaveCount(0)
    await expect(cancels).toHaveCount(0)
  })
})
