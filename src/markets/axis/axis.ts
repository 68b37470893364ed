/**
 * The interface between panels and families of markets: how prices are written, which ways there are to choose from, and what things are
 * called. Panels ask it and know no family. A price stays what the market says; what is written here is for reading and never becomes a
 * price again.
 */
import type { Family } from '../../../contract/account.ts'
import { isDecimalText, ONE, type Price, padTo, placesOf, subtract } from '../../../contract/decimal.ts'
import { distanceText } from '../../../contract/protection.ts'
import { type Format, NONE } from '../../format/index.ts'

/** Ways of writing a price, over all families; kept with panels. */
export type UnitId = 'mark' | 'temperature' | 'price' | 'percent' | 'decimal' | 'american'

/** One way of writing prices. Digits are never taken away but by odds, which are rounded half up. */
export interface PriceUnit {
  readonly id: UnitId
  /** In menus: `Decimal odds`. */
  readonly label: string
  /** Over a column or an axis: `Mark`, `°F`, `%`. */
  readonly heading: string
  /** In a column, without its unit: `71.84`. */
  readonly price: (price: Price) => string
  /** Where it stands alone: `71.84 °F`. */
  readonly named: (price: Price) => string
  /** The distance between two prices, in a column and where it stands alone: `0.02`, `0.02 °F`. */
  readonly distance: (distance: Price) => string
  readonly namedDistance: (distance: Price) => string
}

/** A side that the market can be seen from: UP, or DOWN, whose prices are what is left to 1. */
interface SeenSide {
  readonly id: string
  /** On the switch: `UP`. */
  readonly label: string
  /** Whether bids of the market are asks of this side, at what is left to 1. */
  readonly mirrored: boolean
  readonly words: Words
}

/** What things are called in a market. */
export interface Words {
  /** Over the sizes: `Size`, `Shares`. */
  readonly size: string
  /** Names of the sides of the book: `Bids`, `Bids for UP`. */
  readonly bids: string
  readonly asks: string
  /** Said when a side of the book is empty. */
  readonly noBids: string
  readonly noAsks: string
  /** What the taker of a trade did: `bought`, `bought UP`. */
  readonly bought: string
  readonly sold: string
}

/** What was chosen, as it was kept: anything that the market does not know stands for its default. */
interface ViewChoice {
  readonly unit?: unknown
  readonly side?: unknown
}

/** What an axis is made of; `key` without the format. */
interface AxisTerms {
  readonly family: Family
  /** The same text for an axis that writes the same. */
  readonly key: string
  readonly tick: Price | null
  readonly units: readonly [PriceUnit, ...PriceUnit[]]
  /** The unit where none is chosen; the first unless said. */
  readonly preferred?: UnitId
  /** What stands beside a price in a unit: the unit of this id. */
  readonly second: (unit: UnitId) => UnitId
  /** The first is the default; one alone is no choice. */
  readonly sides: readonly [SeenSide, ...SeenSide[]]
  /** Where prices end; null where they do not. */
  readonly bounds: PriceView['bounds']
}

/** The ways of writing prices that a market offers. */
export interface Axis extends Pick<AxisTerms, 'key' | 'units' | 'sides'> {
  /** The chosen way; the same object for the same choice. */
  view(choice?: ViewChoice): PriceView
}

/** Prices of a market as somebody chose to see them. Every function takes the market's own prices, unless it says otherwise. */
export interface PriceView extends Pick<PriceUnit, 'heading' | 'price' | 'named' | 'distance' | 'namedDistance'> {
  /** The same text for a view that writes the same. */
  readonly key: string
  readonly unit: UnitId
  readonly side: string
  /** Whether bids of the market are asks here. */
  readonly mirrored: boolean
  readonly words: Words
  /** Decimal places of the market's prices. */
  readonly places: number
  /** Where prices end, as they are seen; null where they do not. */
  readonly bounds: { readonly least: Price; readonly most: Price } | null
  /** The price as it is seen from the chosen side, and the other way round: places on an axis go by it. */
  readonly seen: (price: Price) => Price
  /** The other unit, where it stands alone, for a price and for a distance: `71.84 °F` beside a mark. */
  readonly second: (price: Price) => string
  readonly secondDistance: (distance: Price) => string
  /** A distance as price protection states it, whatever unit is chosen: `0.075 °F`, `6.7 cents`. */
  readonly protectionDistance: (distance: Price) => string
  /** Heading of the other unit. */
  readonly secondHeading: string
  /** A place on an axis of seen prices as its label: a number is all that charts know. */
  readonly label: (place: number) => string
  readonly secondLabel: (place: number) => string
}

// Makes an axis of what a family says of its prices.

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

/** What a market is decided by, beside its prices. */
export interface Fact {
  /** `Price to beat` */
  readonly label: string
  readonly text: string
  /** The same in the other unit. */
  readonly second: string
}
