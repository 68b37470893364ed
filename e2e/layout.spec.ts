/** Interaction of the panels of one window. */
import { chooseMarket, fillTicket, panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('a ticket with typed input stays when its link group changes market, names that market, and follows on request', async ({
  asNewTrader,
}) => {
  const { page } = await asNewTrader()
  const ticket = panel(page, 'Order ticket')
  await fillTicket(page, { price: '540.00', size: '2' })
  await chooseMarket(page, 'Order book', 'active binary', /^Active binary/)
  await expect(page.getByRole('region', { name: /^Order book, GBET/ })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Order ticket, NYCTMP/ })).toBeVisible()
  await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
  await expect(ticket).toContainText(/switched to GBET/)
  await ticket.getByRole('button', { name: 'Follow' }).click()
  await expect(page.getByRole('region', { name: /^Order ticket, GBET/ })).toBeVisible()
  // Nothing is typed for this market: it follows; the size is restored, the price of another market is not.
  await chooseMarket(page, 'Order book', 'live scalar', /^Live scalar/)
  await expect(page.getByRole('region', { name: /^Order ticket, NYCTMP/ })).toBeVisible()
  await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('2')
  await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('')
})
