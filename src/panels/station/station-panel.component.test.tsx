import { describe, expect, it } from 'vitest'
import { decimal } from '../../../contract/decimal.ts'
import { safeText } from '../../../contract/safe-text.ts'
import { millis } from '../../../contract/time.ts'
import type { StationView, WeatherView } from '../../../contract/weather/index.ts'
import { violations } from '../../testing/axe.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { check, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const MINUTE = 60_000
const station = () => panel('Station')
const viewOf = (terminal: FakeTerminal): WeatherView => terminal.payload({ kind: 'weather' })
const changeStation = (terminal: FakeTerminal, change: (station: StationView) => Partial<StationView>): void => {
  const { stations, ...view } = viewOf(terminal)
  terminal.publish({ kind: 'weather' }, { ...view, stations: stations.map((one) => ({ ...one, ...change(one) })) })
}
const report = (terminal: FakeTerminal, celsius: string, minutesAgo: number) => {
  const at = millis(terminal.clock.now() + terminal.payload({ kind: 'bucket' }).clockOffset - minutesAgo * MINUTE)
  const raw = safeText('KNYC 041304Z 99/01 A3000')
  changeStation(terminal, ({ id, readings }) => ({
    readings: [
      {
        ...{ station: id, source: 'metar', kind: 'special', isCorrected: false, raw },
        ...{ observedAt: at, receivedAt: at, celsius: decimal(celsius) },
      },
      ...readings,
    ],
  }))
}

describe('the station', () => {
  it('shows the last reading with its band and age, its distance from the mark, and the next report', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    terminal.change({ kind: 'ticker', asset: 'NYCTMP1' }, { mark: '537.46' as never })
    report(terminal, '2.8', 3)
    await expect.element(station()).toMatchTextContent(/37\s°F ± 0\.5\s°F.*2\smin ago.*Special/)
    await expect.element(station()).toMatchTextContent(/Mark\sminus reading\+\s0\.46\s°Finside the band/)
    await expect.element(station()).toMatchTextContent(/Next routine report13:51next 13:51, in 4\d\smin/)
    report(terminal, '2', 1)
    await expect.element(station()).toMatchTextContent(/35\.6\s°F \(34\.5 to 36\.5\)/)
    await expect.element(station()).toMatchTextContent(/\+\s1\.86\s°Foutside the band/)
  })

  it('says since when a report is missing', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    changeStation(terminal, ({ readings }) => ({
      readings: readings.map((one) => ({ ...one, observedAt: millis(one.observedAt - 90 * MINUTE) })),
    }))
    await expect.element(station()).toMatchTextContent(/none since 12:21/)
  })

  it('shows the high and low of the standard-time day, and the forecast of each source with their spread', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    await expect.element(station()).toMatchTextContent(/Station’s day, high \/ low38\s°F \/ 36\s°Fsince 05:00/)
    await expect.element(station()).toMatchTextContent(MESSAGES.oneForecast)
    changeStation(terminal, ({ forecasts }) => ({
      forecasts: [
        ...forecasts,
        ...forecasts.map(({ points, ...one }) => ({
          ...one,
          source: 'open_meteo' as const,
          points: points.map(({ at, temperature }) => ({
            at,
            temperature: String(Number(temperature) + 1.5) as never,
          })),
        })),
      ],
    }))
    await expect.element(station().getByRole('row', { name: /^Spread/ })).toMatchTextContent(/1\.5\s°F/)
  })

  it('shows the official high and low of the day before with their precision, or that none were reported', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    await expect
      .element(station())
      .toMatchTextContent(/Day before, high \/ low44\s°F \/ 37\s°Fofficial, reported 04:51, ± 0\.5\s°F/)
    changeStation(terminal, ({ day24 }) => ({
      day24: day24.map((one) => ({ ...one, high: decimal('14.0'), low: decimal('-2.5') })),
    }))
    await expect.element(station()).toMatchTextContent(/57\.2\s°F \/ 27\.5\s°Fofficial, reported 04:51, ± 0\.09\s°F/)
    changeStation(terminal, () => ({ day24: [] }))
    await expect.element(station()).toMatchTextContent(/Day before, high \/ low— \/ —not reported/)
  })

  it('lists the readings of the day with their reports', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    await check(station().getByRole('radio', { name: MESSAGES.readings }))
    const { readings } = viewOf(terminal).stations[0] ?? { readings: [] }
    const rows = () => station().getByRole('grid', { name: MESSAGES.readings })
    await expect.element(rows()).toHaveAttribute('aria-rowcount', String(readings.length + 1))
  })

  it('says what could not be read, and shows the readings all the same', async () => {
    const { terminal } = await mount([['station', 'scalar/live']])
    const sentence = 'api.weather.gov answered 429: it was asked too often.'
    changeStation(terminal, () => ({
      problems: [{ source: 'nws', text: safeText(sentence), at: millis(0) }],
    }))
    await expect.element(station().getByText(sentence)).toBeVisible()
    await expect.element(station()).toMatchTextContent(/Mark\sminus reading/)
  })

  it('asks for the station of a market that names none, and never guesses one', async () => {
    const { terminal } = await mount([['station', 'scalar/live']], {
      before: (terminal) =>
        terminal.change(
          { kind: 'weather' },
          {
            stations: [],
            markets: [{ asset: 'NYCTMP1', station: null, by: null }],
          },
        ),
    })
    await expect.element(station().getByText(MESSAGES.chooseStation('NYCTMP1'))).toBeVisible()
    const field = station().getByRole('textbox', { name: MESSAGES.stationField })
    await field.fill('k!')
    await station().getByRole('button', { name: MESSAGES.saveStation }).click()
    await expect.element(station().getByText(MESSAGES.badStation)).toBeVisible()
    expect(terminal.inputs('setStation')).toEqual([])
    await field.fill('klga')
    await station().getByRole('button', { name: MESSAGES.saveStation }).click()
    await expect.poll(() => terminal.inputs('setStation')).toEqual([{ asset: 'NYCTMP1', station: 'KLGA' }])
  })

  it('names the hosts and what they learn before it is turned on', async () => {
    const { terminal } = await mount([['station', 'scalar/live']], {
      before: (terminal) => terminal.change({ kind: 'weather' }, { isOn: false, stations: [] }),
    })
    await expect
      .element(station())
      .toMatchTextContent(/aviationweather\.gov and api\.weather\.gov, which learn your IP address/)
    await station().getByRole('button', { name: MESSAGES.turnOn }).click()
    await expect.poll(() => terminal.inputs('saveSettings').length).toBe(1)
  })

  it.each(['dark', 'light'] as const)('is accessible in the %s theme', async (theme) => {
    await mount([['station', 'scalar/live']], { settings: { theme }, size: { width: 640, height: 560 } })
    await expect.element(station()).toMatchTextContent(/Mark\sminus reading/)
    expect(await violations({ within: station().element() })).toEqual([])
  })
})
