/** The weather of a market for panels: its station, the last reading with its band, and their distance from the mark; and all of it as text. */
import {
  absolute,
  compare,
  type Decimal,
  type Fahrenheit,
  type Price,
  signOf,
  subtract,
} from '../../contract/decimal.ts'
import { MINUS } from '../../contract/grouped.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import {
  beyondBand,
  type Measured,
  measured,
  type NextReport,
  nextReport,
  type Reading,
  type StationView,
  stationOf,
  type WeatherMarket,
  type WeatherSource,
  type WeatherView,
} from '../../contract/weather/index.ts'
import { degreesText, minuteText, temperatureFigure, temperatureText } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'

const NBSP = '\u00a0'
const MINUTE = 60_000

interface MarketWeather {
  readonly view: WeatherView
  /** Null for a market that the terminal does not list. */
  readonly market: WeatherMarket | null
  /** Null where the market has no station, or the weather is off. */
  readonly station: StationView | null
}

/** The weather of a scalar asset; undefined while it is loading. */
export function useMarketWeather(asset: string | null): MarketWeather | undefined {
  const view = useTopic({ kind: 'weather' })
  if (view === undefined) return undefined
  return {
    view,
    market: view.markets.find((market) => market.asset === asset) ?? null,
    station: stationOf(view, asset),
  }
}

/** The newest reading, with the range of temperatures that it can mean. */
export interface LastReading {
  readonly reading: Reading
  readonly temperature: Measured
  /** ms */
  readonly age: number
  readonly next: NextReport | null
}

/** Null before the first reading. @param now the venue's time, ms */
export function lastReading({ readings }: Pick<StationView, 'readings'>, now: number): LastReading | null {
  const [reading] = readings
  if (reading === undefined) return null
  const routine = readings.find(({ kind }) => kind === 'routine') ?? null
  return {
    reading,
    temperature: measured(reading.celsius),
    age: Math.max(0, now - reading.observedAt),
    next: routine === null ? null : nextReport(routine.observedAt, now),
  }
}

/** `57 °F ± 0.5 °F`; of whole °C, which cover several whole °F, `57.2 °F (56.3 to 58.5)`. */
export function bandText({ value, low, high }: Measured): string {
  const [below, above] = [subtract<Decimal>(value, low), subtract<Decimal>(high, value)]
  if (compare(below, above) === 0) return `${temperatureText(value)} ± ${degreesText(above)}`
  return `${temperatureText(value)} (${temperatureFigure(low)} to ${temperatureFigure(high)})`
}

/** How the reported value was measured and rounded, as a sentence. */
export function precisionText({ celsius, candidates, low, high }: Measured): string {
  const band = `${temperatureFigure(low)} to ${temperatureText(high)}`
  const isWhole = !celsius.includes('.')
  if (candidates.length === 0) return `Reported as ${celsius}${NBSP}°C, which is not a whole °F: ${band}.`
  const listed = candidates.join(' or ')
  return isWhole
    ? `Reported as ${celsius}${NBSP}°C in whole degrees, which stands for ${listed}${NBSP}°F: ${band}.`
    : `Reported as ${celsius}${NBSP}°C, which is ${listed}${NBSP}°F measured in whole degrees: ${band}.`
}

/** `+ 0.46 °F`, `− 1.00 °F`, in the chosen unit. */
export function signedDegrees(change: Decimal): string {
  const sign = signOf(change)
  const text = degreesText(absolute(change))
  return sign === 0 ? text : `${sign > 0 ? '+' : MINUS}${NBSP}${text}`
}

/** How far a mark is from a reading, and whether that is more than the rounding explains. */
export interface MarkDistance {
  /** Mark minus reading. */
  readonly difference: Fahrenheit
  readonly isInBand: boolean
}

export function distanceOf(mark: Price, temperature: Measured): MarkDistance {
  const marked = fahrenheitOfMark(mark)
  return {
    difference: subtract(marked, temperature.value),
    isInBand: signOf(beyondBand(marked, temperature)) === 0,
  }
}

/** `19 min`, `2 h 5 min` */
export function minutesText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE))
  return minutes < 60 ? `${minutes}${NBSP}min` : `${Math.floor(minutes / 60)}${NBSP}h ${minutes % 60}${NBSP}min`
}

/** `next 13:51, in 40 min`, `due since 13:51`, `none since 13:51` */
export function nextText({ at, missingSince }: NextReport, now: number): string {
  if (missingSince !== null) return `none since ${minuteText(missingSince)}`
  return at <= now ? `due since ${minuteText(at)}` : `next ${minuteText(at)}, in ${minutesText(at - now + MINUTE - 1)}`
}

export const SOURCE_NAMES: { readonly [Source in WeatherSource]: string } = {
  metar: 'Aviation Weather Center',
  nws: 'National Weather Service',
  nws_forecast: 'National Weather Service',
  open_meteo: 'Open-Meteo',
}

export const KIND_NAMES: { readonly [Kind in Reading['kind']]: string } = {
  routine: 'Routine',
  special: 'Special',
  five_minute: '5-minute',
}
