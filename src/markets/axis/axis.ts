/**
 * The interface between panels and market families: how prices are written, which units and sides are offered, and the names on screen. Panels depend
 * on it and know no family. A market's own price is never changed; a written price is for display only and is never parsed back.
 */
import type { Family } from '../../../contract/account.ts'
import { isDecimalText, ONE, type Price, padTo, placesOf, type Size, subtract } from '../../../contract/decimal.ts'
import { distanceText } from '../../../contract/protection.ts'
import { type Format, NONE } from '../../format/index.ts'

/** Units of price across all families; saved with panels. */
export type UnitId = 'mark' | 'temperature' | 'price' | 'percent' | 'decimal' | 'american'

/** One unit of price. Only odds are rounded (half up); every other unit keeps all digits. */
export interface PriceUnit {
  readonly id: UnitId
  /** In menus: `Decimal odds`. */
  readonly label: string
  /** Heading of a column or an axis: `Mark`, `°F`, `%`. */
  readonly heading: string
  /** In a column, without its unit: `71.84`. */
  readonly price: (price: Price) => string
  /** Standalone: `71.84 °F`. */
  readonly named: (price: Price) => string
  /** The distance between two prices, in a column and standalone: `0.02`, `0.02 °F`. */
  readonly distance: (distance: Price) => string
  readonly namedDistance: (distance: Price) => string
}

/** A side from which the market is viewed: UP, or DOWN at the complementary price (1 − price). */
interface SeenSide {
  readonly id: string
  /** On the switch: `UP`. */
  readonly label: string
  /** Whether bids of the market are asks of this side, at the complementary price. */
  readonly mirrored: boolean
  readonly text: MarketNames
}

/** Names used on screen for a market. */
export interface MarketNames {
  /** Label of sizes: `Size`, `Shares`. */
  readonly size: string
  /** A size in a sentence: `4 contracts`. */
  readonly amount: (size: Size) => string
  /** Names of the sides of the book: `Bids`, `Bids for UP`. */
  readonly bids: string
  readonly asks: string
  /** Shown when a side of the book is empty. */
  readonly noBids: string
  readonly noAsks: string
  /** The taker's side of a trade: `bought`, `bought UP`. */
  readonly bought: string
  readonly sold: string
}

/** The choice as saved. Values unknown to the market fall back to its default. */
interface ViewChoice {
  readonly unit?: unknown
  readonly side?: unknown
}

/** The inputs of an axis; `key` excludes the format. */
interface AxisTerms {
  readonly family: Family
  /** Equal for axes that write prices identically. */
  readonly key: string
  readonly tick: Price | null
  readonly units: readonly [PriceUnit, ...PriceUnit[]]
  /** The default unit; the first if omitted. */
  readonly preferred?: UnitId
  /** The secondary unit shown beside a price in the given unit. */
  readonly second: (unit: UnitId) => UnitId
  /** The first is the default; a single entry offers no choice. */
  readonly sides: readonly [SeenSide, ...SeenSide[]]
  /** Lowest and highest price; null where prices are unbounded. */
  readonly bounds: PriceView['bounds']
}

/** The units and sides that a market offers. */
export interface Axis extends Pick<AxisTerms, 'key' | 'units' | 'sides'> {
  /** The chosen view; the same object for the same choice. */
  view(choice?: ViewChoice): PriceView
}

/** Prices of a market in the chosen unit and side. Every function takes the market's own prices, unless stated otherwise. */
export interface PriceView extends Pick<PriceUnit, 'heading' | 'price' | 'named' | 'distance' | 'namedDistance'> {
  /** Equal for views that write prices identically. */
  readonly key: string
  readonly unit: UnitId
  readonly side: string
  /** Whether bids of the market are asks here. */
  readonly mirrored: boolean
  readonly text: MarketNames
  /** Decimal places of the market's prices. */
  readonly places: number
  /** Lowest and highest price as displayed; null where prices are unbounded. */
  readonly bounds: { readonly least: Price; readonly most: Price } | null
  /** Converts a market price to the chosen side and back; positions on an axis use the converted price. */
  readonly seen: (price: Price) => Price
  /** A price and a distance in the secondary unit, standalone: `71.84 °F` beside a mark. */
  readonly second: (price: Price) => string
  readonly secondDistance: (distance: Price) => string
  /** A distance as price protection states it, independent of the chosen unit: `0.075 °F`, `6.7 cents`. */
  readonly protectionDistance: (distance: Price) => string
  readonly secondHeading: string
  /** Label of a position on an axis of displayed prices; charts only know it as a number. */
  readonly label: (place: number) => string
  readonly secondLabel: (place: number) => string
}

/** The complementary price (1 − price), with as many decimals as the price. */
const complement = (price: Price): Price => padTo(subtract(ONE, price), placesOf(price))
const same = (price: Price): Price => price

/** Number of cached texts: more than the levels of two books plus their trades. */
const KEPT = 1000

/** Caches written prices: books and tapes repeat the same few. */
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

/** The axis of a market in the window's format. */
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
  const seen = side.mirrored ? complement : same
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
    text: side.text,
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

/** The value that decides a market, besides its prices. */
export interface Fact {
  /** `Price to beat` */
  readonly label: string
  readonly text: string
  /** The value in the secondary unit. */
  readonly second: string
}
