/** The stop of a size by risk as a price: parsing its text, and its distance from the entry. Pure and exact. */
import type { Family } from '../../contract/account.ts'
import {
  type Decimal,
  HUNDRED,
  isMultipleOf,
  multiply,
  type Price,
  parseTyped,
  signOf,
  subtract,
  trimZeros,
} from '../../contract/decimal.ts'
import type { ExitSide } from '../../contract/exit-rules.ts'
import { FAMILY_RULES, isPriceOf, ofPricedSide } from '../../contract/family-rules.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../contract/mark.ts'
import type { CloseDistance } from '../../contract/protection.ts'
import { type ExitDraft, firstUnit, readExits, stopAtOf } from '../exit-plan/index.ts'
import type { StopFacts } from '../markets/sizing.ts'

/** The worst entry price of an order, by the side that it opens; null where it opens none, or while no price is known. */
export interface Entries {
  readonly long: Price | null
  readonly short: Price | null
}

/** Unit of a stop's typed price. */
type StopUnit = 'mark' | 'fahrenheit' | 'cents'

/** @param prices the setting "Scalar prices" */
export const stopUnitOf = (family: Family, prices: 'mark' | 'temperature'): StopUnit =>
  FAMILY_RULES[family].isMark ? firstUnit(family, prices) : 'cents'

export const stopUnitText = (family: Family, unit: StopUnit): string =>
  unit === 'mark' ? 'mark' : unit === 'fahrenheit' ? '°F' : `¢${ofPricedSide(family)}`

const CENT = '0.01' as Decimal

/** A price as typed in a unit. */
export function stopText(price: Price, unit: StopUnit): string {
  if (unit === 'mark') return price
  return unit === 'fahrenheit' ? fahrenheitOfMark(price) : trimZeros(multiply(price, HUNDRED) as Decimal)
}

function priceIn(typed: Decimal, unit: StopUnit): Price {
  if (unit === 'mark') return typed as Price
  return unit === 'fahrenheit' ? markOfFahrenheit(typed as never) : (multiply(typed, CENT) as Decimal as Price)
}

/** Distance of a stop at a price from the entry of its side; null where it is not on the losing side, or no entry is known. */
function distanceTo(price: Price, side: ExitSide, entries: Entries): Price | null {
  const entry = entries[side]
  if (entry === null) return null
  const distance = side === 'long' ? subtract(entry, price) : subtract(price, entry)
  return signOf(distance) > 0 ? distance : null
}

/** The parsed text: a stop of one side; its error; or null where nothing is typed. */
type StopAtRead =
  | { readonly price: Price; readonly side: ExitSide; readonly distance: Price }
  | { readonly wrong: string }

/** The order of the size. */
export interface StopOrder {
  readonly asset: string
  readonly tick: Price | null
  readonly entries: Entries
}

interface StopAtTerms extends Pick<StopOrder, 'entries' | 'tick'> {
  readonly family: Family
  readonly unit: StopUnit
}

export function readStopAt(text: string, { family, unit, entries, tick }: StopAtTerms): StopAtRead | null {
  if (text.trim() === '') return null
  const typed = parseTyped(text)
  if (typed === null) return { wrong: 'Not a number.' }
  const price = priceIn(typed, unit)
  if (!isPriceOf(family, price)) {
    return { wrong: unit === 'cents' ? 'Must be between 0 and 100 ¢.' : 'Mark must be greater than 0.' }
  }
  if (tick !== null && !isMultipleOf(price, tick)) {
    return { wrong: `The tick is ${unit === 'cents' ? `${trimZeros(multiply(tick, HUNDRED) as Decimal)} ¢` : tick}.` }
  }
  if (entries.long === null && entries.short === null) return { wrong: 'Enter the order price first.' }
  const sides = (['long', 'short'] as const).flatMap((side) => {
    const distance = distanceTo(price, side, entries)
    return distance === null ? [] : [{ price, side, distance }]
  })
  const [first, second] = sides
  if (first === undefined) return { wrong: WHERE[family] }
  if (second !== undefined)
    return { wrong: 'Between the buy and sell prices: could be a stop for either. Use a distance.' }
  return first
}

const WHERE: { readonly [F in Family]: string } = {
  scalar: 'Must be below the price of a buy or above that of a sell.',
  binary: 'Must be below the UP price, or above 100 ¢ minus the DOWN price.',
  outcome: 'Must be below the order price.',
}

/** Null where the plan has none, or where it is invalid. A trail that starts at once is a stop at its distance. */
export function stopFactsOf(
  exits: ExitDraft,
  closes: { readonly family: Family; readonly distance: CloseDistance },
  { asset, tick, entries }: StopOrder,
): StopFacts | null {
  const { texts, shares } = exits
  const { terms, issues } = readExits(texts, {
    ...{ family: closes.family, levels: 'distance', unit: 'mark', shares, side: null, now: null, tick, held: null },
  })
  if (issues.size > 0) return null
  const { stop, trail } = terms
  const slack = closes.distance.bound ?? closes.distance.distance
  const at = stopAtOf(exits, asset)
  if (at !== null) {
    // It stays at its price: the order's own may have moved since it was typed.
    const distance = distanceTo(at.price, at.side, entries)
    return distance === null ? null : { distance, slack }
  }
  if (stop?.by === 'distance') return { distance: stop.distance, slack }
  return stop === null && trail?.after.when === 'at_once' ? { distance: trail.distance, slack } : null
}
