/** The weather of the practice venue: a reading moves with the oracle, on screen and by an alert. */
import { expect } from '@playwright/test'
import { check, openPanel, showPanel } from './support/screen.ts'
import { test } from './support/shared-terminal.ts'

const MINUTE = 60_000

test('a new report of the station moves the reading on screen, and fires an alert', async ({
  page,
  venue,
  terminal,
}) => {
  const station = await openPanel(page, 'Station')
  await expect(station).toContainText(/KNYC at 13:05/)
  await expect(station).toContainText(/METAR KNYC 041251Z/)
  const alerts = await showPanel(page, 'Alerts')
  await alerts.getByRole('combobox', { name: 'When' }).selectOption('New weather report')
  await alerts.getByRole('button', { name: 'Add alert' }).click()
  const row = alerts.getByRole('row', { name: /New weather report/ })
  await expect(row).toContainText('On')

  // Averaged over five minutes, and published some minutes after the report of 13:51.
  await venue.control('oracle', { temperature_f: 45 })
  await terminal.clock(venue).advance(50 * MINUTE)
  await expect(row).toContainText('Fired')
  await expect(station).toContainText(/METAR KNYC 041351Z/)
  await expect(station).toContainText(/4[3-7](\.\d)? °F ± 0\.5 °F|4[3-7](\.\d)? °F \(/)
  await check(station.getByRole('radio', { name: 'Readings' }))
  await expect(station.getByRole('grid', { name: 'Readings' }).getByRole('row').nth(1)).toContainText(/13:5\d|14:0\d/)
})
