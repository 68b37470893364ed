import { expect, test } from '@playwright/test'
import { bridgeOf } from './support/bridge.ts'
import { readJournal } from './support/journal.ts'
import { writeProfile } from './support/profile.ts'
import { fillTicket, panel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

interface BucketAnswer {
  current: { asset: string; start: number; end: number } | null
  server_time: number
}

test.describe('settlement and hand-over, on a venue whose clock the test moves', () => {
  let venue: TestVenue
  let terminal: Terminal

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '20'])
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    await expect(statusBar(terminal.page)).toContainText('Live')
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  test('the final window shows an estimate, settling disables entries, and the next asset takes over by itself', async () => {
    const { page } = terminal
    const bucket = panel(page, 'Bucket')
    const { current, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    const live = current?.asset ?? ''
    const next = live === 'NYCTMP1' ? 'NYCTMP2' : 'NYCTMP1'
    await expect(bucket).toContainText(live)

    await venue.control('clock', { advance_ms: (current?.end ?? 0) - server_time - 20_000 })
    await expect(bucket).toContainText('Final window')
    await expect(bucket).toContainText(/estimate/i)

    // A hand presses Buy for this asset, and lets go when the next one has taken over.
    await importSecrets(bridgeOf(page), await newTrader(venue))
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${live}`)
    const price = (Number(mark) - 2).toFixed(2)
    const buy = (await fillTicket(page, { price, size: '1' })).getByRole('button', { name: /^Buy/ })
    await expect(buy).toBeEnabled()
    await buy.hover()
    await page.mouse.down()

    // In a small window too, what is said of the pause pushes neither the temperature nor the phase out of view.
    const devtools = await page.context().newCDPSession(page)
    const small = { width: 1024, height: 720, deviceScaleFactor: 1, mobile: false }
    await devtools.send('Emulation.setDeviceMetricsOverride', small)
    const ends = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: Math.max(0, (ends.current?.end ?? 0) - ends.server_time + 200) })
    await expect(bucket).toContainText('Settling')
    for (const part of [bucket.getByText('Settling', { exact: true }), bucket.getByText(/^[−\d.]+\s°F$/)]) {
      await expect(part).toBeInViewport({ ratio: 0.98 })
    }
    await devtools.send('Emulation.clearDeviceMetricsOverride')
    await expect(buy).toBeDisabled()

    await expect(bucket).toContainText('Trading')
    await expect(bucket).toContainText(next)
    await expect(panel(page, 'Order book').locator('[data-side="bid"]:not([data-empty])')).toHaveCount(15, {
      timeout: 60_000,
    })
    await expect(panel(page, 'Order ticket')).toContainText(next)
    await expect(buy).toBeEnabled()
    await buy.hover()
    await page.mouse.up()
    // Only what is pressed from here on is sent: to the asset that is shown.
    await fillTicket(page, { price, size: '2' })
    await buy.click()
    const sent = (): unknown =>
      readJournal(terminal.userDataDir).flatMap(({ intent }) => (intent.kind === 'place' ? intent : []))
    await expect.poll(sent).toMatchObject([{ kind: 'place', asset: next, size: '2' }])
  })
})
