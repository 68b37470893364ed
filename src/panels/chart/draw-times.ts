/** The words of the time axis. */
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { type ChartColours, tickText } from '../../charting/index.ts'
import { type Pane, words } from './drawing.ts'
import { timeMarks, within } from './time-marks.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** From the middle of one to that of the next, in heights of the text. */
const LEAST = 6.5

export function drawTimes(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { from, to, step, colours }: { from: number; to: number; step: number; colours: ChartColours },
): void {
  const { width, height, text } = pane
  const marks = timeMarks({ from, to, width }, text * LEAST, step)
  const isFine = marks.some(({ time }) => time % MINUTE !== 0)
  context.fillStyle = colours.secondary
  for (const { time, x, isMain } of marks) {
    const type = time % DAY === 0 ? TickMarkType.DayOfMonth : isFine ? TickMarkType.TimeWithSeconds : TickMarkType.Time
    const label = tickText((time / 1000) as UTCTimestamp, type)
    words(context, pane, isMain ? 650 : 450)
    const wide = Math.ceil(context.measureText(label).width)
    context.fillText(label, Math.round(within(x, wide + 2, width) - wide / 2), height / 2)
  }
}
