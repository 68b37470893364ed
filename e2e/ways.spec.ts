import type { Page } from '@playwright/test'
import { MESSAGES as LIMITS } from '../src/panels/limits/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { MESSAGES as TICKET } from '../src/panels/ticket/messages.ts'
import { check, fillTicket, panel, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test.describe('every way to trade a scalar market', () => {
  let page: Page
  let spoil: () => void
  let paced: <T>(run: () => Promise<T>) => Promise<T>
  const ticket = () => panel(page, 'Order ticket')
  const mode = (name: 'Limit' | 'Market' | 'Predict') => check(ticket().getByRole('radio', { name, exact: true }))
  /** A price that rests, well within the price band. */
  const low = async (): Promise<string> => {
    const bid = panel(page, 'Order book').locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
    return (Number(await bid.textContent()) - 4).toFixed(2)
  }
  const positions = () => showPanel(page, 'Positions')

  test.beforeAll(async ({ asNewTrader }) => {
    const { terminal, venue, ...shared } = await asNewTrader()
    ;({ page, spoil } = shared)
    paced = terminal.clock(venue).paced
  })

  test('a prediction shows its result at the target by the live book, then by the service, and fills once confirmed', {
    tag: '@core',
  }, async () => {
    await mode('Predict')
    await ticket().getByRole('textbox', { name: 'Target' }).fill('75.5')
    await fillTicket(page, { size: '8' })
    const own = ticket().getByRole('table', { name: 'Own estimate' })
    await expect(own.getByRole('row', { name: /^At 75\.5/ })).toContainText(/\+\s\d+\.\d\d.*−\s\d/)
    await ticket().getByRole('button', { name: /^Long/ }).click()
    const estimate = ticket().getByRole('region', { name: /Predict 75\.5 °F, long 8/ })
    for (const label of ['Average price', 'Worst price', 'At 75.5', 'Margin at', 'Fee', 'Liquidation', 'Valid for']) {
      await expect(estimate).toContainText(label)
    }
    await expect(panel(page, 'Activity')).toContainText('needs confirmation')
    await estimate.getByRole('button', { name: /^Confirm: buy 8 at most \d+\.\d\d$/ }).click()
    await expect(ticket().getByText(/^Bought .* at \d+\.\d+ \(\d+\.\d\d.°F\), fee/)).toBeVisible()
    await expect(await positions()).toContainText('8.0000')
  })

  test('a target on the other side is confirmed; a discarded prediction sends nothing', async () => {
    const short = ticket().locator('[data-send="sell"]')
    const estimate = ticket().getByRole('region', { name: /short 8/ })
    await short.click()
    await expect(short).toContainText(/^Short loses at 75\.5.*press again to send$/)
    // A key press never counts as the second click of a double click.
    await short.press('Enter')
    await expect(estimate).toBeVisible()
    await estimate.getByRole('button', { name: 'Discard' }).click()
    await expect(ticket().getByText('Nothing was signed.').first()).toBeVisible()
    await expect(await positions()).toContainText('8.0000')
  })

  test('a market order names its worst price and fills', { tag: '@core' }, async () => {
    await mode('Market')
    await fillTicket(page, { size: '4' })
    const buy = ticket().getByRole('button', { name: /^Buy 4 ≤ \d+\.\d\d/ })
    await buy.click()
    await expect(await positions()).toContainText('12.0000')
  })

  test('an order signed by the own wallet rests', { tag: '@core' }, async () => {
    await mode('Limit')
    await ticket().getByText('Advanced').click()
    await check(ticket().getByRole('radio', { name: TICKET.signers.wallet }))
    const order = await fillTicket(page, { price: await low(), size: '2', tif: 'GTC' })
    await order.getByRole('button', { name: /^Buy/ }).click()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: /^Cancel buy 2 at / })).toBeVisible()
    await expect(panel(page, 'Activity')).toContainText('signed by your wallet')
    await check(ticket().getByRole('radio', { name: TICKET.signers.agent }))
  })

  test('a part of a position is closed', { tag: '@core' }, async () => {
    const table = await positions()
    await table.getByRole('button', { name: POSITIONS.closePart('NYCTMP') }).click()
    // Each share shows its size before the click.
    const share = (name: string) => table.getByRole('button', { name: new RegExp(`^Close [\\d.]+ \\(${name}\\)`) })
    await expect(share('50 %')).toHaveText(/^Close 6 \(50 %\)fee \d+\.\d\d, P&L [+−]\s?\d+\.\d\d$/)
    await expect(share('all')).toHaveText(/^Close 12 \(all\)fee /)
    await expect(table).toContainText(/At ~\d+\.\d+, P&L after fees \(USDC\):/)
    await share('25 %').click()
    await expect(table).toContainText('9.0000')
    // Another part is asked for in a form of its own.
    await expect(share('25 %')).toHaveCount(0)
    await table.getByRole('button', { name: POSITIONS.closePart('NYCTMP') }).click()
    await table.getByRole('textbox', { name: /^Size of NYCTMP. to close/ }).fill('2')
    await expect(table.getByText(/^at ~\d+\.\d+, fee \d+\.\d\d USDC, P&L [+−].*USDC$/)).toBeVisible()
    await expect(table.getByRole('button', { name: 'Close 2', exact: true })).toBeEnabled()
    await table.getByRole('textbox', { name: /^Size of NYCTMP. to close/ }).fill('')
    await table.getByRole('button', { name: POSITIONS.closePart('NYCTMP') }).click()
  })

  test('a position is reversed: the steps are shown before, and it is one row of Activity', {
    tag: '@core',
  }, async () => {
    const table = await positions()
    await table.getByRole('button', { name: /^More for NYCTMP/ }).click()
    await page.getByRole('menuitem', { name: 'Reverse…' }).click()
    const form = table.getByRole('group', { name: /^Reverse NYCTMP/ })
    await expect(form).toContainText(
      /^Sell 9 to close at ~\d.*\. Then sell 9 to open short 9, at \d+\.\d\d \(.*\) or better, or not at all\./,
    )
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await table.getByRole('button', { name: /^More for NYCTMP/ }).click()
    await page.getByRole('menuitem', { name: 'Reverse…' }).click()
    const line = panel(page, 'Activity').getByRole('button', {
      name: /Reverse long 9 .*closed 9 at .*, opened short 9 at .*reversed/,
    })
    // However slow the machine: its opening half is sent within 3 s or not at all.
    await paced(async () => {
      await form.getByRole('button', { name: 'Reverse to short 9' }).press('Enter')
      await expect(form).toHaveCount(0)
      await expect(line).toBeVisible()
    })
    await expect(table).toContainText('Short')
    await expect(table).toContainText('9.0000')
  })

  test('a limit set by the trader refuses, and names its value', { tag: '@core' }, async () => {
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitem', { name: 'Limits', exact: true }).click()
    const limits = page.getByRole('region', { name: 'Limits', exact: true })
    const worst = limits.getByRole('region', { name: LIMITS.worstCase })
    await expect(worst).toContainText(/[1-9][\d,]*\.\d\d USDC/)
    await expect(worst).toContainText(/NYCTMP\d+ [1-9]/)
    const largest = limits.getByRole('textbox', { name: 'Max order value', exact: true })
    await largest.fill('-5')
    await expect(limits.getByText('Max order value must be greater than 0.')).toBeVisible()
    // Limits apply to every trader at this terminal, and loosening them again takes time.
    spoil()
    await largest.fill('100')
    await limits.getByRole('button', { name: LIMITS.save }).click()
    await expect(limits.getByText(/Saved/)).toBeVisible()
    const order = await fillTicket(page, { price: await low(), size: '3', tif: 'GTC' })
    await order.getByRole('button', { name: /^Buy/ }).click()
    await expect(order.getByText(/Order value [\d,.]+ USDC exceeds your limit of 100 USDC/).first()).toBeVisible()
  })

  test('flatten cancels and closes everything after one confirmation, and reports by market', {
    tag: '@core',
  }, async () => {
    const table = await positions()
    await table.getByRole('button', { name: 'Flatten' }).click()
    // The steps are shown, and Esc abandons it.
    const list = table.getByRole('list', { name: POSITIONS.willDo })
    await expect(list).toContainText(/(Sell|Buy) [\d.]+ NYCTMP[12] \((long|short) [\d.]+\)/)
    await expect(list).toContainText(/Cancel (buy|sell) [\d.]+ NYCTMP[12] at/)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await table.getByRole('button', { name: 'Flatten' }).click()
    await table.getByRole('button', { name: POSITIONS.yesFlatten }).click()
    await expect(table.getByText(/NYCTMP[12]: 1 order canceled, position closed\./)).toBeVisible()
    await expect(table.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
  })
})
