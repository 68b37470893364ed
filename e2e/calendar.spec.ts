/** The calendar of what settles next, the alert before it, and the history of settlements: on a venue whose clock the test moves. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { arranged } from '../src/testing/arranged.ts'
import { violations } from './support/axe.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { marketOf, panel, ready } from './support/screen.ts'
import { submit } from './support/submit.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

const ROOM = { width: 2200, height: 940 }
const COLUMNS = [
  [{ kind: 'calendar', market: { group: 1 } }],
  [{ kind: 'settlement-history' }, { kind: 'alerts' }],
] as const

interface BucketAnswer {
  current: { asset: string; start: number; end: number } | null
  server_time: number
}

test.describe('what comes, and what came', () => {
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let terminal: Terminal
  let page: Page
  let calendar: Locator
  let live: string

  test.beforeAll(async () => {
    venue = await startVenue()
    const profile = writeProfile(venue.url, { directOrder: venue.directOrder, stationTimeZone: 'America/New_York' })
    terminal = await launch({ profile, env: NO_KEYCHAIN, size: '2200x1000' })
    ;({ page } = terminal)
    await importSecrets(bridgeOf(page), await newTrader(venue, 86_400))
    await ready(page)
    const { current } = await venue.read<BucketAnswer>('/v1/bucket')
    live = current?.asset ?? ''
    await page.evaluate(
      async ([layout]) => {
        window.dispatchEvent(new Event('pagehide'))
        await window.terminal?.saveLayout({ layout })
      },
      [arranged('calendar', COLUMNS, ROOM)] as const,
    )
    await page.reload()
    calendar = panel(page, 'Calendar')
    await expect(calendar).toBeVisible()
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  const rows = (name: RegExp): Locator => calendar.getByRole('row', { name })

  test('the next 48 hours stand in order, what is not told yet as expected, with times here and at the station', async () => {
    const table = calendar.getByRole('treegrid', { name: 'Calendar' })
    await expect(table).toBeVisible()
    const scalar = rows(/Settles.*NYCTMP/)
    await expect(scalar.first()).toContainText(live)
    await expect(scalar.first()).not.toContainText('expected')
    await expect(scalar.nth(2)).toContainText('expected')
    await expect(scalar.first()).toContainText(/E[SD]T/)
    await expect(calendar.getByRole('timer', { name: 'Next: time left' })).toHaveText(/\d/)
    await calendar.getByRole('radio', { name: 'Where I hold something' }).check({ force: true })
    await expect(calendar.getByText('You hold nothing that ends in the next 48 hours.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('what is held stands at its end, and the market of a row is shown by Enter', async () => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${live}`)
    const price = (Number(mark) + 1).toFixed(2)
    await submit(bridgeOf(page), {
      kind: 'place',
      asset: live,
      side: 'buy',
      price,
      size: '10',
      tif: 'IOC',
      reduceOnly: false,
    })
    const mine = rows(/Settles/)
    await expect(mine).toHaveCount(1)
    await expect(mine).toContainText(`long 10 at `)
    await expect(calendar.getByRole('timer', { name: 'Yours: time left' })).toBeVisible()
    await calendar.getByRole('radio', { name: 'Settlements and expiries' }).check({ force: true })
    await rows(/Expires/)
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => marketOf(calendar)).toMatch(/°F/)
  })

  test('an alert is set from a row, and the one that a deployment begins with tells 15 minutes before', async () => {
    await rows(new RegExp(`Settles.*${live}`))
      .first()
      .getByRole('button', { name: /the end of NYCTMP/ })
      .click()
    await page.getByRole('menuitem', { name: /^5 min before/ }).click()
    const alerts = panel(page, 'Alerts')
    await expect(alerts.getByRole('row', { name: new RegExp(`${live} settles or expires in 5 min`) })).toContainText(
      'On',
    )
    const usual = alerts.getByRole('row', { name: /Anything you hold settles or expires in 15 min/ })
    await expect(usual).toContainText('On')

    const { current, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: (current?.end ?? 0) - server_time - 14 * 60_000 })
    await expect(usual).toContainText(new RegExp(`${live} settles in \\d+ min.*, you hold long 10 at `))
  })

  test('a bucket that settled leaves the calendar and stands in the history', async () => {
    const history = panel(page, 'Settlement history')
    const settled = history.getByRole('grid', { name: 'Settlements of every bucket' })
    // The last ones are computed at once, all others are read back by and by.
    await expect.poll(() => settled.getByRole('row').count()).toBeGreaterThan(7)
    await expect(settled.getByRole('row').nth(1)).toContainText('°F')
    await history.getByRole('radio', { name: 'By hour of the day' }).check({ force: true })
    await expect(history.getByText(/^Not enough: \d of 10 buckets|\d+ buckets: mean/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await history.getByRole('radio', { name: 'List' }).check({ force: true })

    const { current, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: (current?.end ?? 0) - server_time + 8_000 })
    await expect(settled.getByRole('row').nth(1)).toContainText(live, { timeout: 60_000 })
    await expect(rows(/Settles.*NYCTMP/).first()).not.toContainText(live)
    await expect(calendar.getByRole('timer', { name: 'Yours: time left' })).toHaveCount(0)
  })
})
