/** What stretch of time a chart has in view: the frame that was chosen, what the trader moved it to, and the way back to the newest price. */
import type { IChartApi } from 'lightweight-charts'
import type { Frame } from '../../markets/chart/index.ts'
import type { LineSet } from './line-set.ts'
import { placeOf, placesInView, type TimeGrid, timesIn } from './time-grid.ts'

interface Range {
  readonly from: number
  readonly to: number
}

interface WantedRangeOptions {
  /** What the library says is in view. */
  readonly painted: () => Range | null
  /** Asks the library for a range. */
  readonly ask: (range: Range) => void
  /** Runs something once the library has painted what it was asked for before. */
  readonly afterPaint: (run: () => void) => void
}

/**
 * What a chart has in view, from the moment it is asked for: the library takes a range over when it next paints and says the one before
 * until then, so that what came in between would be put at the wrong place.
 */
class WantedRange {
  readonly #options: WantedRangeOptions
  #wanted: Range | null = null

  constructor(options: WantedRangeOptions) {
    this.#options = options
  }

  /** Whether a range was asked for that is not painted yet. */
  get isPending(): boolean {
    return this.#wanted !== null
  }

  /** What is in view, or will be with the next paint. */
  get current(): Range | null {
    return this.#wanted ?? this.#options.painted()
  }

  /** A frame that ends before it begins, as that of a market with such times, leaves what is in view. */
  ask(range: Range): void {
    if (!(range.from <= range.to)) return
    this.#wanted = range
    this.#options.ask(range)
    this.#options.afterPaint(() => {
      if (this.#wanted === range) this.#wanted = null
    })
  }
}

interface TimeViewOptions {
  readonly lines: Pick<LineSet, 'grid' | 'lines'>
  /** The view came near the oldest price: older ones are wanted. */
  readonly onNearStart: () => void
  /** The newest price left the view, or came back to it: where the chart follows nothing, the newest that its frame shows. */
  readonly onAway: (away: boolean) => void
}

/** Places before the oldest one in view at which older ones are asked for. */
const NEAR_START = 40
/** What names at the ends of lines take, px, and the most of the width that they may. */
const NAMES_WIDE = 120
const MOST_ROOM = 0.3

export class TimeView {
  readonly #chart: IChartApi
  readonly #options: TimeViewOptions
  readonly #range: WantedRange
  #painting = 0
  #frame: Frame | null = null
  #away = false

  constructor(chart: IChartApi, options: TimeViewOptions) {
    this.#chart = chart
    this.#options = options
    this.#range = new WantedRange({
      painted: () => chart.timeScale().getVisibleLogicalRange(),
      ask: (range) => chart.timeScale().setVisibleLogicalRange(range),
      // The library's own frame was asked for before.
      afterPaint: (run) => {
        cancelAnimationFrame(this.#painting)
        this.#painting = requestAnimationFrame(() => {
          run()
          this.#ranged(this.#range.current)
        })
      },
    })
    chart.timeScale().subscribeVisibleLogicalRangeChange(this.#ranged)
  }

  /** Puts a stretch of time into view. */
  show(frame: Frame): void {
    this.#frame = frame
    const { grid, lines } = this.#options.lines
    const scale = this.#chart.timeScale()
    // Where the whole life is in view, what comes fills the room that is left for it.
    scale.applyOptions({ allowShiftVisibleRangeOnWhitespaceReplacement: frame.isFollowing })
    if (grid === null) return
    // The names at the ends of lines stand beside them, as long as there is room.
    const isNamed = lines.length > 1 && frame.isFollowing
    const room = isNamed ? Math.min(MOST_ROOM, NAMES_WIDE / Math.max(1, scale.width())) : 0
    this.#range.ask(placesInView(grid, frame, room))
  }

  /** The newest price at its usual place. */
  toNow(showAgain: (frame: Frame) => void): void {
    if (this.#frame === null || this.#frame.isFollowing) this.#chart.timeScale().scrollToRealTime()
    else showAgain(this.#frame)
  }

  /** Draws all places again, and stays where it is by time. */
  keeping(redraw: () => void): void {
    const before = this.#options.lines.grid
    const range = this.#range.current
    redraw()
    const { grid } = this.#options.lines
    if (before === null || grid === null || range === null || before.first === grid.first) return
    const shift = placeOf(grid, before.first)
    this.#range.ask({ from: range.from + shift, to: range.to + shift })
  }

  /** What is in view, ms; null before anything is. */
  get stretch(): { readonly since: number; readonly until: number } | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const { grid } = this.#options.lines
    return range === null || grid === null ? null : timesIn(grid, range)
  }

  destroy(): void {
    cancelAnimationFrame(this.#painting)
  }

  #ranged = (range: { readonly from: number; readonly to: number } | null): void => {
    const { grid, lines } = this.#options.lines
    const newest = lines[0]?.store.last
    // Before the range that was asked for is painted, what is in view is not what the trader looks at.
    if (range === null || grid === null || newest === undefined || this.#range.isPending) return
    const at = this.#nowPlace(grid, newest.time)
    const away = at > range.to || at < range.from
    if (away !== this.#away) {
      this.#away = away
      this.#options.onAway(away)
    }
    if (this.#frame !== null && range.from < NEAR_START) this.#options.onNearStart()
  }

  /** The place that `toNow` brings into view: what follows nothing, such as a market that is over, ends before the newest price may. */
  #nowPlace(grid: TimeGrid, newest: number): number {
    const at = placeOf(grid, newest)
    return this.#frame === null || this.#frame.isFollowing ? at : Math.min(at, placeOf(grid, this.#frame.to) - 1)
  }
}
