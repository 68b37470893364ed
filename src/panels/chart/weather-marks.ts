/** The station's readings and its forecasts over the marks of a temperature market: as points with their bands, and as dashed lines. Pure. */
import { type Price, price } from '../../../contract/decimal.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { type ForecastSource, measured, type ReadingKind, type StationView } from '../../../contract/weather/index.ts'
import { type ChartColours, faded } from '../../charting/index.ts'
import { minuteText } from '../../format/index.ts'
import { SOURCE_NAMES } from '../../weather/index.ts'
import { drawGrounded, drawText, type Pane } from './drawing.ts'

/** A reading as marks. */
interface ReadingMark {
  readonly at: number
  readonly low: Price
  readonly value: Price
  readonly high: Price
  readonly kind: ReadingKind
}

interface ForecastLine {
  readonly source: ForecastSource
  /** `National Weather Service, issued 13:00` */
  readonly name: string
  /** Where there is little room: `NWS 13:00`. */
  readonly short: string
  readonly points: readonly { readonly at: number; readonly price: Price }[]
}

export interface WeatherLayer {
  /** Newest first. */
  readonly readings: readonly ReadingMark[]
  readonly forecasts: readonly ForecastLine[]
}

export const NO_WEATHER: WeatherLayer = { readings: [], forecasts: [] }

/** What of the station is drawn. @param station null where the market has none */
export function weatherLayer(
  station: Pick<StationView, 'readings' | 'forecasts'> | null,
  shown: { readonly readings: boolean; readonly forecast: boolean },
): WeatherLayer {
  if (station === null) return NO_WEATHER
  return {
    readings: shown.readings
      ? station.readings.map(({ observedAt, celsius, kind }) => {
          const { low, value, high } = measured(celsius)
          const [lowest, middle, highest] = [markOfFahrenheit(low), markOfFahrenheit(value), markOfFahrenheit(high)]
          return { at: observedAt, low: lowest, value: middle, high: highest, kind }
        })
      : [],
    forecasts: shown.forecast
      ? station.forecasts.map(({ source, issuedAt, receivedAt, points }) => ({
          source,
          ...namesOf(source, issuedAt, receivedAt),
          points: points.map(({ at, temperature }) => ({ at, price: price(markOfFahrenheit(temperature)) })),
        }))
      : [],
  }
}

function namesOf(source: ForecastSource, issuedAt: number, receivedAt: number): Pick<ForecastLine, 'name' | 'short'> {
  if (source === 'open_meteo') {
    const read = minuteText(receivedAt)
    return { name: `${SOURCE_NAMES[source]}, read ${read}`, short: `${SOURCE_NAMES[source]} ${read}` }
  }
  const issued = minuteText(issuedAt)
  return { name: `${SOURCE_NAMES[source]}, issued ${issued}`, short: `NWS ${issued}` }
}

interface Places {
  readonly x: (time: number) => number | null
  readonly y: (price: Price) => number | null
  readonly colours: ChartColours
}

const RADIUS = 3
/** Width and strength of a band, and radius of its point, px: five-minute values are coarse and many, and stay in the background. */
const LOOKS: {
  readonly [Kind in ReadingKind]: { readonly band: number; readonly strength: number; readonly radius: number }
} = {
  routine: { band: 5, strength: 0.2, radius: RADIUS },
  special: { band: 5, strength: 0.2, radius: RADIUS },
  five_minute: { band: 1, strength: 0.12, radius: 1.5 },
}
const DASHES: { readonly [Source in ForecastSource]: readonly number[] } = {
  nws_forecast: [6, 4],
  open_meteo: [2, 3],
}

export function drawWeather(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { readings, forecasts }: WeatherLayer,
  places: Places,
): void {
  for (const forecast of forecasts) drawForecast(context, forecast, places)
  for (const reading of readings) drawReading(context, pane, reading, places)
}

/** A ring on its band; a special report is a diamond. */
function drawReading(context: CanvasRenderingContext2D, { width }: Pane, reading: ReadingMark, places: Places): void {
  const { x, y, colours } = places
  const [at, low, middle, high] = [x(reading.at), y(reading.low), y(reading.value), y(reading.high)]
  if (at === null || low === null || middle === null || high === null || at < -RADIUS || at > width + RADIUS) return
  const { band, strength, radius } = LOOKS[reading.kind]
  context.fillStyle = faded(colours.text, strength)
  context.fillRect(at - band / 2, high, band, low - high)
  context.beginPath()
  if (reading.kind === 'special') {
    const reach = RADIUS + 2
    context.moveTo(at, middle - reach)
    context.lineTo(at + reach, middle)
    context.lineTo(at, middle + reach)
    context.lineTo(at - reach, middle)
    context.closePath()
  } else context.arc(at, middle, radius, 0, 2 * Math.PI)
  context.fillStyle = colours.panel
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colours.text
  context.stroke()
}

/** Lines of text at the top of a chart: the name of a forecast stays below them. */
const LINES_ABOVE = 5

interface Area {
  readonly width: number
  readonly top: number
  readonly bottom: number
}

const placedPoints = ({ points }: ForecastLine, places: Places): readonly Point[] =>
  points.flatMap(({ at, price: of }) => {
    const [x, y] = [places.x(at), places.y(of)]
    return x === null || y === null ? [] : [{ x, y }]
  })

function drawForecast(context: CanvasRenderingContext2D, forecast: ForecastLine, places: Places): void {
  const [first, ...others] = placedPoints(forecast, places)
  if (first === undefined) return
  context.save()
  context.beginPath()
  context.setLineDash([...DASHES[forecast.source]])
  context.lineWidth = 1.5
  context.strokeStyle = places.colours.secondary
  context.moveTo(first.x, first.y)
  for (const { x, y } of others) context.lineTo(x, y)
  context.stroke()
  context.restore()
}

/** The largest part of the pane's width for a whole name. */
const WIDEST_NAME = 0.4

/** The name of each forecast, at its last visible point, over all lines. */
export function drawForecastNames(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { forecasts }: WeatherLayer,
  places: Places,
): void {
  drawText(context, pane)
  const widthOf = (text: string): number => Math.ceil(context.measureText(text).width)
  for (const forecast of forecasts) {
    const area = { width: pane.width, top: pane.text * LINES_ABOVE, bottom: pane.height }
    const end = endIn(placedPoints(forecast, places), area)
    if (end === null) continue
    const text = widthOf(forecast.name) > pane.width * WIDEST_NAME ? forecast.short : forecast.name
    const width = widthOf(text)
    const x = Math.max(4, Math.min(end.x, pane.width) - width - 4)
    drawGrounded(context, pane, { text, x, y: end.y - pane.text, width }, places.colours)
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Where a line leaves an area for good, or its last point there; null where none of its points is inside. */
function endIn(points: readonly Point[], { width, top, bottom }: Area): Point | null {
  const at = points.findLastIndex(({ x, y }) => x >= 0 && x <= width && y >= top && y <= bottom)
  const [before, after] = [points[at], points[at + 1]]
  if (before === undefined || after === undefined) return before ?? null
  const shareTo = (limit: number, from: number, to: number): number => (limit - from) / (to - from)
  const share = Math.min(
    after.x > width ? shareTo(width, before.x, after.x) : 1,
    after.y < top ? shareTo(top, before.y, after.y) : 1,
    after.y > bottom ? shareTo(bottom, before.y, after.y) : 1,
  )
  return { x: before.x + share * (after.x - before.x), y: before.y + share * (after.y - before.y) }
}
