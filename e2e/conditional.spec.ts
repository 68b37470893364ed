import { expect, type Page, test } from '@playwright/test'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { fillTicket, panel, ready, showPanel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

async function best(page: Page, side: 'bid' | 'ask'): Promise<number> {
  const cell = panel(page, 'Order book').locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
  return Number(await cell.textContent())
}

test.describe('what this terminal watches', () => {
  let venue: TestVenue
  let terminal: Terminal

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    await expect(statusBar(terminal.page)).toContainText('Live', { timeout: 20_000 })
    await importSecrets(bridgeOf(terminal.page), await newTrader(venue))
    await ready(terminal.page)
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  test('a stop held here closes the position once the temperature is through it, and an alert tells of the fall', async () => {
    const { page } = terminal
    const ticket = await fillTicket(page, {
      price: ((await best(page, 'ask')) + 0.5).toFixed(2),
      size: '10',
      tif: 'IOC',
    })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const positions = await showPanel(page, 'Positions')
    await expect(positions).toContainText('Long')

    const temperature = (await best(page, 'bid')) - 500
    const [stop, takeProfit] = [(temperature - 1.5).toFixed(2), (temperature + 4).toFixed(2)]
    await positions.getByRole('button', { name: /^Set a stop or take-profit/ }).click()
    const form = positions.getByRole('form', { name: /^Stop and take-profit/ })
    await form.getByRole('textbox', { name: 'Stop' }).fill(takeProfit)
    await form.getByRole('button', { name: 'Hold' }).click()
    await expect(form.getByText(/must lie below the mark/)).toBeVisible()
    await form.getByRole('textbox', { name: 'Stop' }).fill(stop)
    await form.getByRole('textbox', { name: 'Take profit' }).fill(takeProfit)
    await form.getByRole('button', { name: 'Hold' }).click()
    await expect(form).toHaveCount(0)
    const orders = await showPanel(page, 'Open orders')
    const held = orders.getByRole('table', { name: 'Held by this terminal' })
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText('Watching')
    await expect(held.getByRole('row', { name: /Take-profit/ })).toContainText('Watching')

    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('°F')
    await alerts.getByRole('radio', { name: 'Falls to' }).check({ force: true })
    await alerts.getByRole('textbox', { name: 'Value' }).fill((temperature - 1).toFixed(1))
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    const alert = alerts.getByRole('row', { name: /Temperature falls to/ })
    await expect(alert).toContainText('On')

    await venue.control('oracle', { temperature_f: Number((temperature - 3).toFixed(2)) })
    await expect(alert).toContainText('Fired')
    await expect(alert).toContainText(/fell to .* °F: the mark is/)
    await showPanel(page, 'Open orders')
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText('Done. Closed 10.')
    await expect(held.getByRole('row', { name: /Take-profit/ })).toContainText(
      'Cancelled. The stop of the pair triggered.',
    )
    await showPanel(page, 'Positions')
    await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
    await expect(panel(page, 'Activity').getByRole('button', { name: /Close .*NYCTMP/ })).toHaveCount(1)
  })
})
