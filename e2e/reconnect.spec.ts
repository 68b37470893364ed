/** A feed that is cut, frozen or gone for a while: what a trader sees, and its automatic recovery. */

import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { later, MOMENT } from './support/moment.ts'
import { writeProfile } from './support/profile.ts'
import { panel, statusBar } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { launch } from './support/terminal.ts'
import { startVenue } from './support/venue.ts'

test('cut sockets and a frozen feed show as stale, and recover by themselves', { tag: '@core' }, async ({
  asNewTrader,
}) => {
  const { venue, terminal, page } = await asNewTrader()
  const clock = terminal.clock(venue)
  const status = statusBar(page)
  const book = panel(page, 'Order book')
  await expect(status).toContainText(BARS.live)

  await venue.control('faults', { drop_ws: true })
  await expect(status).not.toContainText(BARS.live)
  await clock.during(expect(book).toContainText(/old|stale/i))
  await venue.control('faults', { drop_ws: false })
  await clock.during(expect(status).toContainText(BARS.live))

  await venue.control('faults', { freeze_feed: true })
  await clock.during(expect(book).toContainText(/old|stale/i))
  await venue.control('faults', { freeze_feed: false })
  await clock.during(expect(book).not.toContainText(/\bold\b|stale/i))
})

test('after a while without a server, fresh data shows upon its return', async () => {
  let venue = await startVenue()
  const terminal = await launch({ profile: writeProfile(venue.url) })
  try {
    const status = statusBar(terminal.page)
    await expect(status).toContainText(BARS.live)
    await venue.stop('SIGKILL')
    const clock = terminal.clock()
    await expect(status).not.toContainText(BARS.live)
    // By then several attempts have failed, and their interval is at its maximum.
    await clock.during(expect(panel(terminal.page, 'Order book')).toContainText(/([5-9]|\d\d) s old/))
    await clock.during(expect(status).toContainText(/next try in 2 s/))
    venue = await startVenue(['--at', later(MOMENT, 600_000)], Number(new URL(venue.url).port))
    await terminal.clock(venue).during(expect(status).toContainText(BARS.live))
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})

test('when no socket ever opens, read data is on screen with its age, and no panel claims that it is empty', async () => {
  const venue = await startVenue()
  await venue.control('faults', { drop_ws: true })
  const terminal = await launch({ profile: writeProfile(venue.url) })
  try {
    const { page } = terminal
    await expect(statusBar(page)).toContainText(BARS.offline)
    const book = panel(page, 'Order book')
    await expect(book.locator('[data-side="bid"] [data-cell="price"]').first()).toHaveText(/^\d+\.\d\d$/)
    await terminal.clock(venue).during(expect(book).toContainText(/\d+ s old/))
    await expect(panel(page, 'Bucket')).toContainText(/\d+ s old/)
    await expect(panel(page, 'Order ticket')).toContainText(/Prices are \d+ s old: the estimate may be wrong\./)
    await expect(page.getByText(BARS.noData)).toHaveCount(0)
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
