/** A service whose market list only counts its assets: the trader confirms the number once, and is not asked again after the order has shown it. */
import { expect, test } from '@playwright/test'
import { bridgeOf } from './support/bridge.ts'
import { type CountedMarkets, startCountedMarkets } from './support/counted-markets.ts'
import { writeProfile } from './support/profile.ts'
import { check, fillTicket, panel, showPanel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

test.describe('an asset that the market list only counts', () => {
  let venue: TestVenue
  let service: CountedMarkets
  let terminal: Terminal
  test.beforeAll(async () => {
    venue = await startVenue()
    service = await startCountedMarkets(venue.url)
    terminal = await launch({ profile: writeProfile(service.url) })
  })
  test.afterAll(async () => {
    await terminal?.quit()
    service?.stop()
    await venue?.stop()
  })

  test('is confirmed with both numbers, learned from the resting order, not asked for again, and forgotten on request', async () => {
    const { page } = terminal
    await importSecrets(bridgeOf(page), await newTrader(venue), terminal.boxes)
    await expect(panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]')).toHaveText(/\d/)
    const { mark } = await venue.read<{ mark: string }>('/v1/ticker?asset=NYCTMP1')
    const price = (Number(mark) - 2).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '1.5', tif: 'GTC' })
    const buy = ticket.getByRole('button', { name: /^Buy/ })

    await buy.click()
    const question = ticket.getByRole('alertdialog', { name: 'Not verified against your order' })
    await expect(question.getByLabel('Number of NYCTMP1')).toHaveText(/NYCTMP1.*says\s*1.*signed as\s*0/)
    await expect(question).toContainText('compare 0 with the exchange’s own list')
    // Facts that the ticket cannot show are confirmed in main's own dialog, after any click.
    await terminal.boxes.press('Confirm')
    await question.getByRole('button', { name: 'Confirm' }).press('Enter')
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: `Cancel buy 1.5 at ${price}` })).toHaveCount(1)
    await expect(page.getByText('NYCTMP1 is number 0')).toBeVisible()

    await orders.getByRole('button', { name: `Cancel buy 1.5 at ${price}` }).click()
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(0)

    await statusBar(page)
      .getByRole('button')
      .filter({ hasNotText: /Max loss, all positions and orders|watched|Notices/ })
      .first()
      .click()
    const numbers = panel(page, 'Account').getByRole('region', { name: 'Asset numbers' })
    await expect(numbers).toContainText(/NYCTMP1 0.*learned from your order/)
    await numbers.getByRole('button', { name: 'Forget number 0 of NYCTMP1' }).press('Enter')
    await numbers.getByRole('button', { name: 'Forget 0' }).press('Enter')
    await expect(numbers).toContainText('The next order in NYCTMP1 asks you to confirm its number')
    await expect(numbers.getByRole('listitem')).toHaveCount(0)

    await buy.click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Refuse' }).click()
    await expect(question).toHaveCount(0)
    await check(ticket.getByRole('radio', { name: 'Predict' }))
    await ticket.getByRole('textbox', { name: 'Target' }).fill('95')
    await ticket.getByRole('button', { name: /^Long/ }).click()
    const estimate = ticket.getByRole('region', { name: /^Predict/ })
    await expect(estimate.getByLabel('Number of NYCTMP1')).toHaveText(/signed as\s*0/)
    await ticket.getByRole('button', { name: 'Discard' }).click()
    await expect(estimate).toHaveCount(0)
  })
})
