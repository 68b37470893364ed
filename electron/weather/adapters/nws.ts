/**
 * Observations and the hourly forecast of the National Weather Service.
 *
 * https://www.weather.gov/documentation/services-web-api: no key, a User-Agent that names the program (403 without one), a limit that is not
 * published. `/stations/{id}/observations` is a FeatureCollection whose features have `properties.timestamp`, `temperature` (`{"unitCode":
 * "wmoUnit:degC","value":15.6,"qualityControl":"V"}`, older answers `unit:degC` and `qc:V`), and `rawMessage`, empty for five-minute values.
 * `/points/{lat},{lon}` has `properties.gridId`, `gridX`, `gridY`, `timeZone`; `/gridpoints/{office}/{x},{y}/forecast/hourly` has
 * `properties.updateTime`, `generatedAt`, `periods[].startTime`, `temperature` (whole degrees) and `temperatureUnit`.
 * Quality flags: https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml.
 */
import { type Decimal, placesOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { type SafeText, safeText, text } from '../../../contract/safe-text.ts'
import type { Millis } from '../../../contract/time.ts'
import {
  type ForecastPoint,
  fahrenheitOf,
  type Reading,
  type StationId,
  type WeatherForecast,
} from '../../../contract/weather/index.ts'
import type { Wire } from '../../service/index.ts'
import { type AskWeather, WeatherError } from '../weather-http.ts'
import { clockText, collected, type Place, placeOf, type Reported, readReport } from './aviation-weather.ts'

/** Rejected, questioned, or bad by a person's judgment. */
const BAD_QUALITY: ReadonlySet<string> = new Set(['X', 'Q', 'B'])
/** The wire adds noise of binary fractions: `15.600000000000023`. Anything further from a tenth was not measured like that. */
const NOISE_PLACES = 3
/** Observations of an answer, so that it stays below its limit of size: half a day of five-minute values at a start, then the latest. */
const [FIRST_LIMIT, LATER_LIMIT] = ['150', '24']

/** Null where nothing changed since the last call. @throws WeatherError, ServiceError */
export async function readObservations(
  ask: AskWeather,
  station: StationId,
  isFirst: boolean,
  now: Millis,
): Promise<Reported | null> {
  const answer = await ask('nws', `/stations/${station}/observations`, {
    limit: isFirst ? FIRST_LIMIT : LATER_LIMIT,
  })
  if (!answer.isNew) return null
  const features = answer.wire.items('features')
  const read = collected(features, (feature) => readFeature(feature, station, now))
  answer.keep()
  const [place] = features.map((feature) => feature.at('geometry').at('coordinates'))
  const [east, north] = place?.isList === true ? place.items() : []
  return { ...read, place: east === undefined || north === undefined ? null : placeOf(north, east) }
}

/** Null for an observation without a temperature: it measured something else. */
function readFeature(feature: Wire, station: StationId, now: Millis): Reading | SafeText | null {
  const properties = feature.at('properties')
  const observedAt = properties.at('timestamp').time()
  const raw = properties.at('rawMessage').said
  if (raw !== '')
    return readReport({ raw: safeText(raw, 400), station, observedAt, isSpecial: null, source: 'nws' }, now)
  const temperature = properties.at('temperature')
  const value = temperature.at('value')
  if (value.missing) return null
  const quality = temperature.at('qualityControl').said.replace('qc:', '')
  if (BAD_QUALITY.has(quality))
    return text`The value of ${station} at ${clockText(observedAt)} UTC was not used: its quality check failed (${quality}).`
  if (!/:degC$/.test(temperature.at('unitCode').said)) temperature.at('unitCode').fail('should be °C')
  return {
    ...{ station, source: 'nws', kind: 'five_minute', observedAt, receivedAt: now, isCorrected: false, raw: null },
    celsius: celsiusOf(value),
  }
}

/** To a tenth, or whole where it was reported in whole degrees. */
function celsiusOf(value: Wire): Decimal {
  const plain = trimZeros(toPlaces(value.decimal<Decimal>(), NOISE_PLACES))
  return placesOf(plain) <= 1 ? plain : value.fail('should have one decimal')
}

/** Where the forecast of a place is. */
export interface Grid {
  readonly office: string
  readonly x: number
  readonly y: number
  /** IANA name; null where there is none that this computer knows. */
  readonly zone: string | null
}

/** @throws WeatherError, ServiceError */
export async function readGrid(ask: AskWeather, place: Place): Promise<Grid> {
  const answer = await ask('nws', `/points/${place}`)
  if (!answer.isNew) throw new WeatherError(text`The NWS returned no forecast location.`)
  const properties = answer.wire.at('properties')
  const gridId = properties.at('gridId')
  const office = gridId.text()
  if (!/^[A-Z]{3}$/.test(office)) gridId.fail('should be three letters')
  return {
    office,
    x: properties.at('gridX').integer(),
    y: properties.at('gridY').integer(),
    zone: zoneIn(properties.at('timeZone').said),
  }
}

function zoneIn(name: string): string | null {
  try {
    return /^[A-Z][A-Za-z_/+-]{1,60}$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) ? name : null
  } catch {
    return null
  }
}

/** How far ahead forecasts are kept, ms. */
export const FORECAST_AHEAD = 12 * 3_600_000

/** Null where nothing changed since the last call. @throws WeatherError, ServiceError */
export async function readHourlyForecast(
  ask: AskWeather,
  station: StationId,
  { office, x, y }: Grid,
  now: Millis,
): Promise<WeatherForecast | null> {
  const answer = await ask('nws', `/gridpoints/${office}/${x},${y}/forecast/hourly`, { units: 'us' })
  if (!answer.isNew) return null
  const properties = answer.wire.at('properties')
  const issuedAt = properties.at('updateTime', 'generatedAt').time()
  const points = properties
    .at('periods')
    .items()
    .map((period): ForecastPoint => {
      const temperature = period.at('temperature').decimal<Decimal>()
      const unit = period.at('temperatureUnit')
      if (unit.said !== 'F' && unit.said !== 'C') unit.fail('should be F or C')
      return {
        at: period.at('startTime').time(),
        temperature:
          unit.said === 'C' ? fahrenheitOf(temperature) : (temperature as Decimal as ForecastPoint['temperature']),
      }
    })
  answer.keep()
  return { station, source: 'nws_forecast', issuedAt, receivedAt: now, points: within(points, now) }
}

/** The hour under way and the next 12 h, oldest first. */
export const within = (points: readonly ForecastPoint[], now: number): readonly ForecastPoint[] =>
  points.filter(({ at }) => at > now - 3_600_000 && at <= now + FORECAST_AHEAD).toSorted((a, b) => a.at - b.at)
