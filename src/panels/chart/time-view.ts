/** The visible time range of a chart: the chosen frame, moves by the trader, and the way back to the newest price. */
import type { IChartApi } from 'lightweight-charts'
import type { Frame } from '../../markets/chart/index.ts'
import type { LineSet } from './line-set.ts'
import { placeOf, placesInView, type TimeGrid, timesIn } from './time-grid.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** Options of `TimeView`. */
export interface TimeViewOptions {
  readonly lines: Pick<LineSet, 'grid' | 'lines'>
  /** The view approached the oldest price: older ones are needed. */
  readonly onNearStart: () => void
  /** The newest price left the view, or returned to it: where the chart follows nothing, the newest of its frame. */
  readonly onAway: (away: boolean) => void
}

/** Older places are requested when the view starts this close to the oldest one. */
const NEAR_START = 40
/** Width of the names at the ends of lines, px, and the maximum fraction of the total width. */
const NAMES_WIDE = 120
const MAX_ROOM = 0.3

export class TimeView {
  readonly #chart: IChartApi
  readonly #options: TimeViewOptions
  /** A requested range: the library applies it at its next paint and reports the previous one until then. */
  #wanted: Range | null = null
  #painting = 0
  #frame: Frame | null = null
  #away = false

  constructor(chart: IChartApi, options: TimeViewOptions) {
    this.#chart = chart
    this.#options = options
    chart.timeScale().subscribeVisibleLogicalRangeChange(this.#ranged)
  }

  /** Makes a time range visible. */
  show(frame: Frame): void {
    this.#frame = frame
    const { grid, lines } = this.#options.lines
    const scale = this.#chart.timeScale()
    // With the whole life visible, new data fills the space that is reserved for it.
    scale.applyOptions({ allowShiftVisibleRangeOnWhitespaceReplacement: frame.isFollowing })
    if (grid === null) return
    // The names at the ends of lines are beside them where space allows.
    const isNamed = lines.length > 1 && frame.isFollowing
    const room = isNamed ? Math.min(MAX_ROOM, NAMES_WIDE / Math.max(1, scale.width())) : 0
    this.#ask(placesInView(grid, frame, room))
  }

  /** Moves the newest price to its usual position. */
  toNow(showAgain: (frame: Frame) => void): void {
    if (this.#frame === null || this.#frame.isFollowing) this.#chart.timeScale().scrollToRealTime()
    else showAgain(this.#frame)
  }

  /** Redraws all places and keeps the visible time range. */
  keeping(redraw: () => void): void {
    const before = this.#options.lines.grid
    const range = this.#current
    redraw()
    const { grid } = this.#options.lines
    if (before === null || grid === null || range === null || before.first === grid.first) return
    const shift = placeOf(grid, before.first)
    this.#ask({ from: range.from + shift, to: range.to + shift })
  }

  /** The visible range, ms; null before there is one. */
  get stretch(): { readonly since: number; readonly until: number } | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const { grid } = this.#options.lines
    return range === null || grid === null ? null : timesIn(grid, range)
  }

  destroy(): void {
    cancelAnimationFrame(this.#painting)
  }

  /** The visible range, or the one of the next paint. */
  get #current(): Range | null {
    return this.#wanted ?? this.#chart.timeScale().getVisibleLogicalRange()
  }

  /** A frame that ends before it starts, from a market with such times, is ignored. */
  #ask(range: Range): void {
    if (!(range.from <= range.to)) return
    this.#wanted = range
    this.#chart.timeScale().setVisibleLogicalRange(range)
    cancelAnimationFrame(this.#painting)
    // The library's own frame was requested before.
    this.#painting = requestAnimationFrame(() => {
      if (this.#wanted === range) this.#wanted = null
      this.#ranged(this.#current)
    })
  }

  #ranged = (range: Range | null): void => {
    const { grid, lines } = this.#options.lines
    const newest = lines[0]?.store.last
    // Before the requested range is painted, the visible range is not what the trader looks at.
    if (range === null || grid === null || newest === undefined || this.#wanted !== null) return
    const at = this.#nowPlace(grid, newest.time)
    const away = at > range.to || at < range.from
    if (away !== this.#away) {
      this.#away = away
      this.#options.onAway(away)
    }
    if (this.#frame !== null && range.from < NEAR_START) this.#options.onNearStart()
  }

  /** The place that `toNow` makes visible: a view that follows nothing, such as a market that is over, may end before the newest price. */
  #nowPlace(grid: TimeGrid, newest: number): number {
    const at = placeOf(grid, newest)
    return this.#frame === null || this.#frame.isFollowing ? at : Math.min(at, placeOf(grid, this.#frame.to) - 1)
  }
}
