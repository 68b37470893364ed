/** Positions closed by the service, through settlement or liquidation: reported once, everywhere, and never again after a restart. */
import { expect, test } from '@playwright/test'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { fillTicket, panel, ready, showPanel } from './support/screen.ts'
import { launch, newDataDir, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

interface BucketAnswer {
  readonly current: { readonly asset: string; readonly end: number } | null
  readonly server_time: number
}

test('a settlement is reported once; its row stays until dismissed, and nothing returns after a restart', async () => {
  const venue = await startVenue(['--bucket-minutes', '20'])
  const [profile, userDataDir, trader] = [writeProfile(venue.url), newDataDir(), await newTrader(venue)]
  const open = async (): Promise<Terminal> => {
    const opened = await launch({ profile, userDataDir, env: NO_KEYCHAIN })
    await importSecrets(bridgeOf(opened.page), trader, opened.boxes)
    await ready(opened.page)
    return opened
  }
  let terminal = await open()
  try {
    const { page } = terminal
    const { current } = await venue.read<BucketAnswer>('/v1/bucket')
    const asset = current?.asset ?? ''
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const bought = await fillTicket(page, { price: (Number(mark) + 4).toFixed(2), size: '4', tif: 'IOC' })
    await bought.getByRole('button', { name: /^Buy/ }).click()
    // This far through the ask it needs a second click; Enter never counts as the second click of a double click.
    await bought.getByRole('button', { name: /through the ask, press again to send$/ }).press('Enter')
    const positions = await showPanel(page, 'Positions')
    await expect(positions.getByRole('row', { name: new RegExp(`${asset}.*Long.*Close`) })).toBeVisible()
    const resting = await fillTicket(page, { price: (Number(mark) - 8).toFixed(2), size: '1', tif: 'GTC' })
    await resting.getByRole('button', { name: /^Buy/ }).click()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: /^Cancel buy 1 at/ })).toBeVisible()

    // By then main has stored the position and its order, from which it counts expired orders.
    await terminal.clock(venue).advance(6_000)
    const { current: ends, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: (ends?.end ?? 0) - server_time + 500 })
    const text = new RegExp(
      `${asset} settled [\\d.]+ \\([\\d.]+ °F\\): long 4 from [\\d.]+, [+−][\\d.]+ USDC. 1 order expired with it`,
    )
    const row = (await showPanel(page, 'Positions')).getByRole('row', { name: text })
    await terminal.clock(venue).during(expect(row).toBeVisible())
    const lines = (await showPanel(page, 'Activity')).getByRole('listitem').filter({ hasText: text })
    await expect(lines).toHaveCount(1)
    await expect(page.getByText('Position settled', { exact: true })).toHaveCount(1)
    const before = await lines.textContent()

    await terminal.kill()
    terminal = await open()
    const again = terminal.page
    const kept = (await showPanel(again, 'Positions')).getByRole('row', { name: text })
    await expect(kept).toHaveCount(1)
    await expect(again.getByText('Position settled', { exact: true })).toHaveCount(0)
    const line = (await showPanel(again, 'Activity')).getByRole('listitem').filter({ hasText: text })
    expect(await line.allTextContents()).toEqual([before])
    await (await showPanel(again, 'Positions')).getByRole('button', { name: `Dismiss ${asset}` }).click()
    await expect(kept).toHaveCount(0)
    await expect(panel(again, 'Positions')).toContainText('No open positions')
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})

test('a liquidation is reported in the notice, in Activity and in a gray row, and the ticket no longer says that it filled', async () => {
  const venue = await startVenue()
  const [profile, userDataDir, trader] = [writeProfile(venue.url), newDataDir(), await newTrader(venue)]
  const terminal = await launch({ profile, userDataDir, env: NO_KEYCHAIN })
  try {
    const { page } = terminal
    await importSecrets(bridgeOf(page), trader, terminal.boxes)
    await ready(page)
    const { current } = await venue.read<BucketAnswer>('/v1/bucket')
    const asset = current?.asset ?? ''
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const bought = await fillTicket(page, { price: (Number(mark) + 8).toFixed(2), size: '4', tif: 'IOC' })
    await bought.getByRole('button', { name: /^Buy/ }).click()
    // This far through the ask it needs a second click; Enter never counts as the second click of a double click.
    await bought.getByRole('button', { name: /through the ask, press again to send$/ }).press('Enter')
    await expect(bought.getByText(/Bought 4 at/)).toBeVisible()
    const { positions } = await venue.read<{ positions: { asset: string; liquidation_px: string }[] }>(
      `/v1/positions/${trader.address}`,
      trader.token,
    )
    const liquidation = positions.find((position) => position.asset === asset)?.liquidation_px ?? ''
    await venue.control('oracle', { temperature_f: Number((Number(liquidation) - 500 - 3).toFixed(2)) })

    // The book takes all of so small a position: no fill identifies the liquidation.
    const notice = page.getByText('Position probably liquidated', { exact: true })
    await terminal.clock(venue).during(expect(notice).toBeVisible())
    const text = new RegExp(`Probably liquidated: ${asset} long 4 from [\\d.]+, closed at [\\d.]+, −[\\d.,]+ USDC`)
    await expect((await showPanel(page, 'Positions')).getByRole('row', { name: text })).toBeVisible()
    const lines = (await showPanel(page, 'Activity')).getByRole('listitem').filter({ hasText: text })
    await expect(lines).toHaveCount(1)
    await expect(
      panel(page, 'Order ticket').getByText(/Bought 4 at .*, then probably liquidated \d\d:\d\d:\d\d/),
    ).toBeVisible()
    await expect(page.getByText(/not from this terminal/)).toHaveCount(0)
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
