/** Texts of the panel "Station". */
import type { WeatherMarket } from '../../../contract/weather/index.ts'

export const MESSAGES = {
  readings: 'Readings',
  forecast: 'Forecast, next 6 h',
  settles: 'Settlement source',
  chart: 'Readings and forecast',
  noMarket: 'The venue lists no temperature market with a station here.',
  loading: 'Loading the weather',
  waiting: 'No reading yet. The station is queried every few minutes.',
  off: 'Weather is off',
  offHere: 'Readings and forecasts are off on this deployment.',
  turnOn: 'Turn on',
  noForecast: 'No forecast yet.',
  oneForecast: 'One source. A second one, Open-Meteo, is in Settings under Weather.',
  day: 'Station’s day, high / low',
  dayBefore: 'Day before, high / low',
  dayExplained: 'Midnight to midnight standard time, all year',
  stated: (at: string, precision: string): string => `official, reported ${at}, ${precision}`,
  notStated: 'not reported',
  noDay: 'Unknown: the deployment does not name the station’s time zone.',
  openPage: 'Open official page',
  copyReport: 'Copy report',
  copied: 'Copied',
  exportAll: 'Export all stored readings to a file',
  exported: (rows: number): string => `Readings exported: ${rows}`,
  stationField: 'Station id',
  saveStation: 'Save',
  removeStation: 'Remove station',
  badStation: '3 to 5 capital letters and digits, such as KNYC.',
  chooseStation: (asset: string): string =>
    `The venue names no station for ${asset}. Enter the one its rules name; Isotherm does not guess.`,
  settlesAt: (seconds: number): string =>
    `The bucket settles at the average of the last ${seconds} s of marks, which the venue takes from its own source.`,
  differs:
    'A reading can differ from that average: a reading is a five-minute mean, rounded to a whole °F, some minutes old, and possibly from another sensor. The bands cover rounding only; the sensor itself may be off by about 1 °F more.',
  practice: 'On practice the station is the venue’s own: it shows how readings behave, not how accurate real ones are.',
} as const

/** Who named the station. */
export const NAMED_BY: { readonly [By in NonNullable<WeatherMarket['by']>]: string } = {
  service: 'named by the venue',
  trader: 'chosen by you',
}
