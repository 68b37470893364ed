/** How the two scales of a chart are written, what they span, and the newest prices on them. */
import type { AutoscaleInfo, BarPrice, IPriceLine, ISeriesApi, PriceFormatCustom, SeriesType } from 'lightweight-charts'
import { type Price, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { type ChartColours, priceRange, type Stretch } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { DrawnLine } from './line-set.ts'

/** The library counts marks of a scale in floats; finer ones are a part of no pixel. */
const MOST_PLACES = 15

/** What marks of a scale are multiples of: the tick, or one of its places where the library cannot divide it. It divides by 2 and 5 alone. */
export function minMoveOf(tick: Price): number {
  const places = Math.min(placesOf(trimZeros(tick)), MOST_PLACES)
  let parts = Math.round(1 / Number(tick))
  while (parts > 1 && parts <= 10 ** MOST_PLACES && parts % 2 === 0) parts /= 2
  while (parts > 1 && parts <= 10 ** MOST_PLACES && parts % 5 === 0) parts /= 5
  return parts <= 1 ? Number(tick) : 10 ** -places
}

type Written = Pick<PriceView, 'bounds' | 'label' | 'places' | 'second' | 'seen'>

/**
 * The scale leaves room above and below: what is no price goes without a label. A pointer over a chart that has no prices yet is at a place that is
 * not a number.
 */
const written = ({ bounds }: Written, tick: Price, write: (place: number) => string): PriceFormatCustom => ({
  type: 'custom',
  minMove: minMoveOf(tick),
  formatter: (place: number) =>
    Number.isNaN(place) || (bounds !== null && (place < Number(bounds.least) || place > Number(bounds.most)))
      ? ''
      : write(place),
})

/** The right scale: the unit that was chosen. */
export const firstFormat = (view: Written, tick: Price): PriceFormatCustom => written(view, tick, view.label)

/** The left scale: the second unit by its name, so that the two are not mistaken for one another. */
export const secondFormat = (view: Written, tick: Price): PriceFormatCustom =>
  written(view, tick, (place) => view.second(view.seen(place.toFixed(view.places) as Price)))

/** What the library draws beside the text of a scale: its border, its mark, and the room around the text in shares of its size; px. */
const BESIDE = { fixed: 11, perText: 10 / 12 } as const
/** Digits as wide as any, so that no other price is wider. */
const widest = (text: string): string => text.replace(/\d/g, '0')

/**
 * The least width of a scale whose prices have bounds, px; 0 without. The library measures the first and the last of its marks, and
 * those lie out of bounds and have no label: a longer one between them would be cut.
 */
export function leastWidth(
  { bounds }: Written,
  format: PriceFormatCustom,
  text: number,
  measure: (words: string, text: number) => number,
): number {
  if (bounds === null) return 0
  const labels = [bounds.least, bounds.most].map((place) => widest(format.formatter(Number(place) as BarPrice)))
  return Math.ceil(BESIDE.fixed + BESIDE.perText * text + Math.max(...labels.map((label) => measure(label, text))))
}

/** What the library leaves free above prices already, of the height, and the most that they may lose besides. */
const FREE = 0.12
const MOST_ABOVE = 0.4
/** A legend of one line ends in it, in a chart of the usual height; px. */
const LEAST_ABOVE = 26
/** Half of a label, in sizes of the text. */
const HALF_LABEL = 0.9

/** What has to stay free above the prices besides, px, so that no label at a price lies under the legend, which ends at `legend` px. */
export const roomAbove = (legend: number, text: number, height: number): number =>
  Math.min(MOST_ABOVE * height, Math.max(LEAST_ABOVE, legend + HALF_LABEL * text - FREE * height))

/** One range for both scales, so that both stand at the same prices to the pixel; `above`: px that stay free over it. */
export function autoscaled(
  lines: readonly DrawnLine[],
  inView: { readonly since: number; readonly until: number } | null,
  stretches: readonly Stretch[],
  { bounds }: Pick<PriceView, 'bounds'>,
  tick: Price,
  above: number,
): AutoscaleInfo | null {
  const range = priceRange({
    lines: lines.map(({ store }) => store.candles),
    inView,
    stretches,
    tick: Number(tick),
    bounds: bounds === null ? null : { least: Number(bounds.least), most: Number(bounds.most) },
  })
  return range === null ? null : { priceRange: range, margins: { above, below: 0 } }
}

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

/** The newest prices on the scales: the mark, and where they are wanted the last trade and the middle of the book. */
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
