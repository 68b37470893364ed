import { expect, test } from '@playwright/test'
import { later, MOMENT } from './support/moment.ts'
import { writeProfile } from './support/profile.ts'
import { panel, statusBar } from './support/screen.ts'
import { launch } from './support/terminal.ts'
import { startVenue } from './support/venue.ts'

test('cut sockets and a frozen feed show as stale, and heal by themselves', async () => {
  const venue = await startVenue()
  const terminal = await launch({ profile: writeProfile(venue.url) })
  try {
    const status = statusBar(terminal.page)
    await expect(status).toContainText('Live')

    await venue.control('faults', { drop_ws: true })
    await expect(status).not.toContainText('Live')
    await expect(panel(terminal.page, 'Order book')).toContainText(/old|stale/i)
    await venue.control('faults', { drop_ws: false })
    await expect(status).toContainText('Live')

    await venue.control('faults', { freeze_feed: true })
    await expect(panel(terminal.page, 'Order book')).toContainText(/old|stale/i)
    await venue.control('faults', { freeze_feed: false })
    await expect(panel(terminal.page, 'Order book')).not.toContainText(/\bold\b|stale/i)
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})

test('after 15 s without a server, fresh data shows upon its return', async () => {
  const venue = await startVenue()
  const port = Number(new URL(venue.url).port)
  const terminal = await launch({ profile: writeProfile(venue.url) })
  try {
    const status = statusBar(terminal.page)
    await expect(status).toContainText('Live')
    await venue.stop('SIGKILL')
    await expect(status).not.toContainText('Live')
    await terminal.page.waitForTimeout(15_000)
    await expect(status).toContainText(/Offline|Reconnecting/)
    const again = await startVenue(['--at', later(MOMENT, 600_000)], port)
    await expect(status).toContainText('Live')
    await again.stop()
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
