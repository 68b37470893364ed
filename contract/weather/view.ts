/** What windows see of the weather. */
import type { SafeText } from '../safe-text.ts'
import type { Millis } from '../time.ts'
import type { ForecastSource, Reading, ReadingSource, StatedExtremes, StationId, WeatherForecast } from './station.ts'

export type WeatherSource = ReadingSource | ForecastSource

/** Something that could not be read or used; it goes away once its source works again. */
export interface WeatherProblem {
  readonly source: WeatherSource
  readonly text: SafeText
  readonly at: Millis
}

export interface StationView {
  readonly id: StationId
  /** IANA time zone; null while it is not known. */
  readonly zone: string | null
  /** Of the last 24 h, newest first. */
  readonly readings: readonly Reading[]
  /** Stated by those readings. */
  readonly sixHours: readonly StatedExtremes[]
  /** Stated for 24 hours, by the readings of the last 30 h. */
  readonly day24: readonly StatedExtremes[]
  /** The latest of each source. */
  readonly forecasts: readonly WeatherForecast[]
  readonly problems: readonly WeatherProblem[]
  /** When observations were last read; null before the first time. */
  readonly readAt: Millis | null
}

/** Whether the trader's API key of Open-Meteo is stored; `missing` when the keychain did not have it. The key itself never reaches a window. */
export type OpenMeteoKeyState = 'none' | 'stored' | 'missing'

/** The station of a scalar market. */
export interface WeatherMarket {
  readonly asset: string
  /** Null where neither the service nor the trader named one. */
  readonly station: StationId | null
  /** Who named it. */
  readonly by: 'service' | 'trader' | null
}

/** The `weather` topic. */
export interface WeatherView {
  /** Whether it is read at all on this deployment. */
  readonly isOn: boolean
  readonly stations: readonly StationView[]
  readonly markets: readonly WeatherMarket[]
  readonly openMeteoKey: OpenMeteoKeyState
}

/** The station of an asset; null where it has none, or nothing was read of it. */
export function stationOf({ markets, stations }: WeatherView, asset: string | null): StationView | null {
  const station = markets.find((market) => market.asset === asset)?.station ?? null
  return stations.find(({ id }) => id === station) ?? null
}
