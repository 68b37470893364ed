/** How the chart library is set up: theme, scales, times in UTC. */
import {
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  LineStyle,
  TickMarkType,
  type Time,
} from 'lightweight-charts'
import { minuteText, timeText } from '../format/index.ts'
import { type ChartColours, faded } from './colours.ts'

const dayText = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Times are given to the library in whole seconds since the epoch. */
const msOf = (time: Time): number => (typeof time === 'number' ? time * 1000 : 0)

/** Labels of the time axis: days where they begin, else hours and minutes, seconds where they matter. */
function tickText(time: Time, type: TickMarkType): string {
  const ms = msOf(time)
  if (type === TickMarkType.TimeWithSeconds) return timeText(ms)
  return type === TickMarkType.Time ? minuteText(ms) : dayText(ms)
}

/** Options that follow the theme. */
export const themeOptions = (colours: ChartColours): DeepPartial<ChartOptions> => ({
  layout: {
    background: { type: ColorType.Solid, color: colours.panel },
    textColor: colours.secondary,
  },
  grid: {
    vertLines: { visible: false },
    horzLines: { color: faded(colours.grid, 0.75) },
  },
  crosshair: {
    vertLine: { color: colours.faint, labelBackgroundColor: colours.raised, style: LineStyle.Dotted, width: 1 },
    horzLine: { color: colours.faint, labelBackgroundColor: colours.raised, style: LineStyle.Dotted, width: 1 },
  },
})

/** Size of a chart's text, px, where the window's is `scale` times as large as usual. */
export const textSize = (scale: number): number => Math.round(11 * scale)

/** Options that stay; the text's size is of a window whose text is as large as usual. The library's logo is off: it is credited in About and NOTICE. */
export const fixedOptions = (): DeepPartial<ChartOptions> => ({
  autoSize: true,
  layout: {
    attributionLogo: false,
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontSize: textSize(1),
  },
  crosshair: { mode: CrosshairMode.Normal },
  leftPriceScale: {
    visible: true,
    borderVisible: false,
    entireTextOnly: true,
    scaleMargins: { top: 0.12, bottom: 0.06 },
  },
  rightPriceScale: {
    visible: true,
    borderVisible: false,
    entireTextOnly: true,
    scaleMargins: { top: 0.12, bottom: 0.06 },
  },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    // Room for the labels of own lines beside the newest candle.
    rightOffset: 16,
    barSpacing: 8,
    minBarSpacing: 1,
    tickMarkFormatter: tickText,
    // New candles move the view only while its end is in view; scrolled back, it stays.
    shiftVisibleRangeOnNewBar: true,
  },
  localization: {
    timeFormatter: (time: Time) => `${dayText(msOf(time))} ${timeText(msOf(time))} UTC`,
  },
})
