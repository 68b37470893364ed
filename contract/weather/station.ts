/** Weather stations as the terminal models them: readings, forecasts, the station's day, and its next report. Pure. */
import type { Brand } from '../brand.ts'
import { compare, type Decimal, type Fahrenheit } from '../decimal.ts'
import type { SafeText } from '../safe-text.ts'
import { type Millis, millis } from '../time.ts'
import { measured } from './measured.ts'

/** The id of a station as weather services know it: `KNYC`. Nothing else enters a request. */
export type StationId = Brand<string, 'StationId'>

/** Null for text that is not a station id. */
export const parseStationId = (text: string): StationId | null =>
  /^[A-Z0-9]{3,5}$/.test(text) ? (text as StationId) : null

/** The public page of a station's observations, on `WEATHER_PAGES`. */
export const stationPage = (id: StationId): string => `https://${WEATHER_PAGES}/wrh/timeseries?site=${id}`

/** Host of the public pages. */
export const WEATHER_PAGES = 'www.weather.gov'

/**
 * The station that a market's metadata names, as an id alone or as an ICAO code before a name: `KNYC Central Park, New York`. Null where it names
 * none: a station is never guessed.
 */
export function namedStation(text: string | null): StationId | null {
  if (text === null) return null
  const [first = '', ...rest] = text.trim().split(/[\s,]+/)
  return rest.length === 0 || /^[A-Z][A-Z0-9]{3}$/.test(first) ? parseStationId(first) : null
}

/** Where a reading was read. */
export type ReadingSource = 'metar' | 'nws'

/** `routine` once an hour, `special` when something changed, `five_minute` without a report. */
export type ReadingKind = 'routine' | 'special' | 'five_minute'

/** One temperature that a station reported. */
export interface Reading {
  readonly station: StationId
  readonly source: ReadingSource
  readonly kind: ReadingKind
  /** By the station's clock. */
  readonly observedAt: Millis
  /** By the venue's clock. */
  readonly receivedAt: Millis
  /** As reported: with one decimal or none. */
  readonly celsius: Decimal
  /** It replaces an earlier report of the same time. */
  readonly isCorrected: boolean
  /** The whole report; null of a five-minute value. */
  readonly raw: SafeText | null
}

export const FORECAST_SOURCES = ['nws_forecast', 'open_meteo'] as const
export type ForecastSource = (typeof FORECAST_SOURCES)[number]

/** One forecast of a station, as it was issued. */
export interface WeatherForecast {
  readonly station: StationId
  readonly source: ForecastSource
  /** As the source says; of a source that does not, when it was read. */
  readonly issuedAt: Millis
  readonly receivedAt: Millis
  /** Oldest first, for the next 12 h. */
  readonly points: readonly ForecastPoint[]
}

