/** Own orders, stops and position, the deciding price, and the ends of lines: a line at each price and its label, without overlap. */
import type { Price } from '../../../contract/decimal.ts'
import type { ChartColours } from '../../charting/index.ts'
import { GRIP_RANKS, type LevelLine, spreadLabels } from './annotations.ts'
import { drawText, labelRowHeight, line, type Pane } from './drawing.ts'

/** A label at a price, with its px. */
export interface PlacedLevel {
  readonly text: string
  /** Instead of the text where there is little room: with its price, then without. */
  readonly priced?: string | undefined
  readonly tag?: string | undefined
  readonly y: number
  readonly colour: string
  /** Dash pattern of its line; null for none, at the end of the line it names. */
  readonly dash: readonly number[] | null
  /** Its level; absent for the end of a line. */
  readonly level?: LevelLine
}

/** A label as drawn, px of the pane. */
export interface LevelLabel {
  readonly level: LevelLine | undefined
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Vertical padding of a label, above and below together, px. */
const LABEL_ROOM = 7
const LABEL_PAD = 6
/** Of the pane's width: a wider label is shortened to its tag, as the newest candles are at its side. */
const WIDEST = 0.2
/** Distance of a label from the price from which a leader joins it to its line, and the leader's length, px. */
const APART = 2
const LEADER = 12
const DASHES: Readonly<Record<LevelLine['kind'], readonly number[]>> = {
  order: [4, 3],
  conditional: [1, 3],
  alert: [2, 6],
  long: [],
  short: [],
  fixed: [7, 3],
  target: [2, 5],
  ghost: [2, 2],
}

/** A level as it is drawn. */
export const drawnLevel = (
  level: LevelLine,
  y: number,
  colours: ChartColours,
  priceText: (price: Price) => string,
): PlacedLevel => ({
  text: level.text,
  priced: level.tag === undefined ? undefined : `${level.tag} ${priceText(level.price)}`,
  tag: level.tag,
  y,
  colour: levelColour(level.kind, colours),
  dash: DASHES[level.kind],
  level,
})

function levelColour(kind: LevelLine['kind'], colours: ChartColours): string {
  if (kind === 'order' || kind === 'conditional' || kind === 'target' || kind === 'ghost') return colours.accent
  if (kind === 'fixed') return colours.text
  if (kind === 'alert') return colours.secondary
  return kind === 'long' ? colours.up : colours.down
}

/** The lines, before any text: none crosses one. */
export function drawLevelLines(context: CanvasRenderingContext2D, pane: Pane, levels: readonly PlacedLevel[]): void {
  for (const { y, colour, dash } of levels) {
    if (dash === null || y < 0 || y > pane.height) continue
    const middle = Math.round(y) + 0.5
    line(context, dash, colour, [0, middle, pane.width, middle])
  }
}

/**
 * Draws the labels, joined to their lines where they are apart from them; returns their positions.
 * @param pointed id of the level under the pointer, whose label is whole and above the others; null for none
 */
export function drawLevels(
  context: CanvasRenderingContext2D,
  pane: Pane,
  levels: readonly PlacedLevel[],
  colours: ChartColours,
  pointed: string | null = null,
): readonly LevelLabel[] {
  const { width, height, text: size } = pane
  const labelHeight = size + LABEL_ROOM
  const lines = levels.toSorted((a, b) => a.y - b.y)
  const places = spreadLabels(
    lines.map(({ y }) => y),
    labelHeight,
    height,
    labelRowHeight(pane),
  )
  drawText(context, pane)
  const isPointed = ({ level }: PlacedLevel): boolean => level !== undefined && level.id === pointed
  const drawLabel = (placed: PlacedLevel, index: number): LevelLabel => {
    const { text: own, priced, tag, y, colour, dash, level } = placed
    const inside = y >= 0 && y <= height
    const arrowed = (label: string): string => (inside ? label : `${y < 0 ? '↑' : '↓'} ${label}`)
    const wideOf = (label: string): number => Math.ceil(context.measureText(label).width) + LABEL_PAD * 2
    // A level beyond the scale is nowhere else named by its price.
    const shorter = isPointed(placed) ? [] : [priced, inside ? tag : (priced ?? tag)]
    const forms = [own, ...shorter].flatMap((form) => (form === undefined ? [] : [arrowed(form)]))
    const text = forms.find((form) => wideOf(form) <= width * WIDEST) ?? forms.at(-1) ?? own
    const wide = wideOf(text)
    const left = width - wide - 8
    const top = Math.round((places[index] ?? y) - labelHeight / 2)
    const centre = top + labelHeight / 2
    if (inside && dash !== null && Math.abs(centre - y) > APART)
      line(context, [], colour, [left - LEADER, y, left, centre])
    context.beginPath()
    context.roundRect(left + 0.5, top + 0.5, wide, labelHeight - 2, 3)
    context.fillStyle = colours.panel
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = colour
    context.stroke()
    context.fillStyle = colour
    context.fillText(text, left + LABEL_PAD + 0.5, top + labelHeight / 2 - 0.5)
    return { level, left, right: left + wide, top, bottom: top + labelHeight }
  }
  const labels = lines.map((placed, index) => (isPointed(placed) ? null : drawLabel(placed, index)))
  // The whole label last, over its neighbors.
  return lines.flatMap((placed, index) => labels[index] ?? drawLabel(placed, index))
}

/** The level whose label is at a point. */
export const labelUnder = (x: number, y: number, labels: readonly LevelLabel[]): LevelLine | null =>
  labels.find((one) => x >= one.left && x <= one.right && y >= one.top && y <= one.bottom)?.level ?? null

interface LevelUnderInput {
  readonly levels: readonly LevelLine[]
  /** Positions of their labels. */
  readonly labels: readonly LevelLabel[]
  /** Pixel of a level; null where it is off the chart. */
  readonly yOf: (level: LevelLine) => number | null
}

/** Distance from a line within which it can be grabbed, px. */
const GRAB = 5

/** A draggable line: the one whose label is hit, else the nearest; of two at one price the one with the lower rank. */
export function levelUnder(x: number, y: number, { levels, labels, yOf }: LevelUnderInput): LevelLine | null {
  const label = labels.find((one) => x >= one.left && x <= one.right && y >= one.top && y <= one.bottom)
  if (label?.level !== undefined) return label.level.grip === undefined ? null : label.level
  const near = levels.flatMap((level) => {
    const at = level.grip === undefined ? null : yOf(level)
    if (at === null || level.grip === undefined || Math.abs(at - y) > GRAB) return []
    return [{ level, away: Math.round(Math.abs(at - y)), rank: GRIP_RANKS[level.grip.kind] }]
  })
  near.sort((a, b) => a.away - b.away || a.rank - b.rank)
  return near[0]?.level ?? null
}
