import { expect, it } from 'vitest'
import { decimal } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import type { Reading, StationId, WeatherForecast } from '../../../contract/weather/index.ts'
import { NO_WEATHER, weatherLayer } from './weather-marks.ts'

const KNYC = 'KNYC' as StationId
const reading = (at: number, celsius: string, kind: Reading['kind']): Reading => ({
  ...{ station: KNYC, source: 'metar', kind, isCorrected: false, raw: null },
  ...{ observedAt: millis(at), receivedAt: millis(at), celsius: decimal(celsius) },
})
const forecast: WeatherForecast = {
  ...{ station: KNYC, source: 'nws_forecast', issuedAt: millis(0), receivedAt: millis(60_000) },
  points: [{ at: millis(3_600_000), temperature: decimal('58') as never }],
}
const station = {
  readings: [reading(120_000, '13.9', 'special'), reading(60_000, '14', 'five_minute')],
  forecasts: [forecast],
}

it('draws readings as marks with their bands, specials marked, and forecasts with their issue time', () => {
  expect(weatherLayer(station, { readings: true, forecast: true })).toEqual({
    readings: [
      { at: 120_000, low: '556.5', value: '557', high: '557.5', kind: 'special' },
      { at: 60_000, low: '556.3', value: '557.2', high: '558.5', kind: 'five_minute' },
    ],
    forecasts: [
      {
        source: 'nws_forecast',
        name: 'National Weather Service, issued 00:00',
        short: 'NWS 00:00',
        points: [{ at: 3_600_000, price: '558' }],
      },
    ],
  })
})

it('draws neither where it is hidden or the market has no station', () => {
  expect(weatherLayer(station, { readings: false, forecast: false })).toEqual(NO_WEATHER)
  expect(weatherLayer(station, { readings: true, forecast: false }).forecasts).toEqual([])
  expect(weatherLayer(null, { readings: true, forecast: true })).toBe(NO_WEATHER)
})
