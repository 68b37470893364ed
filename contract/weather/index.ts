/** Weather at the stations that temperature markets settle on: readings with their precision, forecasts, and what windows see of them. */
export { beyondBand, fahrenheitOf, type Measured, measured } from './measured.ts'
export { BUCKET_LENGTH, expectedChange, type ForecastSkill, MIN_BUCKETS, middleAhead, skillOf } from './skill.ts'
export {
  dayStart,
  FORECAST_SOURCES,
  type ForecastPoint,
  type ForecastSource,
  forecastAt,
  type NextReport,
  namedStation,
  nextReport,
  parseStationId,
  REPORT_GRACE,
  type Reading,
  type ReadingKind,
  type ReadingSource,
  readingAt,
  type StatedExtremes,
  type StationDay,
  type StationId,
  standardOffset,
  statedDay,
  stationDay,
  stationPage,
  WEATHER_PAGES,
  type WeatherForecast,
} from './station.ts'
export {
  type OpenMeteoKeyState,
  type StationView,
  stationOf,
  type WeatherMarket,
  type WeatherProblem,
  type WeatherSource,
  type WeatherView,
} from './view.ts'
