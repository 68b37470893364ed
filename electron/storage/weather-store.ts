/** Readings and forecasts of weather stations, in SQLite: independent of deployment and wallet, except that the practice venue's are its own. */
import type { DatabaseSync } from 'node:sqlite'
import type { Decimal } from '../../contract/decimal.ts'
import { safeText } from '../../contract/safe-text.ts'
import type { Millis } from '../../contract/time.ts'
import type {
  ForecastPoint,
  ForecastSource,
  Reading,
  ReadingKind,
  ReadingSource,
  StationId,
  WeatherForecast,
} from '../../contract/weather/index.ts'
import { bodyOf, inTransaction, rowsOf } from './database.ts'

/** Whose stations: those of weather services, or the practice venue's. */
export type WeatherService = 'public' | 'practice'

/** The weather stations of scalar markets, and whose they are. */
export interface StationsByAsset {
  readonly service: WeatherService
  readonly of: Readonly<Record<string, StationId>>
}

export type WeatherStore = ReturnType<typeof createWeatherStore>

interface ReadingRow {
  readonly observed_at: number
  readonly received_at: number
  readonly source: string
  readonly kind: string
  readonly celsius: string
  readonly is_corrected: number
  readonly raw: string | null
}

interface ForecastRow {
  readonly issued_at: number
  readonly received_at: number
  readonly body: string
}

/** Reads stored readings: observed from `from` to `to`, both included, newest first. */
export function readingsReader(database: DatabaseSync) {
  const readings = database.prepare(
    `SELECT observed_at, received_at, source, kind, celsius, is_corrected, raw FROM weather_readings
     WHERE service = ? AND station = ? AND observed_at BETWEEN ? AND ? ORDER BY observed_at DESC`,
  )
  return (service: WeatherService, station: StationId, from: number, to: number): readonly Reading[] =>
    rowsOf<ReadingRow>(readings, service, station, from, to).map((row) => ({
      station,
      source: row.source as ReadingSource,
      kind: row.kind as ReadingKind,
      observedAt: row.observed_at as Millis,
      receivedAt: row.received_at as Millis,
      celsius: row.celsius as Decimal,
      isCorrected: row.is_corrected === 1,
      raw: row.raw === null ? null : safeText(row.raw),
    }))
}

export function createWeatherStore(database: DatabaseSync) {
  const keepReading = database.prepare(
    `INSERT INTO weather_readings (service, station, observed_at, received_at, source, kind, celsius, is_corrected, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, station, observed_at) DO UPDATE SET received_at = excluded.received_at,
       source = excluded.source, kind = excluded.kind, celsius = excluded.celsius,
       is_corrected = excluded.is_corrected, raw = excluded.raw`,
  )
  const keepForecast = database.prepare(
    `INSERT INTO weather_forecasts (service, station, source, issued_at, received_at, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, station, source, issued_at) DO NOTHING`,
  )
  const forecast = database.prepare(
    `SELECT issued_at, received_at, body FROM weather_forecasts
     WHERE service = ? AND station = ? AND source = ? AND issued_at BETWEEN ? AND ? AND received_at <= ?
     ORDER BY issued_at DESC LIMIT 1`,
  )
  const newest = database.prepare('SELECT max(observed_at) AS at FROM weather_readings WHERE service = ?')
  const dropReadings = database.prepare('DELETE FROM weather_readings WHERE service = ? AND observed_at < ?')
  const dropForecasts = database.prepare('DELETE FROM weather_forecasts WHERE service = ? AND issued_at < ?')
  // What a power cut loses is read again.
  const write = (work: () => void): void => inTransaction(database, work, 'written')
  return {
    /** Replaces readings of the same station and time. */
    keepReadings(service: WeatherService, all: readonly Reading[]): void {
      if (all.length === 0) return
      write(() => {
        for (const { station, observedAt, receivedAt, source, kind, celsius, isCorrected, raw } of all)
          keepReading.run(service, station, observedAt, receivedAt, source, kind, celsius, isCorrected ? 1 : 0, raw)
      })
    },
    /** Observed from `from` to `to`, both included, newest first. */
    readings: readingsReader(database),
    /** The first one of its source and issue time is kept. */
    keepForecast(service: WeatherService, { station, source, issuedAt, receivedAt, points }: WeatherForecast): void {
      write(() => void keepForecast.run(service, station, source, issuedAt, receivedAt, JSON.stringify(points)))
    },
    /** The latest forecast of a source that was issued and received by `by`; null where there is none that young. */
    forecastBy(
      service: WeatherService,
      { station, source }: { readonly station: StationId; readonly source: ForecastSource },
      by: number,
      oldest: number,
    ): WeatherForecast | null {
      const [row] = rowsOf<ForecastRow>(forecast, service, station, source, oldest, by, by)
      const points = row === undefined ? null : bodyOf<readonly ForecastPoint[]>(row.body)
      if (row === undefined || !Array.isArray(points)) return null
      return {
        ...{ station, source, points },
        issuedAt: row.issued_at as Millis,
        receivedAt: row.received_at as Millis,
      }
    },
    /** Drops what is older than the newest reading by more than `keep` ms: a wrong clock of this computer loses nothing. */
    trim(service: WeatherService, keep: number): void {
      const at = rowsOf<{ at: number | null }>(newest, service)[0]?.at ?? null
      if (at === null) return
      write(() => {
        dropReadings.run(service, at - keep)
        dropForecasts.run(service, at - keep)
      })
    },
  }
}
