/**
 * The 15-minute forecast of Open-Meteo, in the United States of the HRRR model: a second opinion, read only after the trader confirmed that its terms
 * allow it.
 *
 * https://open-meteo.com/en/docs and https://open-meteo.com/en/terms: free for non-commercial use, with attribution (CC BY 4.0). An answer has
 * `minutely_15_units` (`{"time":"unixtime","temperature_2m":"°F"}`) and `minutely_15` with lists `time` and `temperature_2m`. It names no issue time.
 */
import type { Millis } from '../../../contract/time.ts'
import { millis } from '../../../contract/time.ts'
import type { ForecastPoint, StationId, WeatherForecast } from '../../../contract/weather/index.ts'
import type { AskWeather } from '../weather-http.ts'
import type { Place } from './aviation-weather.ts'
import { within } from './nws.ts'

/** Null where nothing changed since the last call. @throws WeatherError, ServiceError */
export async function readOpenMeteo(
  ask: AskWeather,
  station: StationId,
  place: Place,
  now: Millis,
): Promise<WeatherForecast | null> {
  const [latitude = '', longitude = ''] = place.split(',')
  const answer = await ask('openMeteo', '/v1/forecast', {
    ...{ latitude, longitude, minutely_15: 'temperature_2m', temperature_unit: 'fahrenheit' },
    ...{ timeformat: 'unixtime', forecast_minutely_15: '52' },
  })
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
