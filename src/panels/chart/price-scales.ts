/** The two price scales of a chart: as wide as their widest price, and standing still while a line is under the hand. */
import type { IChartApi } from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { keepScalesAligned } from './scale-sync.ts'
import { firstFormat, leastWidth, secondFormat } from './scales.ts'

const SIDES = ['left', 'right'] as const

interface PriceScalesOptions {
  readonly tick: Price
  /** How wide words are in text of that size, px. */
  readonly measure: (words: string, text: number) => number
}

export class PriceScales {
  readonly #chart: IChartApi
  readonly #options: PriceScalesOptions
  #isHeld = false
  /** Which fitted themselves before they were held. */
  readonly #scaled = new Map<string, boolean>()

  /** Both stand at the same prices, whichever is dragged; the way to stop that. */
  readonly release: () => void

  /** @param container what the chart is in */
  constructor(chart: IChartApi, container: HTMLElement, options: PriceScalesOptions) {
    this.#chart = chart
    this.#options = options
    this.release = keepScalesAligned(chart, container)
  }

  /** Makes both as wide as their widest price, in text of so many px. */
  fit(view: PriceView, text: number): void {
    const { tick, measure } = this.#options
    const formats = { left: secondFormat(view, tick), right: firstFormat(view, tick) }
    for (const side of SIDES) {
      const minimumWidth = leastWidth(view, formats[side], text, measure)
      this.#chart.priceScale(side).applyOptions({ minimumWidth })
    }
  }

  /** They fit themselves to the prices again. */
  free(): void {
    for (const side of SIDES) this.#chart.priceScale(side).setAutoScale(true)
  }

  /** Neither prices nor hand move them while they are held. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#chart.applyOptions({ handleScroll: !isHeld, handleScale: !isHeld })
    for (const side of SIDES) {
      const scale = this.#chart.priceScale(side)
      if (isHeld) this.#scaled.set(side, scale.options().autoScale)
      scale.applyOptions({ autoScale: isHeld ? false : (this.#scaled.get(side) ?? true) })
    }
  }
}
