import { randomUUID } from 'node:crypto'
import { writeProfile } from './support/profile.ts'
import { panel, showPanel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'
import { newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN } from './support/trader.ts'
import { launchWindowless } from './support/windowless/index.ts'

test.describe('another client of the wallet', () => {
  let shared: SharedTerminal
  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader()
  })

  /** The same trader sends an order from another terminal. */
  async function orderElsewhere(price: string, tif: 'GTC' | 'IOC', state: 'resting' | 'filled'): Promise<string> {
    const { venue, trader } = shared
    const other = await launchWindowless({
      userDataDir: newDataDir(),
      profile: writeProfile(venue.url),
      env: NO_KEYCHAIN,
    })
    await other.call('watch', { topic: 'actions' })
    await importSecrets(other, trader, other.boxes)
    const { current } = (await (await fetch(`${venue.url}/v1/bucket`)).json()) as { current: { asset: string } }
    const intent = { kind: 'place', asset: current.asset, side: 'buy', price, size: '3', tif, reduceOnly: false }
    await other.call('submit', { requestId: randomUUID(), intent } as never)
    await expect.poll(() => other.topic('actions')?.[0]?.state, { intervals: [20, 50] }).toBe(state)
    await other.quit()
    return current.asset
  }

  test('has its orders reported, marked in their rows, and expected once the trader says so', async () => {
    const { page, terminal, venue } = shared
    const bid = await panel(page, 'Order book')
      .locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
      .textContent()
    await orderElsewhere((Number(bid) - 4).toFixed(2), 'GTC', 'resting')
    const orders = await showPanel(page, 'Open orders')
    const { during } = terminal.clock(venue)
    await during(expect(orders.getByText('1 order is from another client.')).toBeVisible())
    await expect(orders.getByRole('row', { name: /by another client/ })).toContainText('3')
    const notice = page.getByRole('alert').filter({ hasText: 'Order not from this terminal' })
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    await orders.getByRole('button', { name: 'I know this client' }).click()
    await expect(orders.getByRole('button', { name: 'Warn me again' })).toBeVisible()
    await expect(orders.getByText('You confirmed this client')).toBeVisible()
    await orders.getByRole('button', { name: 'Warn me again' }).click()
    await expect(orders.getByRole('button', { name: 'I know this client' })).toBeVisible()
  })

  test('has its fill reported once, listed in Activity, and marked in the position', async ({ asNewTrader }) => {
    shared = await asNewTrader()
    const { page, terminal, venue } = shared
    const bid = await panel(page, 'Order book')
      .locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
      .textContent()
    // The account was read, so this wallet is no longer new.
    await expect(await showPanel(page, 'Positions')).toContainText('No open positions')
    const asset = await orderElsewhere((Number(bid) + 8).toFixed(2), 'IOC', 'filled')
    const notice = page.getByRole('alert').filter({ hasText: 'Fill not from this terminal' })
    await terminal.clock(venue).during(expect(notice).toContainText(`bought 3 ${asset} at`))
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    const row = (await showPanel(page, 'Positions')).getByRole('row', { name: new RegExp(`${asset}.*Close`) })
    await expect(row).toContainText('3 by another client')
    const line = (await showPanel(page, 'Activity')).getByRole('listitem').filter({ hasText: ', by another client' })
    await expect(line).toHaveCount(1)
    await expect(line).toContainText(/Bought 3 .* at/)
    await line.getByRole('button', { name: 'I know this client' }).click()
    await expect(line.getByRole('button', { name: 'Warn me again' })).toBeVisible()
    await expect(line).toContainText('by another client')
    await expect(notice).toHaveCount(0)
  })
})
