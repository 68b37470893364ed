/** One order that overrides a limit of the trader's own: refused, confirmed in a dialog, sent, recorded, and the limit unchanged. */

import { MESSAGES as LIMITS } from '../src/panels/limits/messages.ts'
import { fillTicket, openPanel, panel, ready, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('an order beyond the largest one is sent once, after a yes in a dialog, and the next one is refused again', async ({
  asNewTrader,
}) => {
  const { page, terminal, bridge, spoil } = await asNewTrader()
  spoil()
  const { boxes } = terminal
  await ready(page)
  const limits = await openPanel(page, 'Limits')
  await limits.getByRole('textbox', { name: 'Max order size' }).fill('5')
  await limits.getByRole('button', { name: LIMITS.save }).click()
  await expect(limits).toContainText('Saved.')

  const bid = Number(
    await panel(page, 'Order book').locator('[data-side="bid"][data-level="0"] [data-cell="price"]').textContent(),
  )
  const price = (bid - 1).toFixed(2)
  const ticket = await fillTicket(page, { price, size: '7', tif: 'GTC' })
  const buy = ticket.getByRole('button', { name: /^Buy/ })
  const anyway = ticket.getByRole('button', { name: 'Send anyway…' })
  const orders = await showPanel(page, 'Open orders')
  const order = orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })
  const before = (await boxes.shown()).length

  await buy.click()
  await expect(ticket.getByRole('alert')).toContainText('Order size 7 contracts exceeds your limit of 5')
  await anyway.click()
  await expect(ticket.getByRole('alert')).toContainText('You canceled')
  await expect(order).toHaveCount(0)

  await buy.click()
  await boxes.press('Send anyway')
  await anyway.click()
  await expect(order).toBeVisible()
  await boxes.press()
  const requests = (await boxes.shown()).slice(before)
  expect(requests.map(({ message }) => message)).toEqual([
    'Send this order beyond your limit?',
    'Send this order beyond your limit?',
  ])
  expect(requests[1]?.detail).toMatch(
    /^On e2e, once:\nLimit order\n.*Size: 7 contracts\n.*Max order size: Order size 7/s,
  )

  const activity = await showPanel(page, 'Activity')
  await expect(activity).toContainText(
    `You allowed one order beyond a limit. Buy 7 NYCTMP1 at ${price}. Max order size:`,
  )
  await expect(activity).toContainText('limit overridden')

  // The limit is unchanged, and a page that asks with a gesture of its own gets nothing.
  await fillTicket(page, { price, size: '6', tif: 'GTC' })
  await buy.click()
  await expect(anyway).toBeVisible()
  const intent = {
    kind: 'place',
    asset: 'NYCTMP1',
    side: 'buy',
    price,
    size: '6',
    tif: 'GTC',
    reduceOnly: false,
  } as const
  expect(
    await bridge.press('overrideLimit', {
      actionId: '00000000-0000-4000-8000-000000000001',
      requestId: '00000000-0000-4000-8000-000000000002',
      intent: intent as never,
    }),
  ).toMatchObject({ ok: false, error: { code: 'not_overridden' } })
  await expect(orders.getByRole('button', { name: `Cancel buy 6 at ${price}` })).toHaveCount(0)
})
