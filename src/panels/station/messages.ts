/** Texts of the panel "Station". */
import type { WeatherMarket } from '../../../contract/weather/index.ts'

export const MESSAGES = {
  readings: 'Readings',
  forecast: 'Forecast, next 6 h',
  settles: 'What settles the market',
  chart: 'Readings and forecast',
  noMarket: 'The venue lists no temperature market with a station here.',
  loading: 'Loading the weather',
  waiting: 'No reading yet. The station is asked every few minutes.',
  off: 'Weather is off',
  offHere: 'Readings and forecasts are off on this deployment.',
  turnOn: 'Turn on',
  noForecast: 'No forecast yet.',
  oneForecast: 'One source. A second one, Open-Meteo, is in Settings under Weather.',
  day: 'Station’s day, high / low',
  dayBefore: 'Day before, high / low',
  dayExplained: 'From midnight to midnight of standard time, all year',
  stated: (at: string, precision: string): string => `official, reported ${at}, ${precision}`,
  notStated: 'not reported',
  noDay: 'Not known: the time zone of the station is not known.',
  openPage: 'Open official page',
  copyReport: 'Copy report',
  copied: 'Copied',
  exportAll: 'Export all stored readings to a file',
  exported: (rows: number): string => `${rows} readings written`,
  stationField: 'Station id',
  saveStation: 'Save',
  removeStation: 'Remove station',
  badStation: '3 to 5 capital letters and digits, such as KNYC.',
  chooseStation: (asset: string): string =>
    `The venue names no station for ${asset}. Enter the one that its rules name; it is not guessed.`,
  settlesAt: (seconds: number): string =>
    `The bucket settles at the average of the last ${seconds} s of marks, which the venue takes from its own source.`,
  differs:
    'A reading can differ from it: it is the mean of five minutes, rounded to a whole °F, some minutes old, and perhaps of another sensor. The bands are those of the rounding. The sensor itself may be off by about 1 °F more.',
  practice:
    'On practice the station is the venue’s own: it shows how readings behave, and nothing about how good real ones are.',
} as const

/** Who named the station. */
export const NAMED_BY: { readonly [By in NonNullable<WeatherMarket['by']>]: string } = {
  service: 'named by the venue',
  trader: 'chosen by you',
}
