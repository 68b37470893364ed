/** How the two scales of a chart are written, and what they span. */
import type { AutoscaleInfo, PriceFormatCustom } from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import { priceRange, type Stretch } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { DrawnLine } from './line-set.ts'

type Written = Pick<PriceView, 'bounds' | 'label' | 'places' | 'second' | 'seen'>

/** The scale leaves room above and below: what is no price goes without a label. */
const written = ({ bounds }: Written, tick: Price, write: (place: number) => string): PriceFormatCustom => ({
  type: 'custom',
  minMove: Number(tick),
  formatter: (place: number) =>
    bounds !== null && (place < Number(bounds.least) || place > Number(bounds.most)) ? '' : write(place),
})

/** The right scale: the unit that was chosen. */
export const firstFormat = (view: Written, tick: Price): PriceFormatCustom => written(view, tick, view.label)

/** The left scale: the second unit by its name, so that the two are not mistaken for one another. */
export const secondFormat = (view: Written, tick: Price): PriceFormatCustom =>
  written(view, tick, (place) => view.second(view.seen(place.toFixed(view.places) as Price)))

/** The legend at the top lies over no price, px. */
const LEGEND = 26

/** One range for both scales, so that both stand at the same prices to the pixel. */
export function autoscaled(
  lines: readonly DrawnLine[],
  inView: { readonly since: number; readonly until: number } | null,
  stretches: readonly Stretch[],
  { bounds }: Pick<PriceView, 'bounds'>,
  tick: Price,
): AutoscaleInfo | null {
  const range = priceRange({
    lines: lines.map(({ store }) => store.candles),
    inView,
    stretches,
    tick: Number(tick),
    bounds: bounds === null ? null : { least: Number(bounds.least), most: Number(bounds.most) },
  })
  return range === null ? null : { priceRange: range, margins: { above: LEGEND, below: 0 } }
}
