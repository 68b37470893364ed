/**
 * The format of this window, as a language is: one for all that it shows, changed when the trader changes the setting. Texts are made with the
 * functions here; what shows them without rendering again by itself calls `useFormat`.
 */

import { useSyncExternalStore } from 'react'
import type { Collateral } from '../../contract/collateral.ts'
import { type Decimal, type Fahrenheit, type Price, padTo, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import { writePricesIn } from '../../contract/price-text.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { createFormat, type Format, type FormatChoices, formatId, NONE } from './format.ts'

let format = createFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' })
const listeners = new Set<() => void>()

/**
 * Has the window write by other choices, and all that shows values show them again.
 * @throws RangeError for a zone that there is not; nothing has changed then.
 */
export function setFormat(choices: FormatChoices): void {
  if (formatId(choices) === format.id) return
  format = createFormat(choices)
  writePricesIn(format.pricesIn)
  for (const changed of listeners) changed()
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** The format in force; the component renders again when it changes. */
export const useFormat = (): Format => useSyncExternalStore(subscribe, () => format)

/** `-10412.86` → `−10,412.86`: every digit as it came. */
export const grouped = (value: Decimal): string => format.grouped(value)
/** `324.00` → `+ 324.00`, `-2` → `− 2`, zero without a sign. */
export const signed = (value: Decimal): string => format.signed(value)
/** At a market's precision (zeros added, digits never taken away), grouped; `—` for null. */
export const atPlaces = (value: Decimal | null | undefined, places: number): string => format.atPlaces(value, places)

/** `°F` or `°C` */
export const temperatureUnit = (): string => format.temperatureUnit
/** A temperature in the chosen unit, without it. */
export const temperatureFigure = (temperature: Fahrenheit): string => format.temperatureFigure(temperature)
/** A temperature beside a mark, in the chosen unit: `71.84 °F`, `22.13 °C`. */
export const temperatureText = (temperature: Fahrenheit): string => format.temperature(temperature)
/** The same of a mark: `571.84` → `71.84 °F`; `—` for null. */
export const temperatureOf = (mark: Price | null | undefined): string => format.temperatureOf(mark)
/** What the money of a family is in: `USDC`; of outcome markets as the deployment settles them. */
export const moneyUnit = (family: Family): Collateral => format.collateral(family)
/** A price of a temperature market in the unit that the trader has first: `571.84`, or `71.84 °F`. */
export const scalarPrice = (mark: Price): string => format.scalarPrice(mark)
/** The same in the other unit, to stand beside it. */
export const scalarPriceBeside = (mark: Price): string => format.scalarPriceBeside(mark)
/** A price of a family in the unit that the trader has first, every digit as it came; `—` for null. */
export const priceText = (family: Family, price: Price | null): string =>
  price === null ? NONE : FAMILY_RULES[family].isMark ? format.scalarPrice(price) : price
/** An average in that unit, every digit of it, with the decimals of its family's prices at least. */
export const averagePrice = (family: Family, average: Price | null): string =>
  priceText(family, average === null ? null : padTo(trimZeros(average), FAMILY_RULES[family].leastPlaces))
/** A price in the other unit, to stand beside it; undefined where there is none. */
export const priceBeside = (family: Family, price: Price | null): string | undefined =>
  price !== null && FAMILY_RULES[family].isMark ? format.scalarPriceBeside(price) : undefined
/** What a price that is typed as the market counts stands for: the temperature of a mark; undefined where it says all itself. */
export const meantBy = (family: Family, price: Price): string | undefined =>
  FAMILY_RULES[family].isMark ? format.temperatureOf(price) : undefined
/** A distance between marks in the chosen unit. */
export const degreesText = (distance: Decimal): string => format.degrees(distance)
/** In the market's own unit whatever is chosen: of what is typed, ordered or waited for. */
export const fahrenheitText = (temperature: Decimal): string => `${format.grouped(temperature)}\u00a0°F`

/** `21:18:42` */
export const timeText = (ms: number): string => format.time(ms)
/** `21:18:42.609` */
export const timeTextMs = (ms: number): string => format.timeMs(ms)
/** `21:18` */
export const minuteText = (ms: number): string => format.minute(ms)
/** `21 Nov` */
export const dayText = (ms: number): string => format.day(ms)
/** `2026-11-21` */
export const dateText = (ms: number): string => format.date(ms)
/** `2026-11-21 21:18 UTC` */
export const momentText = (ms: number): string => format.moment(ms)
/** What the zone that times are told in is called at that moment: `UTC`, `EST`. */
export const zoneText = (ms: number): string => format.zone(ms)
