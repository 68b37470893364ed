/** The weather of the practice venue: the oracle moves, the next report moves the reading on screen, and fires an alert. */
import { expect, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { writeProfile } from './support/profile.ts'
import { check, openPanel, showPanel, statusBar } from './support/screen.ts'
import { launch } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

/** The routine report of 12:51 averages the five minutes before it, and is published at 12:52:31. */
const START = '2026-03-04T12:48:30Z'
const REPORT = Date.parse('2026-03-04T12:51:00Z')
/** By how much the oracle moves, °F: less than the jump that a single reading does not prove. */
const RISE = 12
/** Under Electron, where no clock can be advanced, the report is minutes away. */
const PATIENCE = { timeout: 240_000 }

/** The temperature of the station's last report, in whole °F as it measured it. */
async function lastReported(venue: TestVenue): Promise<number> {
  const [last] = await venue.read<{ temp: number }[]>('/practice-weather/api/data/metar?ids=KNYC&format=json&hours=3')
  return Math.round(32 + ((last?.temp ?? Number.NaN) * 9) / 5)
}

test('a report after the oracle moved moves the reading on screen, and fires an alert', async () => {
  test.setTimeout(600_000)
  const venue = await startVenue(['--at', START, '--bucket-minutes', '1440'])
  const terminal = await launch({
    profile: writeProfile(venue.url),
    env: NO_KEYCHAIN,
    clockAheadMs: Date.parse(START) - Date.now(),
  })
  try {
    const { page } = terminal
    const clock = terminal.clock(venue)
    await expect(statusBar(page)).toContainText(BARS.live)
    const station = await openPanel(page, 'Station')
    await expect(station).toContainText(/KNYC at 12:4\d UTC3\d/)
    const before = await lastReported(venue)
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('Reported temperature, °F')
    await check(alerts.getByRole('radio', { name: 'Rises to' }))
    await alerts.getByRole('textbox', { name: 'Value' }).fill(String(before + 2))
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    const row = alerts.getByRole('row', { name: /Reported temperature rises to/ })
    await expect(row).toContainText('On')
    await venue.control('oracle', { temperature_f: before + RISE })

    // Up to its time nothing is reported: an oracle that moved is no report.
    const venueTime = async () => (await venue.read<{ server_time: number }>('/v1/bucket')).server_time
    await clock.during(expect.poll(venueTime, { ...PATIENCE, intervals: [200] }).toBeGreaterThanOrEqual(REPORT))
    expect(await lastReported(venue)).toBe(before)
    await expect(row).not.toContainText('Fired')

    // Asked for again a minute after the last time, since a report is due.
    await clock.during(expect(row).toContainText('Fired', PATIENCE))
    await expect(alerts.getByRole('region', { name: 'Fired this session' })).toContainText(
      new RegExp(`KNYC rose to ${before + 2}.°F: it reported`),
    )
    const after = await lastReported(venue)
    expect(after).toBeGreaterThanOrEqual(before + 2)
    expect(after).toBeLessThanOrEqual(before + RISE + 1)
    await expect(station).toContainText(new RegExp(`KNYC at 12:51 UTC${after}.°F ± 0\\.5.°F`))
    await expect(station).toContainText(/METAR KNYC 041251Z/)
    await check(station.getByRole('radio', { name: 'Readings' }))
    const readings = station.getByRole('grid', { name: 'Readings' })
    await expect(readings.getByRole('row', { name: new RegExp(`12:51.*${after}.°F ± 0\\.5.°F`) })).toBeVisible()
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
