/** The trader's fills as the chart marks them: one mark for all fills of one order at one price within one candle, and its text. Pure. */
import { type Fill, fillIdOf } from '../../../contract/account.ts'
import { add, type Money, type Price, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import type { ChartColours } from '../../charting/index.ts'
import { grouped, moneyText, timeText, zoneText } from '../../format/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartText } from '../../markets/chart/index.ts'

export interface FillMark {
  readonly id: string
  readonly side: Side
  readonly price: Price
  /** Total of its fills. */
  readonly size: Size
  /** USDC, total of its fills; null when the service did not report one of them. */
  readonly fee: Money | null
  /** First and last of its fills, ms. */
  readonly from: number
  readonly to: number
  readonly fills: number
}

/** Marks of one asset's fills, oldest first; `step` is the length of a candle, ms. */
export function fillMarks(fills: readonly Fill[], asset: string, step: number): FillMark[] {
  const marks = new Map<string, FillMark>()
  for (const fill of fills) {
    if (fill.asset !== asset) continue
    const { side, price, size, fee, time } = fill
    const candle = Math.floor(time / step)
    const key = [fill.oid ?? `fill ${fillIdOf(fill)}`, side, trimZeros(price), candle].join('/')
    const mark = marks.get(key)
    marks.set(
      key,
      mark === undefined
        ? { id: fillIdOf(fill), side, price, size, fee, from: time, to: time, fills: 1 }
        : {
            ...mark,
            size: add(mark.size, size),
            fee: mark.fee === null || fee === null ? null : add(mark.fee, fee),
            from: Math.min(mark.from, time),
            to: Math.max(mark.to, time),
            fills: mark.fills + 1,
          },
    )
  }
  return [...marks.values()].sort((a, b) => a.to - b.to)
}

/** `Bought 12.5 at 554.11 (54.11 °F)` and `fee 2.49 USDC · 13:10:06 UTC · 3 fills`, as displayed by the view. */
export function fillText(mark: FillMark, view: PriceView, text: ChartText): readonly [string, string] {
  const { side, size, fee, price, from, to, fills } = mark
  const times = timeText(from) === timeText(to) ? timeText(to) : `${timeText(from)} to ${timeText(to)}`
  return [
    `${text.fill(side, grouped(trimZeros(size)))} at ${view.named(price)} (${view.second(price)})`,
    [
      fee === null ? 'fee not reported' : `fee ${moneyText(fee)} ${text.money}`,
      `${times} ${zoneText(to)}`,
      ...(fills > 1 ? [`${fills} fills`] : []),
    ].join(' · '),
  ]
}

/** A fill and the px of its tip. */
export interface PlacedFill {
  readonly mark: FillMark
  /** Whether it bought the instrument whose price the chart shows. */
  readonly buys: boolean
  readonly x: number
  readonly y: number
}

const HALF = 4.5
const LENGTH = 8
/** Distance from a mark within which the pointer hits it, px. */
const REACH = 7

/** Buys point up from below their price, sells down from above it. */
export function drawFills(
  context: CanvasRenderingContext2D,
  fills: readonly PlacedFill[],
  colours: ChartColours,
): void {
  for (const { buys, x, y } of fills) {
    const away = buys ? LENGTH : -LENGTH
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x - HALF, y + away)
    context.lineTo(x + HALF, y + away)
    context.closePath()
    context.fillStyle = buys ? colours.up : colours.down
    context.fill()
    // An outline in the background color separates the mark from the candles; amber marks it as the trader's own.
    context.lineWidth = 2.5
    context.strokeStyle = colours.panel
    context.stroke()
    context.fill()
    context.beginPath()
    context.moveTo(x - HALF, y)
    context.lineTo(x + HALF, y)
    context.lineWidth = 1.5
    context.strokeStyle = colours.accent
    context.stroke()
  }
}

/** The fills under the pointer, nearest first. */
export function fillsUnder(fills: readonly PlacedFill[], x: number, y: number): PlacedFill[] {
  const distance = (fill: PlacedFill): number =>
    Math.hypot(fill.x - x, fill.y + (fill.buys ? LENGTH / 2 : -LENGTH / 2) - y)
  return fills
    .map((fill) => ({ fill, away: distance(fill) }))
    .filter(({ away }) => away <= REACH)
    .sort((a, b) => a.away - b.away)
    .map(({ fill }) => fill)
}
