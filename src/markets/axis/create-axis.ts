/** Makes an axis of what a family says of its prices. Pure. */
import { isDecimalText, ONE, type Price, padTo, placesOf, subtract } from '../../../contract/decimal.ts'
import { distanceText } from '../../../contract/protection.ts'
import { type Format, NONE } from '../../format/index.ts'
import type { Axis, AxisTerms, PriceUnit, PriceView, SeenSide, ViewChoice } from './axis.ts'

/** What is left to 1, at the price's own places. */
const leftToOne = (price: Price): Price => padTo(subtract(ONE, price), placesOf(price))
const same = (price: Price): Price => price

/** Most texts that are kept: more than the levels of two books and their trades. */
const KEPT = 1000

/** Writes each price once: books and tapes tell the same few over and over. */
function remembered(write: (price: Price) => string): (price: Price) => string {
  const texts = new Map<Price, string>()
  return (price) => {
    const known = texts.get(price)
    if (known !== undefined) return known
    const text = write(price)
    if (texts.size >= KEPT) texts.clear()
    texts.set(price, text)
    return text
  }
}

/** The axis of a market, in the window's format. */
export function createAxis(terms: AxisTerms, format: Pick<Format, 'id'>): Axis {
  const views = new Map<string, PriceView>()
  const { units, sides } = terms
  const key = `${terms.key}/${format.id}`
  return {
    key,
    units,
    sides,
    view(choice: ViewChoice = {}) {
      const unit =
        units.find(({ id }) => id === choice.unit) ?? units.find(({ id }) => id === terms.preferred) ?? units[0]
      const side = sides.find(({ id }) => id === choice.side) ?? sides[0]
      const name = `${key}/${unit.id}/${side.id}`
      const view = views.get(name) ?? viewOf(name, terms, unit, side)
      views.set(name, view)
      return view
    },
  }
}

function viewOf(key: string, terms: AxisTerms, unit: PriceUnit, side: SeenSide): PriceView {
  const wanted = terms.second(unit.id)
  const second = terms.units.find(({ id }) => id === wanted) ?? unit
  const places = terms.tick === null ? 0 : placesOf(terms.tick)
  const seen = side.mirrored ? leftToOne : same
  const labelOf =
    ({ price }: PriceUnit) =>
    (place: number): string => {
      const text = place.toFixed(places)
      return isDecimalText(text) ? price(text as Price) : NONE
    }
  return {
    key,
    unit: unit.id,
    side: side.id,
    mirrored: side.mirrored,
    words: side.words,
    heading: unit.heading,
    places,
    bounds: terms.bounds,
    seen,
    price: remembered((price) => unit.price(seen(price))),
    named: remembered((price) => unit.named(seen(price))),
    distance: unit.distance,
    namedDistance: unit.namedDistance,
    second: remembered((price) => second.named(seen(price))),
    secondDistance: second.namedDistance,
    protectionDistance: (distance) => distanceText(distance, terms.family),
    secondHeading: second.heading,
    label: labelOf(unit),
    secondLabel: labelOf(second),
  }
}
