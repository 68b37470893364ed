/** Exit value and hedged shares in the panel "Positions". */
import type { OutcomeMarket } from '../contract/outcome.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

test('a position shows its exit value at the book, after fees', async ({ asNewTrader }) => {
  const { page, bridge, venue } = await asNewTrader({ width: 1900, height: 960 })
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const price = (Number(mark) + 0.5).toFixed(2)
  await submit(bridge, { kind: 'place', asset, side: 'buy', price, size: '10', tif: 'IOC', reduceOnly: false })
  const positions = await openPanel(page, 'Positions')
  const row = positions.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1)
  const exit = row.locator('[data-column="exit-value"]')
  // Bought at the ask: closing at once loses exactly the spread and two fees.
  await expect(exit).toContainText(/^−\s?\d+\.\d\d/)
  await expect(exit.locator('[title]').first()).toHaveAttribute(
    'title',
    /closed at current book prices: average .*, \d+ levels? deep\. Versus Unrealized at the mark: .*fee deducted\./,
  )
})

test('a split is a set worth its cost, without a loss', async ({ asNewTrader }) => {
  const { page, bridge, venue } = await asNewTrader({ width: 1900, height: 960 })
  const markets = await venue.read<readonly OutcomeMarket[]>('/v1/outcomes/meta')
  const open = markets.filter(({ expired, settling }) => !expired && !settling)
  const { outcomeId, sides } = open.toSorted((a, b) => Number(b.expiry) - Number(a.expiry))[0] as OutcomeMarket
  await submit(bridge, { kind: 'transfer', amount: '200' })
  const outcomeMoney = async (): Promise<number> => {
    const account = await bridge.call('readAccount', {})
    return account.ok ? Number(account.value.money.usdhOutcome) : 0
  }
  await expect.poll(outcomeMoney).toBeGreaterThanOrEqual(50)
  await submit(bridge, { kind: 'convert', conversion: 'split', outcomeId, questionId: null, amount: '50' })
  const positions = await openPanel(page, 'Positions')
  const grid = positions.getByRole('grid', { name: 'Positions' })
  const rows = grid.locator('[data-row]')
  await expect(rows).toHaveCount(sides.length)
  for (const row of await rows.all()) {
    await expect(row.locator('[data-column="side"]')).toContainText('50 hedged')
    await expect(row.locator('[data-column="unrealised"]')).toHaveText('hedged')
  }
  const set = positions.getByRole('list', { name: POSITIONS.shareSets }).getByRole('listitem')
  await expect(set).toHaveCount(1)
  await expect(set).toContainText(
    sides.length === 2 ? `50 × ${sides[0]?.name} and ${sides[1]?.name} of` : '50 × every side of',
  )
  await expect(set).toContainText('pays 50.00 USDH either way, cost 50.00')
  await expect(set).toContainText(/locked-in P&L\s*0\.00/)
})
