/** The newest prices on the scales: the mark, and where they are wanted the last trade and the middle of the book. */
import type { IPriceLine, ISeriesApi, SeriesType } from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import type { ChartColours } from '../../charting/index.ts'

/** The mark comes last: its label lies over the others. */
export const QUOTES = ['mid', 'last', 'mark'] as const
export type QuoteName = (typeof QUOTES)[number]

/** Null shows nothing. */
export type Quotes = Readonly<Record<QuoteName, Price | null>>

export const NO_QUOTES: Quotes = { mark: null, last: null, mid: null }

/** Labels without lines: the library would draw those over the words of the trader's own. */
const labels = (series: ISeriesApi<SeriesType>): ReadonlyMap<QuoteName, IPriceLine> =>
  new Map(
    QUOTES.map((name) => [name, series.createPriceLine({ price: 0, axisLabelVisible: false, lineVisible: false })]),
  )

export class QuoteLabels {
  readonly #left: ReadonlyMap<QuoteName, IPriceLine>
  #series: ISeriesApi<SeriesType> | null = null
  #right: ReadonlyMap<QuoteName, IPriceLine> = new Map()

  constructor(left: ISeriesApi<SeriesType>) {
    this.#left = labels(left)
  }

  /** The series that stands at the right: where it is another, the labels of the one before went with it. */
  moveTo(right: ISeriesApi<SeriesType>): void {
    if (this.#series === right) return
    this.#series = right
    this.#right = labels(right)
  }

  show(quotes: Quotes, { text, panel, raised }: ChartColours): void {
    for (const name of QUOTES) {
      const price = quotes[name]
      const options = {
        // A float for the pixel; the scale writes the label.
        price: Number(price ?? 0),
        axisLabelVisible: price !== null,
        axisLabelColor: name === 'mark' ? text : raised,
        axisLabelTextColor: name === 'mark' ? panel : text,
      }
      this.#left.get(name)?.applyOptions(options)
      this.#right.get(name)?.applyOptions(options)
    }
  }
}
