/** The lines of the newest prices, under everything of the trader's own: the mark dotted, the last trade and the mid by name. */
import { type ChartColours, faded } from '../../charting/index.ts'
import { line, type Pane, words } from './drawing.ts'
import type { QuoteName } from './quote-labels.ts'

export interface PlacedQuote {
  readonly name: QuoteName
  readonly y: number
}

const DASHES: Readonly<Record<QuoteName, readonly number[]>> = { mark: [1, 1], last: [], mid: [6, 4] }
/** Where the names stand, in sizes of the text from the left: each in a column of its own, so that lines close together stay told apart. */
const NAMES_AT: Readonly<Record<QuoteName, number | null>> = { mark: null, last: 0.7, mid: 3.8 }
/** The rows in which the chart's legend stands at the left, in sizes of the text from the top: a name in them goes to the right end. */
const LEGEND = { top: 1.3, bottom: 4.2 } as const

/** Where a name of that width begins, px from the left. */
const nameAt = (left: number, y: number, { width, text }: Pane, nameWidth: number): number =>
  y > LEGEND.top * text && y < LEGEND.bottom * text ? width - left - nameWidth : left

export function drawQuotes(
  context: CanvasRenderingContext2D,
  pane: Pane,
  quotes: readonly PlacedQuote[],
  colours: ChartColours,
): void {
  const { width, height } = pane
  const inside = quotes.filter(({ y }) => y >= 0 && y <= height)
  for (const { name, y } of inside) {
    const middle = Math.round(y) + 0.5
    line(context, DASHES[name], faded(colours.secondary, name === 'mark' ? 1 : 0.75), [0, middle, width, middle])
  }
  words(context, pane)
  for (const { name, y } of inside) {
    const place = NAMES_AT[name]
    if (place === null) continue
    const left = Math.round(place * pane.text)
    const size = Math.ceil(context.measureText(name).width)
    const at = nameAt(left, y, pane, size)
    context.fillStyle = colours.panel
    context.fillRect(at - 3, y - (pane.text + 3) / 2, size + 6, pane.text + 3)
    context.fillStyle = colours.secondary
    context.fillText(name, at, y + 0.5)
  }
}
