/** Texts of a chart: its legend, the distance from a deciding price, and its summary. Pure. */
import { absolute, compare, type Price, padTo, subtract } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { FixedLine, PriceName } from '../../markets/chart/index.ts'
import type { LineLook } from './line-set.ts'
import { PRICE_TEXTS } from './messages.ts'

export const RESOLUTION_LABELS: Readonly<Record<Resolution, { readonly label: string; readonly name: string }>> = {
  1: { label: '1s', name: '1 second' },
  15: { label: '15s', name: '15 seconds' },
  60: { label: '1m', name: '1 minute' },
  300: { label: '5m', name: '5 minutes' },
  900: { label: '15m', name: '15 minutes' },
}

/** Prices of a store are as displayed: the view expects the market's own. */
const own = (price: Price, { seen }: PriceView): Price => seen(price)

/** A price of a store as text. */
export const storedText = (price: Price, view: PriceView): string => view.named(own(price, view))
export const storedSecond = (price: Price, view: PriceView): string => view.second(own(price, view))

/** `O 571.80  H 571.92  L 571.74  ` and `C 571.84  71.84 °F`, the exact texts; for steps only the current price. */
export function legendOf(candle: Candle, view: PriceView, look: LineLook): readonly [rest: string, close: string] {
  const at = (price: Price): string => view.price(own(padTo(price, view.places), view))
  const { open, high, low, close } = candle
  const ends = `${storedText(close, view)}   ${storedSecond(close, view)}`
  if (look === 'steps') return ['', ends]
  return [`O ${at(open)}   H ${at(high)}   L ${at(low)}   `, `C ${ends}`]
}

/** `1.72 °F above the price to beat, UP leads`: a price relative to a deciding one. */
export function distanceText(price: Price, { price: line, texts }: FixedLine, view: PriceView): string {
  const side = compare(price, line)
  if (side === 0) return texts.at
  const distance = view.secondDistance(absolute(subtract(price, line)))
  return side > 0 ? texts.above(distance) : texts.below(distance)
}

interface Summary {
  readonly name: string
  /** Name of the price: `mark`. */
  readonly priceName: PriceName
  readonly last: Price | null
  readonly inView: { readonly low: Price; readonly high: Price } | null
  readonly view: PriceView
  readonly look: LineLook
  readonly resolution: Resolution
  /** The other lines, each with its current price. */
  readonly others: readonly { readonly name: string; readonly price: Price | null }[]
  /** Distance from the deciding price; empty without one. */
  readonly distance: string
}

/** The chart as a sentence, for screen readers. */
export function summaryOf(summary: Summary): string {
  const { name, priceName, last, inView, view, look, resolution, others, distance } = summary
  const texts = PRICE_TEXTS[priceName]
  if (last === null) return texts.none(name)
  const both = (price: Price): string => `${storedText(price, view)} (${storedSecond(price, view)})`
  const drawn = look === 'steps' ? 'each price until the next' : `${RESOLUTION_LABELS[resolution].name} per candle`
  return [
    `${name}, ${drawn}: ${[texts.last(both(last)), ...(distance === '' ? [] : [distance])].join(', ')}`,
    ...(inView === null ? [] : [`in view from ${both(inView.low)} to ${both(inView.high)}`]),
    ...others.map(
      (other) => `${other.name} ${other.price === null ? 'without a price' : storedText(other.price, view)}`,
    ),
  ].join('; ')
}
