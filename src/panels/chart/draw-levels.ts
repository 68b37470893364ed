/** Own orders, stops and position: a line at each price and its label, none over another. */
import type { ChartColours } from '../../charting/index.ts'
import { type LevelLine, spreadLabels } from './annotations.ts'
import { line, type Pane, words } from './drawing.ts'

/** A level and the px of its price. */
export interface PlacedLevel {
  readonly level: LevelLine
  readonly y: number
}

const LABEL_HEIGHT = 18
const LABEL_PAD = 6
const DASHES = { order: [4, 3], conditional: [1, 3], long: [], short: [] } as const

export function drawLevels(
  context: CanvasRenderingContext2D,
  pane: Pane,
  levels: readonly PlacedLevel[],
  colours: ChartColours,
): void {
  const { width, height } = pane
  const lines = levels.toSorted((a, b) => a.y - b.y)
  const places = spreadLabels(
    lines.map(({ y }) => y),
    LABEL_HEIGHT,
    height,
  )
  words(context, pane)
  // All lines first: none runs through the words of another.
  for (const { level, y } of lines) {
    if (y < 0 || y > height) continue
    const middle = Math.round(y) + 0.5
    line(context, DASHES[level.kind], colourOf(level.kind, colours), [0, middle, width, middle])
  }
  lines.forEach(({ level, y }, index) => {
    const colour = colourOf(level.kind, colours)
    const inside = y >= 0 && y <= height
    const text = inside ? level.text : `${y < 0 ? '↑' : '↓'} ${level.text}`
    const wide = Math.ceil(context.measureText(text).width) + LABEL_PAD * 2
    const left = width - wide - 8
    const top = Math.round((places[index] ?? y) - LABEL_HEIGHT / 2)
    context.beginPath()
    context.roundRect(left + 0.5, top + 0.5, wide, LABEL_HEIGHT - 2, 3)
    context.fillStyle = colours.panel
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = colour
    context.stroke()
    context.fillStyle = colour
    context.fillText(text, left + LABEL_PAD + 0.5, top + LABEL_HEIGHT / 2 - 0.5)
  })
}

function colourOf(kind: LevelLine['kind'], colours: ChartColours): string {
  if (kind === 'order' || kind === 'conditional') return colours.accent
  return kind === 'long' ? colours.up : colours.down
}
