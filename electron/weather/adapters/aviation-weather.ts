/**
 * METAR and SPECI reports of the Aviation Weather Center, whose temperature is read from the report itself.
 *
 * https://aviationweather.gov/data/api/ (also /data/schema/openapi.yaml): at most 100 requests a minute, and one a minute for the same. An answer is
 * a list such as `[{"icaoId":"KSFO","receiptTime":"2026-07-05T10:59:10.413Z","obsTime":1783248960,"metarType":"METAR","rawOb":"METAR KSFO …",
 * "lat":37.6196,"lon":-122.3656,"name":"San Francisco Intl, CA, US",…}]`, or 204 where a station has none.
 */
import { toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { type SafeText, safeText, text } from '../../../contract/safe-text.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { Reading, StationId } from '../../../contract/weather/index.ts'
import type { Wire } from '../../service/index.ts'
import { parseMetar, timeOfReport } from '../metar.ts'
import type { AskWeather } from '../weather-http.ts'

/** Where a station is, as `latitude,longitude` with at most 4 decimals. */
export type Place = string

/** What a source reported of a station. */
export interface Reported {
  /** In no order. */
  readonly readings: readonly Reading[]
  /** What could not be used, one sentence each. */
  readonly problems: readonly SafeText[]
  /** Null where the source does not say. */
  readonly place: Place | null
}

/** Longest report that is kept, characters. */
const LONGEST_REPORT = 400
/** Maximum number of reports read from one answer, and of its problems that are reported. */
const MAX_REPORTS = 1000
const MAX_PROBLEMS = 5

/** Null where nothing changed since the last call. @throws WeatherError, ServiceError */
export async function readMetars(
  ask: AskWeather,
  station: StationId,
  hours: number,
  now: Millis,
): Promise<Reported | null> {
  const answer = await ask('aviationWeather', '/api/data/metar', { ids: station, format: 'json', hours: String(hours) })
  if (!answer.isNew) return null
  const rows = answer.wire.items().filter((row) => row.at('icaoId').said === station)
  const read = collected(rows, (row) => readRow(row, station, now))
  const [newest] = rows
  answer.keep()
  return { ...read, place: newest === undefined ? null : placeOf(newest.at('lat'), newest.at('lon')) }
}

function readRow(row: Wire, station: StationId, now: Millis): Reading | SafeText {
  const raw = safeText(row.at('rawOb').message(), LONGEST_REPORT)
  const seconds = row.at('obsTime').integer()
  const type = row.at('metarType').said
  return readReport(
    { raw, station, observedAt: millis(seconds * 1000), isSpecial: type === 'SPECI' ? true : null },
    now,
  )
}

interface Report {
  readonly raw: SafeText
  readonly station: StationId
  readonly observedAt: Millis
  /** Null where only the report says. */
  readonly isSpecial: boolean | null
  readonly source?: Reading['source']
}

/** Routine reports come in the last quarter of an hour. */
const ROUTINE_FROM = 45

/** The reading of a report whose time is known, or why there is none. */
export function readReport(
  { raw, station, observedAt, isSpecial, source = 'metar' }: Report,
  now: Millis,
): Reading | SafeText {
  const parsed = parseMetar(raw)
  if (!parsed.ok) return text`A report of ${station} was not used. ${parsed.error}`
  const { value } = parsed
  const at = clockText(observedAt)
  if (value.station !== station) return text`A report of ${station} was not used: it is from ${value.station}.`
  if (timeOfReport(value, observedAt) !== observedAt)
    return text`A report of ${station} was not used: it was filed under ${at} UTC but names another time.`
  if (value.celsius === null) return text`The report of ${station} at ${at} UTC has no temperature.`
  const special =
    value.isSpecial === true || isSpecial === true || (value.isSpecial === null && value.minute < ROUTINE_FROM)
  return {
    ...{ station, source, observedAt, receivedAt: now, celsius: value.celsius, raw },
    kind: special ? 'special' : 'routine',
    isCorrected: value.isCorrected,
  }
}

/** `14:51` */
export const clockText = (at: number): string => new Date(at).toISOString().slice(11, 16)

/** Reads rows one by one: what cannot be read of one is a problem of that one. */
export function collected(
  rows: readonly Wire[],
  read: (row: Wire) => Reading | SafeText | null,
): Pick<Reported, 'readings' | 'problems'> {
  const readings: Reading[] = []
  const problems: SafeText[] = []
  for (const row of rows.slice(0, MAX_REPORTS)) {
    const found = attempt(() => read(row))
    if (typeof found === 'string') problems.push(found)
    else if (found !== null) readings.push(found)
  }
  return { readings, problems: [...new Set(problems)].slice(0, MAX_PROBLEMS) }
}

function attempt(read: () => Reading | SafeText | null): Reading | SafeText | null {
  try {
    return read()
  } catch (error) {
    return safeText((error as Error).message)
  }
}

/** Null where one of them is not a coordinate. */
export function placeOf(latitude: Wire, longitude: Wire): Place | null {
  try {
    const both = [latitude.decimal(), longitude.decimal()]
    const [north, east] = both.map(Number)
    if (north === undefined || east === undefined || Math.abs(north) > 90 || Math.abs(east) > 180) return null
    return both.map((one) => trimZeros(toPlaces(one as never, 4))).join(',')
  } catch {
    return null
  }
}
