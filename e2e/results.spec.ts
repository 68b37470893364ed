/** What trades made, in the panel "P&L": the very figures that the service told. */
import type { Fill } from '../contract/account.ts'
import { add, type Money, subtract, trimZeros, ZERO } from '../contract/decimal.ts'
import { choosePeriod, openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

test('results follow the fills, by day, bucket, market and family', async ({ asNewTrader }) => {
  const { page, bridge, venue } = await asNewTrader({ width: 1600, height: 960 })
  const region = await openPanel(page, 'P&L')
  await choosePeriod(region, 'All')
  await expect(region.getByText('No fill yet.')).toBeVisible()

  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const trade = async (side: 'buy' | 'sell', size: string): Promise<void> => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) + (side === 'buy' ? 0.5 : -0.5)).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side, price, size, tif: 'IOC', reduceOnly: false })
  }
  await trade('buy', '10')
  await expect(region.getByRole('grid', { name: 'Results by day' })).toBeVisible()
  await trade('sell', '4')
  const readFills = async (): Promise<readonly Fill[]> => {
    const answer = await bridge.call('readFills', { limit: 50, before: null })
    return answer.ok ? answer.value : []
  }
  await expect.poll(async () => (await readFills()).some(({ side }) => side === 'sell')).toBe(true)
  const fills = await readFills()
  const sum = (of: (fill: Fill) => Money | null): Money =>
    fills.reduce<Money>((all, fill) => add(all, of(fill) ?? (ZERO as Money)), ZERO as Money)
  const result = trimZeros(
    subtract(
      sum(({ realizedPnl }) => realizedPnl),
      sum(({ fee }) => fee),
    ),
  )
  const shown = result.replace('-', '− ').replace(/^(?=\d)/, '+ ')
  const figures = region.getByLabel('Results in USDC')
  await expect(figures).toContainText(shown.replace(' ', '\u00a0'))
  await expect(figures).toContainText('Hit rate—')

  for (const by of ['bucket', 'market', 'family', 'day'] as const) {
    await region.getByRole('radio', { name: `By ${by}` }).check()
    const table = region.getByRole('grid', { name: `Results by ${by}` })
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row').nth(1)).toContainText(shown.replace(' ', '\u00a0'))
    if (by === 'bucket' || by === 'market') await expect(table.getByRole('row').nth(1)).toContainText(asset)
  }
})
