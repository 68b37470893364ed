import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { decimal } from '../../contract/decimal.ts'
import { safeText } from '../../contract/safe-text.ts'
import { millis } from '../../contract/time.ts'
import type { Reading, StationId, WeatherForecast } from '../../contract/weather/index.ts'
import { createTables } from './schema.ts'
import { createWeatherStore } from './weather-store.ts'

const KNYC = 'KNYC' as StationId
const reading = (at: number, celsius: string, more: Partial<Reading> = {}): Reading => ({
  ...{ station: KNYC, source: 'metar', kind: 'routine', isCorrected: false },
  ...{ observedAt: millis(at), receivedAt: millis(at + 5), celsius: decimal(celsius), raw: safeText('KNYC …') },
  ...more,
})
const forecast = (issuedAt: number, temperature: string, receivedAt = issuedAt + 5): WeatherForecast => ({
  ...{ station: KNYC, source: 'nws_forecast', issuedAt: millis(issuedAt), receivedAt: millis(receivedAt) },
  points: [{ at: millis(issuedAt + 10), temperature: temperature as never }],
})
const opened = () => {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return { database, store: createWeatherStore(database) }
}

it('keeps one reading of each station and time, the last one written, exactly as it was reported', () => {
  const { store } = opened()
  store.keepReadings('public', [reading(100, '13.9'), reading(200, '14', { kind: 'five_minute', raw: null })])
  store.keepReadings('public', [reading(100, '14.4', { isCorrected: true })])
  store.keepReadings('practice', [reading(100, '1.0')])
  expect(store.readings('public', KNYC, 0, 300)).toEqual([
    reading(200, '14', { kind: 'five_minute', raw: null }),
    reading(100, '14.4', { isCorrected: true }),
  ])
  expect(store.readings('public', KNYC, 101, 199)).toEqual([])
  expect(store.readings('public', 'KLGA' as StationId, 0, 300)).toEqual([])
})

it('keeps the first forecast of each issue time, and returns the latest that was known at a moment', () => {
  const { store } = opened()
  const of = { station: KNYC, source: 'nws_forecast' } as const
  store.keepForecast('public', forecast(100, '50'))
  store.keepForecast('public', forecast(100, '60'))
  store.keepForecast('public', forecast(200, '51', 400))
  expect(store.forecastBy('public', of, 399, 0)).toEqual(forecast(100, '50'))
  expect(store.forecastBy('public', of, 400, 0)).toEqual(forecast(200, '51', 400))
  expect(store.forecastBy('public', of, 104, 0)).toBeNull()
  expect(store.forecastBy('public', of, 399, 101)).toBeNull()
  expect(store.forecastBy('public', { ...of, source: 'open_meteo' }, 400, 0)).toBeNull()
})

it('passes over a forecast that is damaged on the disk', () => {
  const { database, store } = opened()
  store.keepForecast('public', forecast(100, '50'))
  database.exec("UPDATE weather_forecasts SET body = '[{'")
  expect(store.forecastBy('public', { station: KNYC, source: 'nws_forecast' }, 400, 0)).toBeNull()
})

it('drops what is older than the newest reading by more than asked for, of that service alone', () => {
  const { store } = opened()
  for (const service of ['public', 'practice'] as const) {
    store.keepReadings(service, [reading(100, '13.9'), reading(200, '14.0')])
    store.keepForecast(service, forecast(100, '50'))
  }
  store.trim('public', 99)
  expect(store.readings('public', KNYC, 0, 300)).toEqual([reading(200, '14.0')])
  expect(store.forecastBy('public', { station: KNYC, source: 'nws_forecast' }, 400, 0)).toBeNull()
  expect(store.readings('practice', KNYC, 0, 300)).toHaveLength(2)
})
