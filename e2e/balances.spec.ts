/** Equity over every class of collateral, what comes from outside and is named, and both in the window's bar. */
import type { TransfersView } from '../contract/equity-view.ts'
import { openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('trader B18: every class is in the equity, and a change that nothing explains is a row that bears a name', async ({
  asNewTrader,
}) => {
  const { page, bridge, venue, trader, terminal } = await asNewTrader({ width: 1600, height: 960 })
  const { during } = terminal.clock(venue)
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Today')).toBeVisible()
  // 10,000 USDC and 1,000 USDH that a practice trader begins with.
  await expect(bar).toContainText('11,000.00')
  const balances = await openPanel(page, 'Balances')
  const table = balances.getByRole('table', { name: 'Balances' })
  await expect(table.getByRole('row', { name: /^USDC / })).toContainText('10,000.00')
  await expect(table.getByRole('row', { name: /^USDH, free/ })).toContainText('1,000.00')
  await expect(table.getByRole('row', { name: /^Equity 11,000\.00/ })).toBeVisible()
  await balances.getByRole('button', { name: 'Move…' }).click()
  await expect(balances.getByRole('form', { name: 'Move USDH' })).toBeVisible()
  await balances.getByRole('button', { name: 'Move…' }).click()
  await during(expect(balances.getByText(/^Change since .* unexplained 0\.00\.$/)).toBeVisible())

  await venue.control('deposit', { address: trader.address, usdc: '250.5', usdh: '0' })
  const changes = async () => {
    const answer = await bridge.call('readTransfers', {})
    return answer.ok ? (answer.value as TransfersView).changes.map(({ amount }) => amount) : []
  }
  await during(expect.poll(changes).toEqual(['250.5']))
  await expect(balances.getByText(/unexplained \+\s250\.50/).first()).toBeVisible()
  await expect(bar).toContainText('11,250.50')

  const transfers = await openPanel(page, 'Transfers and conversions')
  const rows = transfers.getByRole('grid', { name: 'Transfers and conversions' })
  await expect(rows).toContainText('Unexplained')
  await transfers.getByRole('button', { name: /^Name: USDC came, 250\.5 USDC/ }).click()
  await page.getByRole('menuitem', { name: 'Deposit' }).click()
  await expect(rows).toContainText('Deposit')
  await expect(transfers.getByLabel('Totals')).toContainText('Unexplained, USDC0.00')
  await expect(balances.getByText(/deposits \+\s250\.50, unexplained 0\.00/).first()).toBeVisible()

  const results = await openPanel(page, 'P&L')
  await expect(results.getByLabel('Results in USDC')).toContainText('Transfers+\u00a0250.50')
  await expect(results.getByLabel('Results in USDC')).toContainText('Unexplained')
})
