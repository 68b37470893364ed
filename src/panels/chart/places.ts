/** Conversion between pixels and prices of a chart for input over it: pixels become prices on whole ticks, and lines are found by proximity. */
import type { IChartApi } from 'lightweight-charts'
import { type Price, price, toStep } from '../../../contract/decimal.ts'
import type { LevelLine } from './annotations.ts'
import type { PlacedFill } from './fill-marks.ts'
import type { Overlay } from './overlay.ts'

interface PlacesOptions {
  readonly chart: IChartApi
  readonly overlay: Overlay
  readonly tick: Price
  /** Decimals of the market's prices. */
  readonly decimals: () => number
}

/** A pixel becomes a price with this many more decimals than the tick, and then the nearest tick. */
const MORE_PLACES = 3

export class Places {
  readonly #options: PlacesOptions

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** The draggable line at a point of the pane, or the one whose label is hit; null where there is none. */
  levelAt(x: number, y: number): LevelLine | null {
    return this.#options.overlay.levelAt(x, y)
  }

  /** The line whose label is at a point of the pane; null where there is none. */
  labelAt(x: number, y: number): LevelLine | null {
    return this.#options.overlay.labelAt(x, y)
  }

  /** The fills under a point of the pane, nearest first, each with its position in the container. */
  fillsAt(x: number, y: number): readonly PlacedFill[] {
    const { left } = this.pane
    return this.#options.overlay.fillsAt(x, y).map((fill) => ({ ...fill, x: fill.x + left }))
  }

  /** The tick nearest to a pixel from the top of the pane, as displayed; null where there is no price. */
  tickAt(y: number): Price | null {
    const { overlay, tick, decimals } = this.#options
    const place = overlay.placeAt(y)
    if (place === null || !Number.isFinite(place)) return null
    return toStep(price(place.toFixed(decimals() + MORE_PLACES)), tick, 'half-up')
  }

  /** Pixel of a displayed price, from the top of the pane. */
  yOf(seen: Price): number | null {
    return this.#options.overlay.yOf(seen)
  }

  /** Whether a point of the container is beside the pane, on a price scale. */
  isOnScale(x: number, y: number): boolean {
    const { left, right } = this.pane
    return (x < left || x > right) && y >= 0 && y < this.#options.chart.paneSize().height
  }

  /** Between the scales: px of its left and right edge in the container. */
  get pane(): { readonly left: number; readonly right: number } {
    const { chart } = this.#options
    const left = chart.priceScale('left').width()
    return { left, right: left + chart.timeScale().width() }
  }
}
