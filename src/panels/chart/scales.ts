/** The two scales of a chart: their formats, their range, and the newest prices on them. */
import type { AutoscaleInfo, BarPrice, IPriceLine, ISeriesApi, PriceFormatCustom, SeriesType } from 'lightweight-charts'
import { type Price, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { type ChartColours, priceRange, type Stretch } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { CoveredMarks } from './covered-marks.ts'
import type { DrawnLine } from './line-set.ts'

/** The library calculates marks of a scale in floats; finer marks are below a pixel. */
const MAX_PLACES = 15

/** The unit of a scale's marks: the tick, or its last decimal where the library cannot divide it, as it divides by 2 and 5 only. */
export function minMoveOf(tick: Price): number {
  const places = Math.min(placesOf(trimZeros(tick)), MAX_PLACES)
  let parts = Math.round(1 / Number(tick))
  while (parts > 1 && parts <= 10 ** MAX_PLACES && parts % 2 === 0) parts /= 2
  while (parts > 1 && parts <= 10 ** MAX_PLACES && parts % 5 === 0) parts /= 5
  return parts <= 1 ? Number(tick) : 10 ** -places
}

type Written = Pick<PriceView, 'bounds' | 'label' | 'places' | 'second' | 'seen'>

/** The scale has space above and below, where impossible prices get no label. The pointer over a chart without prices is at NaN. */
function written(
  { bounds }: Written,
  tick: Price,
  write: (place: number) => string,
  covered?: CoveredMarks,
): PriceFormatCustom {
  const formatter = (place: number): string =>
    Number.isNaN(place) || (bounds !== null && (place < Number(bounds.least) || place > Number(bounds.most)))
      ? ''
      : write(place)
  return {
    type: 'custom',
    minMove: minMoveOf(tick),
    formatter,
    ...(covered === undefined ? {} : { tickmarksFormatter: (places) => covered.write(places, formatter) }),
  }
}

/** The right scale: the chosen unit. */
export const firstFormat = (view: Written, tick: Price, covered?: CoveredMarks): PriceFormatCustom =>
  written(view, tick, view.label, covered)

/** The left scale: the secondary unit with its name, so that the two are not confused. */
export const secondFormat = (view: Written, tick: Price, covered?: CoveredMarks): PriceFormatCustom =>
  written(view, tick, (place) => view.second(view.seen(place.toFixed(view.places) as Price)), covered)

/** What the library draws beside the text of a scale: its border, its mark, and padding proportional to the text size; px. */
const BESIDE = { fixed: 11, perText: 10 / 12 } as const
/** Digits are replaced by the widest one, so that no other price is wider. */
const widest = (text: string): string => text.replace(/\d/g, '0')

/**
 * The minimum width of a scale whose prices have bounds, px; 0 without. The library measures only the first and the last of its marks, which are out
 * of bounds and have no label: a longer one between them would be truncated.
 */
export function leastWidth(
  { bounds }: Written,
  format: PriceFormatCustom,
  text: number,
  measure: (message: string, text: number) => number,
): number {
  if (bounds === null) return 0
  const labels = [bounds.least, bounds.most].map((place) => widest(format.formatter(Number(place) as BarPrice)))
  return Math.ceil(BESIDE.fixed + BESIDE.perText * text + Math.max(...labels.map((label) => measure(label, text))))
}

/** The fraction of the height that the library already keeps free above prices, and the maximum additional loss. */
const FREE = 0.12
const MAX_ABOVE = 0.4
/** Fits a one-line legend in a chart of usual height; px. */
const MIN_ABOVE = 26
/** Half of a label, in text sizes. */
const HALF_LABEL = 0.9

/** Additional space above the prices, px, so that no label at a price is under the legend, which ends at `legend` px. */
export const spaceAbovePrices = (legend: number, text: number, height: number): number =>
  Math.min(MAX_ABOVE * height, Math.max(MIN_ABOVE, legend + HALF_LABEL * text - FREE * height))

/** One range for both scales, so that both show the same prices to the pixel; `above`: free px above it. */
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

/** The mark comes last: its label is drawn over the others. */
export const QUOTES = ['mid', 'last', 'mark'] as const
export type QuoteName = (typeof QUOTES)[number]

/** Null shows nothing. */
export type Quotes = Readonly<Record<QuoteName, Price | null>>

export const NO_QUOTES: Quotes = { mark: null, last: null, mid: null }

/** Labels without lines: the library would draw those over the text of own objects. */
const labels = (series: ISeriesApi<SeriesType>): ReadonlyMap<QuoteName, IPriceLine> =>
  new Map(
    QUOTES.map((name) => [name, series.createPriceLine({ price: 0, axisLabelVisible: false, lineVisible: false })]),
  )

/** The newest prices on the scales: the mark, and where enabled the last trade and the mid of the book. */
export class QuoteLabels {
  readonly #left: ReadonlyMap<QuoteName, IPriceLine>
  #series: ISeriesApi<SeriesType> | null = null
  #right: ReadonlyMap<QuoteName, IPriceLine> = new Map()

  constructor(left: ISeriesApi<SeriesType>) {
    this.#left = labels(left)
  }

  /** The series on the right scale: when it changes, its labels are removed with the previous one. */
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
