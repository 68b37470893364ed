/** Draws time labels, quote lines, the winning sides and bucket boundaries. */
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { type ChartColours, faded, tickText } from '../../charting/index.ts'
import type { Boundary } from '../../markets/chart/index.ts'
import type { Decider } from './annotations.ts'
import { drawGrounded, drawText, fitText, line, type Pane, timeMarks, within } from './drawing.ts'
import type { QuoteName } from './scales.ts'

const MINUTE = 60_000

const DAY = 24 * 60 * MINUTE

/** Center-to-center distance of two times, in text heights. */
const MIN = 6.5

/** The labels of the time axis. */
export function drawTimes(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { from, to, step, colours }: { from: number; to: number; step: number; colours: ChartColours },
): void {
  const { width, height, text } = pane
  const marks = timeMarks({ from, to, width }, text * MIN, step)
  const isFine = marks.some(({ time }) => time % MINUTE !== 0)
  context.fillStyle = colours.secondary
  for (const { time, x, isMain } of marks) {
    const type = time % DAY === 0 ? TickMarkType.DayOfMonth : isFine ? TickMarkType.TimeWithSeconds : TickMarkType.Time
    const label = tickText((time / 1000) as UTCTimestamp, type)
    drawText(context, pane, isMain ? 650 : 450)
    const wide = Math.ceil(context.measureText(label).width)
    context.fillText(label, Math.round(within(x, wide + 2, width) - wide / 2), height / 2)
  }
}

/** A newest price at its place in the pane. */
export interface PlacedQuote {
  readonly name: QuoteName
  /** With its price: the tag beside it may be another one's. */
  readonly text: string
  /** Px from the top of the pane. */
  readonly y: number
}

const DASHES: Readonly<Record<QuoteName, readonly number[]>> = { mark: [1, 1], last: [], mid: [6, 4] }

/** Names from the left: each in its own column, so that lines close together stay distinguishable. The mark has none. */
const NAMED: readonly QuoteName[] = ['last', 'mid']
/** Space before a name, in text sizes. */
const BEFORE_NAME = 0.8

/** The rows of the chart's legend on the left, in text sizes from the top: a name within them moves to the right end. */
const LEGEND = { top: 1.3, bottom: 4.2 } as const

/** The left edge of a name of that width, px. */
const nameAt = (left: number, y: number, { width, text }: Pane, nameWidth: number): number =>
  y > LEGEND.top * text && y < LEGEND.bottom * text ? width - left - nameWidth : left

type DrawQuotes = (
  context: CanvasRenderingContext2D,
  pane: Pane,
  quotes: readonly PlacedQuote[],
  colours: ChartColours,
) => void

const isInside = ({ y }: PlacedQuote, { height }: Pane): boolean => y >= 0 && y <= height

/** The lines of the newest prices, below all own objects: the mark dotted, the last trade and the mid by name. */
export const drawQuoteLines: DrawQuotes = (context, pane, quotes, colours) => {
  for (const quote of quotes) {
    if (!isInside(quote, pane)) continue
    const middle = Math.round(quote.y) + 0.5
    const colour = faded(colours.secondary, quote.name === 'mark' ? 1 : 0.75)
    line(context, DASHES[quote.name], colour, [0, middle, pane.width, middle])
  }
}

/** Over own lines, which would cross a name at the same price. */
export const drawQuoteNames: DrawQuotes = (context, pane, quotes, colours) => {
  drawText(context, pane)
  let left = 0
  for (const quote of NAMED.flatMap((name) => quotes.find((one) => one.name === name) ?? [])) {
    if (!isInside(quote, pane)) continue
    const { text, y } = quote
    left += Math.round(BEFORE_NAME * pane.text)
    const size = Math.ceil(context.measureText(text).width)
    drawGrounded(context, pane, { text, x: nameAt(left, y, pane, size), y, width: size }, colours)
    left += size
  }
}

const GROUND = 0.05

/** From the left edge, px, and from the line to the center of the text, in text sizes. */
const LEFT = 8

const AWAY = 1.1

/** Distance of texts from the upper edge, where the legend is, in text sizes. */
const EDGE = 5.1

/** `y`: the px of the price. */
export function drawSides(
  context: CanvasRenderingContext2D,
  { width, height }: Pane,
  y: number,
  colours: ChartColours,
): void {
  const middle = Math.min(height, Math.max(0, y))
  context.fillStyle = faded(colours.up, GROUND)
  context.fillRect(0, 0, width, middle)
  context.fillStyle = faded(colours.down, GROUND)
  context.fillRect(0, middle, width, height - middle)
}

/** Below all own objects. */
export function drawSideText(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { above, below }: Decider,
  y: number,
  colours: ChartColours,
): void {
  drawText(context, pane)
  const away = Math.round(AWAY * pane.text)
  const edge = Math.round(EDGE * pane.text)
  if (y - away > edge) {
    context.fillStyle = colours.up
    context.fillText(`↑ ${above} wins`, LEFT, Math.min(y - away, pane.height - away))
  }
  if (y + away < pane.height - away) {
    context.fillStyle = colours.down
    context.fillText(`↓ ${below} wins`, LEFT, Math.max(y + away, edge))
  }
}

/** Px of a time; null when it is off the chart. */
type PlaceOf = (time: number) => number | null

/** The lines at which buckets meet, and their texts at the top of the pane. */
export function drawBoundaryLines(
  context: CanvasRenderingContext2D,
  { width, height }: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  for (const { time } of boundaries) {
    const at = x(time)
    if (at === null || at < 0 || at > width) continue
    const middle = Math.round(at) + 0.5
    line(context, [2, 3], faded(colours.secondary, 0.75), [middle, 0, middle, height])
  }
}

/** Over the grid, whose lines would cross the text. */
export function drawBoundaryText(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  drawText(context, pane)
  const lines = boundaries.flatMap(({ time, text }) => {
    const at = x(time)
    return at === null ? [] : [{ x: at, text, width: text === '' ? 0 : Math.ceil(context.measureText(text).width) }]
  })
  fitText(lines, pane.width).forEach((left, index) => {
    const one = lines[index]
    if (left === null || one === undefined) return
    context.fillStyle = colours.panel
    context.fillRect(left - 3, 3, one.width + 6, pane.text + 5)
    context.fillStyle = colours.secondary
    context.fillText(one.text, left, 5.5 + pane.text / 2)
  })
}