export interface ForecastPoint {
  readonly at: Millis
  readonly temperature: Fahrenheit
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after its time a routine report may take before it is overdue, ms. */
export const REPORT_GRACE = 15 * MINUTE

export interface NextReport {
  /** When the next routine report is expected. */
  readonly at: Millis
  /** Since when one has been missing; null while none is. */
  readonly missingSince: Millis | null
}

/** Stations report at one minute of each hour: the next report follows from the last routine one. */
export function nextReport(lastRoutineAt: Millis, now: number): NextReport {
  const hours = Math.max(1, Math.ceil((now - REPORT_GRACE - lastRoutineAt) / HOUR))
  return {
    at: millis(lastRoutineAt + hours * HOUR),
    missingSince: hours > 1 ? millis(lastRoutineAt + HOUR) : null,
  }
}

/** UTC offset of a time zone at a moment, ms. @throws RangeError for an unknown zone */
function offsetAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

/** The standard-time offset of a zone in the year of `at`, ms: daylight saving time only adds to it. @throws RangeError for an unknown zone */
export function standardOffset(zone: string, at: number): number {
  const year = new Date(at).getUTCFullYear()
  return Math.min(offsetAt(zone, Date.UTC(year, 0, 1)), offsetAt(zone, Date.UTC(year, 6, 1)))
}

/** Start of the station's day, which runs from midnight to midnight of standard time all year. @throws RangeError for an unknown zone */
export function dayStart(zone: string, at: number): Millis {
  const offset = standardOffset(zone, at)
  return millis(Math.floor((at + offset) / DAY) * DAY - offset)
}

/** An extreme of a day. */
export interface DayExtreme {
  readonly celsius: Decimal
  /** Time of the reading, or of the report with the extreme of its last six or 24 hours. */
  readonly at: Millis
  readonly by: 'reading' | 'six_hour' | 'day'
}

/** High and low of a day of the station, so far where it has not ended. */
export interface StationDay {
  readonly start: Millis
  readonly high: DayExtreme
  readonly low: DayExtreme
}

/** Extremes that a report states for the hours before it; null where it states none. */
export interface StatedExtremes {
  readonly at: Millis
  readonly high: Decimal | null
  readonly low: Decimal | null
}

/** What the reports of a station say of its days. */
interface DayFacts {
  readonly readings: readonly Pick<Reading, 'observedAt' | 'celsius'>[]
  /** Of six hours. */
  readonly sixHours: readonly StatedExtremes[]
  /** Of 24 hours. */
  readonly day24: readonly StatedExtremes[]
}

/** The routine report of midnight is made up to this long before it, or after, ms. */
const MIDNIGHT_WITHIN = 15 * MINUTE

/** The official high and low of a day, by the 24-hour group of its last report; null where it has none. */
export function statedDay(day24: readonly StatedExtremes[], start: Millis): StationDay | null {
  const end = start + DAY
  const found = day24.find(({ at }) => Math.abs(at - end) <= MIDNIGHT_WITHIN)
  if (found === undefined || found.high === null || found.low === null) return null
  const { at, high, low } = found
  return { start, high: { celsius: high, at, by: 'day' }, low: { celsius: low, at, by: 'day' } }
}

/**
 * Null while nothing of the day is known. A six-hour extreme counts only where all of its hours belong to the day. Once the day has an official high
 * and low, only a later reading of the day can exceed them.
 */
export function stationDay({ readings, sixHours, day24 }: DayFacts, start: Millis): StationDay | null {
  const official = statedDay(day24, start)
  const from = official === null ? start : official.high.at + 1
  const inside = (at: number): boolean => at >= from && at < start + DAY
  const whole = sixHours.filter(({ at }) => inside(at - 6 * HOUR) && inside(at))
  const found: readonly DayExtreme[] = readings
    .filter(({ observedAt }) => inside(observedAt))
    .map(({ celsius, observedAt }) => ({ celsius, at: observedAt, by: 'reading' }))
  const stated = (which: 'high' | 'low'): readonly DayExtreme[] =>
    whole.flatMap(({ at, [which]: celsius }) => (celsius === null ? [] : [{ celsius, at, by: 'six_hour' as const }]))
  const all = (which: 'high' | 'low'): readonly DayExtreme[] => [
    ...(official === null ? [] : [official[which]]),
    ...found,
    ...stated(which),
  ]
  const high = extremeOf(all('high'), 1)
  const low = extremeOf(all('low'), -1)
  return high === null || low === null ? null : { start, high, low }
}

/**
 * The first of the highest (1) or lowest (−1). A value in whole °C is too coarse to beat one in tenths, unless its whole band lies beyond that one's.
 */
function extremeOf(all: readonly DayExtreme[], sign: 1 | -1): DayExtreme | null {
  const isFine = ({ celsius }: DayExtreme): boolean => celsius.includes('.')
  let best: DayExtreme | null = null
  for (const one of [...all.filter(isFine), ...all.filter((other) => !isFine(other))]) {
    if (best === null || isBeyond(one, best, sign)) best = one
  }
  return best
}

function isBeyond(one: DayExtreme, best: DayExtreme, sign: 1 | -1): boolean {
  const [found, known] = [measured(one.celsius), measured(best.celsius)]
  if (one.celsius.includes('.') === best.celsius.includes('.')) return compare(found.value, known.value) * sign > 0
  return sign > 0 ? compare(found.low, known.high) > 0 : compare(found.high, known.low) < 0
}

/** A temperature of a forecast at a moment between its points, °F; null outside of them. A statistic, never a price. */
export function forecastAt(points: readonly ForecastPoint[], at: number): number | null {
  const next = points.findIndex((point) => point.at >= at)
  const right = points[next]
  if (right === undefined) return null
  if (right.at === at) return Number(right.temperature)
  const left = points[next - 1]
  if (left === undefined) return null
  const share = (at - left.at) / (right.at - left.at)
  return Number(left.temperature) + share * (Number(right.temperature) - Number(left.temperature))
}

/** The newest reading that was observed by then, and no earlier than `oldest` ms before. @param readings newest first */
export const readingAt = <R extends Pick<Reading, 'observedAt'>>(
  readings: readonly R[],
  at: number,
  oldest: number,
): R | null => readings.find(({ observedAt }) => observedAt <= at && observedAt >= at - oldest) ?? null
