/** The weather of the practice venue: a new report moves the reading on screen, and fires an alert. */
import { expect, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { writeProfile } from './support/profile.ts'
import { check, openPanel, showPanel, statusBar } from './support/screen.ts'
import { launch } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

/** A minute before the routine report of 12:51 is published. */
const START = '2026-03-04T12:51:30Z'

test('a new report of the station moves the reading on screen, and fires an alert', async () => {
  const venue = await startVenue(['--at', START, '--bucket-minutes', '1440'])
  const terminal = await launch({
    profile: writeProfile(venue.url),
    env: NO_KEYCHAIN,
    clockAheadMs: Date.parse(START) - Date.now(),
  })
  try {
    const { page } = terminal
    await expect(statusBar(page)).toContainText(BARS.live)
    const station = await openPanel(page, 'Station')
    await expect(station).toContainText(/KNYC at 12:(4\d|50) UTC/)
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('New weather report')
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    const row = alerts.getByRole('row', { name: /New weather report/ })
    await expect(row).toContainText('On')

    // Asked for again a minute after the last time, since a report is due.
    await terminal.clock(venue).during(expect(row).toContainText('Fired'))
    await expect(station).toContainText(/KNYC at 12:51 UTC3\d.°F ± 0\.5.°F/)
    await expect(station).toContainText(/METAR KNYC 041251Z/)
    await check(station.getByRole('radio', { name: 'Readings' }))
    const readings = station.getByRole('grid', { name: 'Readings' })
    await expect(readings.getByRole('row', { name: /12:51.*3\d.°F ± 0\.5.°F/ })).toBeVisible()
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
