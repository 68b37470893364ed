/** Effects of an alert besides the list: one desktop notification and one tone, for any number of windows. */
import { expect, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { countSounds } from './support/counted-sounds.ts'
import { noDisplay, recordedNotifications, startDisplay } from './support/display.ts'
import { writeProfile } from './support/profile.ts'
import { check, showPanel, statusBar } from './support/screen.ts'
import { launch, underElectron } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

test('an alert that fires notifies and sounds once, with two windows open', async () => {
  test.skip(underElectron, 'notifications go to the desktop of the person who runs it')
  const reason = noDisplay()
  test.skip(reason !== null, reason ?? '')
  const display = await startDisplay()
  const desktop = recordedNotifications()
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const terminal = await launch({
    profile: writeProfile(venue.url),
    display: display.name,
    env: { ...NO_KEYCHAIN, PATH: desktop.path },
  })
  try {
    const { page } = terminal
    await expect(statusBar(page)).toContainText(BARS.live)
    const opening = terminal.nextPage()
    await page.getByRole('button', { name: BARS.newWindow }).click()
    const second = await opening
    await expect(statusBar(second)).toContainText(BARS.live)
    const tones = [await countSounds(page), await countSounds(second)]

    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const now = Number(mark) - 500
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
    await check(alerts.getByRole('radio', { name: 'Rises to' }))
    await alerts.getByRole('textbox', { name: 'Value' }).fill((now + 1).toFixed(1))
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    const row = alerts.getByRole('row', { name: /Temperature rises to/ })
    await expect(row).toContainText('On')
    await venue.control('oracle', { temperature_f: Number((now + 2).toFixed(2)) })
    await expect(row).toContainText('Fired')

    await expect.poll(() => desktop.shown().length).toBe(1)
    expect(desktop.shown()[0]).toMatch(/°F/)
    const played = async () =>
      (await Promise.all(tones.map((count) => count('alert')))).reduce((sum, count) => sum + count)
    await expect.poll(played).toBe(1)
    await showPanel(second, 'Alerts')
    expect([await played(), desktop.shown().length]).toEqual([1, 1])
  } finally {
    await terminal.quit()
    await venue.stop()
    display.stop()
  }
})
