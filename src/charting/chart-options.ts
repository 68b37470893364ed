/** Configuration of the chart library: theme, scales, times in the window's format. */
import {
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  LineStyle,
  TickMarkType,
  type Time,
} from 'lightweight-charts'
import { dayText, minuteText, timeText, zoneText } from '../format/index.ts'
import { type ChartColours, faded } from './colours.ts'

/** The library takes times in whole seconds since the epoch. */
const msOf = (time: Time): number => (typeof time === 'number' ? time * 1000 : 0)

/**
 * Labels of the time axis: days where they begin in the displayed time zone, else hours and minutes, with seconds where they matter. The library
 * begins its days at 00:00 UTC: there another zone needs day and time.
 */
export function tickText(time: Time, type: TickMarkType): string {
  const ms = msOf(time)
  const clock = timeText(ms)
  if (clock === '00:00:00') return dayText(ms)
  if (type === TickMarkType.TimeWithSeconds) return clock
  return type === TickMarkType.Time ? minuteText(ms) : `${dayText(ms)} ${minuteText(ms)}`
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

/** Size of a chart's text, px, where the window's is `scale` times the default. */
export const textSize = (scale: number): number => Math.round(11 * scale)

/** Fixed options; the text size is for the default window text. The library's logo is off: it is credited in About and NOTICE. */
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
    // Space for the labels of own lines beside the newest candle.
    rightOffset: 16,
    barSpacing: 8,
    minBarSpacing: 0.2,
    // New candles move the view only while its end is visible; when scrolled back, it stays.
    shiftVisibleRangeOnNewBar: true,
    // The chosen range stays visible when the panel, or its scales, are resized.
    lockVisibleTimeRangeOnResize: true,
  },
})

/** Options that follow the window's format, to be reapplied when it changes: the library caches its labels. */
export const formatOptions = (): DeepPartial<ChartOptions> => ({
  // The library truncates its own labels at the ends of the axis: each chart draws them itself, by `tickText`.
  timeScale: { tickMarkFormatter: () => '' },
  localization: {
    timeFormatter: (time: Time) => {
      const ms = msOf(time)
      return `${dayText(ms)} ${timeText(ms)} ${zoneText(ms)}`
    },
  },
})

/** A measure of text in the charts' font, px, at a text size. */
export function textWidths(): (message: string, text: number) => number {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) throw new Error('words cannot be measured: no canvas')
  return (message, text) => {
    context.font = `${text}px "Inter Variable", system-ui, sans-serif`
    return context.measureText(message).width
  }
}
