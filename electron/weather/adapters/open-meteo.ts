/**
 * The 15-minute forecast of Open-Meteo, in the United States of the HRRR model: a second opinion, read only after the trader confirmed that its terms
 * allow it, or with the trader's API key.
 *
 * https://open-meteo.com/en/docs and https://open-meteo.com/en/terms: free for non-commercial use, with attribution (CC BY 4.0). An answer has
 * `minutely_15_units` (`{"time":"unixtime","temperature_2m":"°F"}`) and `minutely_15` with lists `time` and `temperature_2m`. It names no issue time.
 *
 * With a key (https://open-meteo.com/en/docs, parameter `apikey`; https://open-meteo.com/en/pricing): the server has the prefix `customer-`. A refusal is
 * `{"error":true,"reason":"…"}`: 401 without a key, 400 with an invalid one, 403 where the plan lacks the API
 * (https://github.com/open-meteo/open-meteo, `ApiKeyManagerError`).
 */
import type { Millis } from '../../../contract/time.ts'
import { millis } from '../../../contract/time.ts'
import type { ForecastPoint, StationId, WeatherForecast } from '../../../contract/weather/index.ts'
import type { Secret } from '../../secrets/index.ts'
import type { AskWeather } from '../weather-http.ts'
import type { Place } from './aviation-weather.ts'
import { within } from './nws.ts'

/** Null where nothing changed since the last call. @param key null for the free service @throws WeatherError, ServiceError */
export async function readOpenMeteo(
  ask: AskWeather,
  station: StationId,
  { place, key }: { readonly place: Place; readonly key: Secret | null },
  now: Millis,
): Promise<WeatherForecast | null> {
  const [latitude = '', longitude = ''] = place.split(',')
  const query = {
    ...{ latitude, longitude, minutely_15: 'temperature_2m', temperature_unit: 'fahrenheit' },
    ...{ timeformat: 'unixtime', forecast_minutely_15: '52' },
  }
  const answer = await ask(key === null ? 'openMeteo' : 'openMeteoCustomer', '/v1/forecast', query, key)
  if (!answer.isNew) return null
  const unit = answer.wire.at('minutely_15_units').at('temperature_2m')
  if (unit.said !== '°F') unit.fail('should be °F')
  const series = answer.wire.at('minutely_15')
  const temperatures = series.at('temperature_2m').items()
  const points = series
    .at('time')
    .items()
    .flatMap((time, index): readonly ForecastPoint[] => {
      const temperature = temperatures[index]
      return temperature === undefined || temperature.missing
        ? []
        : [{ at: millis(time.integer() * 1000), temperature: temperature.decimal() }]
    })
  answer.keep()
  return { station, source: 'open_meteo', issuedAt: now, receivedAt: now, points: within(points, now) }
}
