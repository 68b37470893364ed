/** A bucket that settles while a ticket is filled and a chart is open, and the next one that takes over. */
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as TICKET } from '../src/panels/ticket/messages.ts'
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

/** In a page: records the text that its charts draw from now on. */
const listen = (page: Page) =>
  page.evaluateHandle(() => {
    const written = new Set<string>()
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      written.add(text)
      fillText.call(this, text, ...at)
    }
    return written
  })

/**
 * In a page: clicks Buy as soon as the ticket changes to this asset, like a user who is late, and at each change after it. Returns whether Buy was
 * disabled while the market accepted orders again, and when it was enabled, ms of the page's own clock.
 */
const pressAtOnce = (page: Page, asset: string): Promise<{ heldBack: boolean; after: number }> =>
  page.evaluate(
    ({ name, keep }) =>
      new Promise((resolve) => {
        let since: number | null = null
        let heldBack = false
        const watch = new MutationObserver(() => {
          const ticket = document.querySelector(`[aria-label="Order ticket, ${name}"]`)
          const buy = [...(ticket?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
            /^Buy/.test(textContent),
          )
          if (buy === undefined) return
          // The price of the last bucket counts again only once the user has touched it.
          for (const button of ticket?.querySelectorAll('button') ?? []) if (button.textContent === keep) button.click()
          since ??= performance.now()
          // The reason why the market accepts no orders is shown next to the button while there is one.
          if (buy.disabled && !buy.hasAttribute('aria-describedby')) heldBack = true
          if (buy.disabled) return buy.click()
          watch.disconnect()
          resolve({ heldBack, after: performance.now() - since })
        })
        watch.observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
    { name: asset, keep: TICKET.keepPrice },
  )

test.describe('settlement and rollover, on a venue with a test-controlled clock', () => {
  let venue: TestVenue
  let terminal: Terminal

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '20'])
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    await expect(statusBar(terminal.page)).toContainText(BARS.live)
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  test('the final window shows an estimate, settling disables entries, and the next asset takes over by itself', {
    tag: '@core',
  }, async () => {
    const { page } = terminal
    const bucket = panel(page, 'Bucket')
    const { current, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    const live = current?.asset ?? ''
    const next = live === 'NYCTMP1' ? 'NYCTMP2' : 'NYCTMP1'
    await expect(bucket).toContainText(live)

    // Leaves time for the steps before its end, even on a busy machine: the clock is advanced to that.
    await venue.control('clock', { advance_ms: (current?.end ?? 0) - server_time - 90_000 })
    await expect(bucket).toContainText('Final window')
    await expect(bucket).toContainText(/estimate/i)

    // The user presses Buy for this asset, and releases after the next one has taken over.
    await importSecrets(bridgeOf(page), await newTrader(venue), terminal.boxes)
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${live}`)
    const price = (Number(mark) - 2).toFixed(2)
    const buy = (await fillTicket(page, { price, size: '1' })).getByRole('button', { name: /^Buy/ })
    await expect(buy).toBeEnabled()
    const chart = page.getByRole('region', { name: /^Chart, / }).getByRole('img')
    await expect(chart).toHaveAccessibleName(new RegExp(`^${live}.*: last mark \\d`))
    const written = await listen(page)
    const pressable = pressAtOnce(page, next)
    await buy.hover()
    await page.mouse.down()

    // Even in a small window, the pause message does not hide the temperature or the phase.
    const devtools = await page.context().newCDPSession(page)
    const small = { width: 1024, height: 720, deviceScaleFactor: 1, mobile: false }
    await devtools.send('Emulation.setDeviceMetricsOverride', small)
    const ends = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: Math.max(0, (ends.current?.end ?? 0) - ends.server_time + 200) })
    await expect(bucket).toContainText('Settling')
    // Shown in place of the ticket, at once: the pause is short.
    const state = panel(page, 'Order ticket').getByRole('region', { name: 'Settling' })
    await expect(state).toContainText('Trading resumes when the next bucket is live.')
    await expect(buy).toHaveCount(0)
    for (const part of [bucket.getByText('Settling', { exact: true }), bucket.getByText(/^[−\d.]+\s°F$/)]) {
      await expect(part).toBeInViewport({ ratio: 0.98 })
    }
    await devtools.send('Emulation.clearDeviceMetricsOverride')

    const clock = terminal.clock(venue)
    await clock.during(expect(bucket).toContainText('Trading'))
    await clock.during(expect(bucket).toContainText(next))
    await expect(panel(page, 'Order book').locator('[data-side="bid"]:not([data-empty])')).toHaveCount(15, {
      timeout: 60_000,
    })
    await expect(panel(page, 'Order ticket')).toContainText(next)
    // Clicks are ignored for half a second, faster than anyone can react. If the market itself needed longer, it is over by then.
    const { heldBack, after } = await clock.during(pressable)
    expect(heldBack || after > 500).toBe(true)
    await expect(buy).toBeEnabled()
    await buy.hover()
    await page.mouse.up()
    await expect(chart).toHaveAccessibleName(new RegExp(`^${next}.*: last mark \\d`))
    await expect
      .poll(() => written.evaluate((terms) => [...terms]))
      .toContainEqual(expect.stringMatching(`^${next} opens, ${live} settled \\d`))
    // Only later clicks are sent: to the asset shown.
    await fillTicket(page, { price, size: '2' })
    await buy.click()
    const sent = (): unknown =>
      readJournal(terminal.userDataDir).flatMap(({ intent }) => (intent.kind === 'place' ? intent : []))
    await expect.poll(sent).toMatchObject([{ kind: 'place', asset: next, size: '2' }])
  })
})
