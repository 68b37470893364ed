/** Except on practice, a window must be armed by the trader before it sends anything that adds exposure; each window separately. */
import { expect, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { reaches, submit } from './support/submit.ts'
import { launch } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

test('a window is armed by the trader, for itself only, and disarmed again', async () => {
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const trader = await newTrader(venue)
  const terminal = await launch({ profile: writeProfile(venue.url, { network: 'testnet' }), env: NO_KEYCHAIN })
  try {
    const { page } = terminal
    const bridge = bridgeOf(page)
    await importSecrets(bridge, trader, terminal.boxes, false)
    await submit(bridge, { kind: 'approve_agent' })
    await ready(page)
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const low = (Number(mark) - 8).toFixed(2)
    const open = () => venue.read<unknown[]>(`/v1/orders/open/${trader.address}`)

    const intent = { kind: 'place', asset: current.asset, side: 'buy', price: low, size: '3', tif: 'GTC' } as const
    const ticket = await fillTicket(page, { price: low, size: '2', tif: 'GTC' })
    const buy = ticket.getByRole('button', { name: /^Buy/ })
    await expect(ticket.getByText(/This window is not armed/)).toBeVisible()
    await expect(buy).toBeDisabled()

    const arm = page.getByRole('button', { name: BARS.arm })
    const disarm = page.getByRole('button', { name: /^Armed, \d+ min/ })
    const notices = page.getByRole('region', { name: 'Notices' })
    // Earlier gestures no longer count.
    await terminal.clock(venue).advance(3_000)
    // A call by a page script is confirmed in a dialog that the page cannot answer; the refusal is shown until the trader arms the window.
    expect(await bridge.call('arm', { armed: true })).toMatchObject({ ok: false, error: { code: 'not_by_hand' } })
    expect((await terminal.boxes.shown()).slice(-1)).toMatchObject([
      { message: 'Arm this window?', detail: expect.stringContaining('For 60 minutes') },
    ])
    await page.evaluate(() =>
      [...document.querySelectorAll('button')].find((it) => it.textContent === 'Arm window')?.click(),
    )
    await expect(notices.getByRole('alert')).toContainText('Window not armed')
    await expect(arm).toBeVisible()
    await terminal.boxes.press('Arm')
    expect(await bridge.call('arm', { armed: true })).toMatchObject({ ok: true })
    await terminal.boxes.press()
    await disarm.click()

    // By the user: one click, a hasty double click, a key; no further confirmation.
    await arm.dblclick()
    // Both clicks may arm, or the second may disarm; disarming needs no gesture.
    await bridge.call('arm', { armed: false })
    await arm.press('Enter')
    await expect(disarm).toBeVisible()
    await disarm.press(' ')
    await arm.click()
    await expect(disarm).toBeVisible()
    await expect(notices.getByRole('alert')).toHaveCount(0)
    // Two of them were about the secrets.
    expect(await terminal.boxes.shown()).toHaveLength(5)
    await buy.click()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: /^Cancel buy 2 at / })).toBeVisible()

    // Faster than a user can click for long, and beyond the burst limit: none is blocked. One after the other, because an order that waits behind
    // others for 3 s is refused rather than late.
    for (let orders = 0; orders < 21; orders += 1) {
      const id = await submit(bridge, { ...intent, size: '2', reduceOnly: false })
      await reaches(terminal.userDataDir, id, ['resting'])
    }
    await expect.poll(open).toHaveLength(22)
    await expect(ticket.getByText(/at once|try again/)).toHaveCount(0)
    await orders.getByRole('button', { name: /^Cancel all/ }).click()
    await expect.poll(open).toHaveLength(0)
    // The same order within ten seconds of the last needs a confirmation.
    await terminal.clock(venue).advance(11_000)
    await buy.click()
    await expect(orders.getByRole('button', { name: /^Cancel buy 2 at / })).toBeVisible()

    const opening = terminal.nextPage()
    await page.getByRole('button', { name: BARS.newWindow }).click()
    const second = await opening
    await ready(second)
    await expect(panel(second, 'Order ticket').getByText(/This window is not armed/)).toBeVisible()
    // Main refuses a window that ignores its own ticket, which may still cancel.
    await submit(bridgeOf(second), { ...intent, reduceOnly: false })
    const refused = (await showPanel(second, 'Activity')).getByRole('button', { name: /Buy 3 / })
    await expect(refused).toContainText('refused')
    await (await showPanel(second, 'Open orders')).getByRole('button', { name: /^Cancel buy 2 at / }).click()
    await expect.poll(open).toHaveLength(0)

    await page.getByRole('button', { name: /^Armed, / }).click()
    await expect(ticket.getByText(/This window is not armed/)).toBeVisible()
    await expect(buy).toBeDisabled()
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
