/**
 * The format of this window, similar to its language: one for everything it shows, changed with the setting. Texts are created with the functions
 * here; a component that would not rerender by itself calls `useFormat`.
 */

import { useSyncExternalStore } from 'react'
import type { Collateral } from '../../contract/collateral.ts'
import { type Decimal, type Fahrenheit, type Price, padTo, toPlaces, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, shownAverage } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import { writePricesIn } from '../../contract/price-text.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { createFormat, type Format, type FormatChoices, formatId, NONE } from './format.ts'

let format = createFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' })
const listeners = new Set<() => void>()

/**
 * Changes the choices of the window and updates all displayed values.
 * @throws RangeError for an unknown time zone; nothing has changed then
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

/** The current format; the component rerenders when it changes. */
export const useFormat = (): Format => useSyncExternalStore(subscribe, () => format)

/** `-10412.86` → `−10,412.86`: all digits as received. */
export const grouped = (value: Decimal): string => format.grouped(value)
/** `324.00` → `+ 324.00`, `-2` → `− 2`, zero without a sign. */
export const signed = (value: Decimal): string => format.signed(value)
/** Money to the cent: `10,412.86`; less than a cent is `<0.01`. */
export const moneyText = (value: Decimal): string => format.money(value)
/** Money like `moneyText`, with the sign of `signed`; `—` for null. */
export const signedMoney = (value: Decimal | null): string => (value === null ? NONE : format.signedMoney(value))
/** A possible loss, rounded up to the cent: the same figure wherever it is shown; `—` for null. */
export const maxLossText = (loss: Decimal | null): string => (loss === null ? NONE : grouped(toPlaces(loss, 2, 'up')))
/** With a market's decimals (zeros added, digits never removed), grouped; `—` for null. */
export const atPlaces = (value: Decimal | null | undefined, places: number): string => format.atPlaces(value, places)

/** `°F` or `°C` */
export const temperatureUnit = (): string => format.temperatureUnit
/** A temperature in the chosen unit, without it. */
export const temperatureFigure = (temperature: Fahrenheit): string => format.temperatureFigure(temperature)
/** A temperature beside a mark, in the chosen unit: `71.84 °F`, `22.13 °C`. */
export const temperatureText = (temperature: Fahrenheit): string => format.temperature(temperature)
/** The same for a mark: `571.84` → `71.84 °F`; `—` for null. */
export const temperatureOf = (mark: Price | null | undefined): string => format.temperatureOf(mark)
/** Currency of a family: `USDC`; for outcome markets as settled by the deployment. */
export const moneyUnit = (family: Family): Collateral => format.collateral(family)
/** A price of a temperature market in the trader's preferred unit: `571.84`, or `71.84 °F`. */
export const scalarPrice = (mark: Price): string => format.scalarPrice(mark)
/** The same in the secondary unit, for display beside it. */
export const scalarPriceBeside = (mark: Price): string => format.scalarPriceBeside(mark)
/** A price of a family in the trader's preferred unit, all digits as received; `—` for null. */
export const priceText = (family: Family, price: Price | null): string =>
  price === null ? NONE : FAMILY_RULES[family].isMark ? format.scalarPrice(price) : price
/** A single price of records, of which no tick is kept, in that unit: every digit, and at least the decimals of its family's prices. */
export const recordedPrice = (family: Family, price: Price | null): string =>
  priceText(family, price === null ? null : padTo(trimZeros(price), FAMILY_RULES[family].leastPlaces))
/** An average in that unit: with the decimals of its family's prices, or one more. */
export const averagePrice = (family: Family, average: Price | null): string =>
  priceText(family, average === null ? null : shownAverage(family, average))
/** A price in the secondary unit, for display beside it; undefined where there is none. */
export const priceBeside = (family: Family, price: Price | null): string | undefined =>
  price !== null && FAMILY_RULES[family].isMark ? format.scalarPriceBeside(price) : undefined
/** The meaning of a price typed in the market's own unit: the temperature of a mark; undefined where the price is self-explanatory. */
export const priceMeaning = (family: Family, price: Price): string | undefined =>
  FAMILY_RULES[family].isMark ? format.temperatureOf(price) : undefined
/** A distance of marks in the chosen unit. */
export const degreesText = (distance: Decimal): string => format.degrees(distance)
/** In the market's own unit regardless of the setting: for typed, ordered or watched temperatures. */
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
/** Name of the displayed time zone at that moment: `UTC`, `EST`. */
export const zoneText = (ms: number): string => format.zone(ms)
