/** Killing a deployment: by button and key, effective in every window, across a crash, until its name is typed. */
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'

const killed = (page: Page) => page.getByRole('region', { name: BARS.killed })
/** The state in the dialog behind the button of the top bar, which is open afterwards. */
async function killedState(page: Page) {
  await page.getByRole('button', { name: BARS.killed, exact: true }).click()
  return killed(page)
}

test('a killed deployment sends nothing that adds exposure from any window, cancels resting orders, survives a crash, and is lifted by its name', async () => {
  const userDataDir = newDataDir()
  const first = await launch({ userDataDir })
  await ready(first.page)
  const bid = Number(
    await panel(first.page, 'Order book')
      .locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
      .textContent(),
  )
  const price = (bid - 1).toFixed(2)
  const ticket = await fillTicket(first.page, { price, size: '7', tif: 'GTC' })
  await ticket.getByRole('button', { name: /^Buy/ }).click()
  const orders = await showPanel(first.page, 'Open orders')
  await expect(orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })).toBeVisible()

  // Esc has no effect; the key works even while text is being typed.
  await first.page.getByRole('button', { name: BARS.kill, exact: true }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Stop trading on practice?' })
  await expect(dialog).toContainText('1 resting order is canceled.')
  await first.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(first.page.getByRole('button', { name: BARS.killed, exact: true })).toHaveCount(0)
  await ticket.getByRole('textbox', { name: 'Size' }).press('Control+Shift+KeyK')
  await dialog.getByRole('button', { name: 'Kill', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(await killedState(first.page)).toContainText(
    'Trading on practice is stopped: only cancels, closes and reduce-only orders go out',
  )
  await first.page.keyboard.press('Escape')
  await expect(orders.getByRole('button', { name: `Cancel buy 7 at ${price}` })).toHaveCount(0)
  const activity = await showPanel(first.page, 'Activity')
  await expect(activity).toContainText('Trading on practice stopped, positions kept.')

  await fillTicket(first.page, { price, size: '6', tif: 'GTC' })
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeDisabled()
  await expect(ticket).toContainText('Trading on practice is stopped')
  const other = first.page.context().waitForEvent('page')
  await bridgeOf(first.page).call('openWindow', {})
  await expect(await killedState(await other)).toContainText('Trading on practice is stopped')
  await first.kill()

  const second = await launch({ userDataDir })
  try {
    const { page } = second
    await ready(page)
    const again = await fillTicket(page, { price, size: '5', tif: 'GTC' })
    await expect(again.getByRole('button', { name: /^Buy/ })).toBeDisabled()
    // A page that types for the trader is not enough, even right after a gesture: the dialog must be answered too.
    const bridge = bridgeOf(page)
    expect(await bridge.call('liftKill', { name: 'Practice' })).toMatchObject({ ok: false })
    expect(await second.boxes.shown()).toEqual([])
    expect(await bridge.press('liftKill', { name: 'practice' })).toMatchObject({ ok: false })
    await expect(await killedState(page)).toContainText('Trading on practice is stopped')
    const lift = killed(page).getByRole('button', { name: BARS.liftKill })
    await expect(lift).toBeDisabled()
    await killed(page).getByRole('textbox').fill('practice')
    await lift.click()
    await expect(killed(page)).toContainText('You canceled')
    expect((await second.boxes.shown()).map(({ message }) => message)).toEqual([
      'Resume trading on practice?',
      'Resume trading on practice?',
    ])
    await second.boxes.press('Resume')
    await lift.click()
    await expect(killed(page)).toHaveCount(0)
    await second.boxes.press()
    await again.getByRole('button', { name: /^Buy/ }).click()
    await expect(
      (await showPanel(page, 'Open orders')).getByRole('button', { name: `Cancel buy 5 at ${price}` }),
    ).toBeVisible()
  } finally {
    await second.quit()
  }
})
