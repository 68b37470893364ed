/** The crosshair of a chart: where the hand points in it, and the time that is pointed at elsewhere. */
import type { IChartApi, ISeriesApi, SeriesType, UTCTimestamp } from 'lightweight-charts'
import type { LineSet } from './line-set.ts'

interface CrosshairOptions {
  readonly lines: LineSet
  /** The time under the crosshair, ms, null when there is none; `byHand` where the pointer is in this chart. */
  readonly onPoint: (time: number | null, byHand: boolean) => void
  /** Where the pointer is, px of the pane; null outside. */
  readonly onPlace: (at: { readonly x: number; readonly y: number } | null) => void
}

export class Crosshair {
  readonly #chart: IChartApi
  readonly #lines: LineSet
  readonly #onPoint: CrosshairOptions['onPoint']
  #by: 'hand' | 'elsewhere' | null = null

  constructor(chart: IChartApi, { lines, onPoint, onPlace }: CrosshairOptions) {
    this.#chart = chart
    this.#lines = lines
    this.#onPoint = onPoint
    chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
      const at = typeof time === 'number' ? time * 1000 : null
      // The library tells no event when the pointer leaves.
      const hasLeft = at === null && this.#by === 'hand'
      const isByHand = sourceEvent !== undefined || hasLeft
      if (isByHand) this.#by = at === null ? null : 'hand'
      onPoint(at, isByHand)
      onPlace(point ?? null)
    })
  }

  /** Shows it at a time that was pointed at elsewhere; hides it where this chart has no price then. */
  pointAt(time: number | null): void {
    // The pointer in this very chart comes before one in another.
    if (this.#by === 'hand' || (time === null && this.#by === null)) return
    this.#by = time === null ? null : 'elsewhere'
    const [main] = this.#lines.lines
    const series: ISeriesApi<SeriesType> | undefined = this.#lines.main
    const step = this.#lines.grid?.step
    const at = time === null || step === undefined ? undefined : main?.store.at(Math.floor(time / step) * step)
    if (at === undefined || series === undefined) this.#chart.clearCrosshairPosition()
    else this.#chart.setCrosshairPosition(Number(at.close), (at.time / 1000) as UTCTimestamp, series)
    // The library tells no event of a position that it was given.
    this.#onPoint(at?.time ?? null, false)
  }
}
