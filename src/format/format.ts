/**
 * Formatting of values by the trader's choices. Decimals stay text: digits are grouped, signed and padded, and never re-rounded except where °F
 * become °C. Pure.
 */
import { type Collateral, collateralOf, DEFAULT_OUTCOME_COLLATERAL } from '../../contract/collateral.ts'
import {
  type Decimal,
  divide,
  type Fahrenheit,
  multiply,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
  toPlaces,
} from '../../contract/decimal.ts'
import { cents, grouped, MINUS, signedCents } from '../../contract/grouped.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import type { Family } from '../../contract/market-ref.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { type Calendar, calendarOf, dayOfYear } from './calendar.ts'
import { zoneClock } from './zone-clock.ts'

/** The choices that a format depends on. */
export interface FormatChoices extends Pick<Settings, 'temperature' | 'grouping'>, Partial<Pick<Settings, 'prices'>> {
  /** IANA name of the displayed time zone. */
  readonly zone: string
  /** Settlement currency of the deployment's outcome markets; defaults to USDH. */
  readonly outcomes?: Collateral
}

/** Shown for an unknown value. */
export const NONE = '—'
/** Keeps a value and its unit on one line. */
const NBSP = '\u00a0'

const SEPARATORS: { readonly [G in Settings['grouping']]: string } = { comma: ',', space: NBSP, none: '' }
const UNITS: { readonly [T in Settings['temperature']]: string } = { fahrenheit: '°F', celsius: '°C' }

/** All formatting functions. Times are ms since the epoch, temperatures °F as used by the service. */
export interface Format {
  /** The choices as one text: cached drawings are redone when it changes. */
  readonly id: string
  /** `-10412.86` → `−10,412.86`: thousands grouped, a typographic minus sign, all digits as received. */
  grouped(value: Decimal): string
  /** `324.00` → `+ 324.00`, `-2` → `− 2`, zero without a sign. */
  signed(value: Decimal): string
  /** Money to the cent: `10,412.86`; less than a cent is `<0.01`. */
  money(value: Decimal): string
  /** The same with the sign of `signed`. */
  signedMoney(value: Decimal): string
  /** With a market's decimals (zeros added, digits never removed), grouped; `—` for null. */
  atPlaces(value: Decimal | null | undefined, places: number): string
  /** `°F` or `°C`. */
  readonly temperatureUnit: string
  /** A temperature without its unit: `71.84`. */
  temperatureFigure(temperature: Fahrenheit): string
  /** `71.84 °F` or `22.13 °C` */
  temperature(temperature: Fahrenheit): string
  /** The temperature of a mark; `—` for null. */
  temperatureOf(mark: Price | null | undefined): string
  /** The preferred unit of prices of temperature markets. */
  readonly pricesIn: Settings['prices']
  /** A mark in that unit, exactly: `571.84`, or `71.84 °F`, regardless of the unit of temperatures beside marks. */
  scalarPrice(mark: Price): string
  /** In the secondary unit, for display beside it. */
  scalarPriceBeside(mark: Price): string
  /** The distance of two marks as a temperature difference: `0.50 °F`, `0.28 °C`. */
  degrees(distance: Decimal): string
  /** `21:18:42` */
  time(ms: number): string
  /** `21:18:42.609` */
  timeMs(ms: number): string
  /** `21:18` */
  minute(ms: number): string
  /** `21 Nov` */
  day(ms: number): string
  /** `2026-11-21` */
  date(ms: number): string
  /** `2026-11-21 21:18 UTC` */
  moment(ms: number): string
  /** Name of the zone at that moment: `UTC`, `EST`. */
  zone(ms: number): string
  /** Currency of a family: `USDC`. */
  collateral(family: Family): Collateral
  /** The days of the zone. */
  readonly calendar: Calendar
}

const NINE = '9' as Decimal
const FIVE = '5' as Decimal
const FREEZING = '32' as Decimal
/** Minimum decimals of °C: one degree is almost two of °F. */
const MIN_CELSIUS = 1

const celsius = (fahrenheits: Decimal, places: number): Decimal =>
  toPlaces(divide(multiply(fahrenheits, FIVE), NINE, places), places)

/** °F in °C, rounded half up to the decimals of the °F, at least one. */
const celsiusOf = (temperature: Decimal): Decimal =>
  celsius(subtract(temperature, FREEZING), Math.max(MIN_CELSIUS, placesOf(temperature)))

/** Equal for equal choices. */
export const formatId = ({ zone, temperature, grouping, prices = 'mark', outcomes }: FormatChoices): string =>
  `${zone} ${temperature} ${grouping} ${prices} ${outcomes ?? DEFAULT_OUTCOME_COLLATERAL}`

/**
 * The format of some choices.
 * @throws RangeError for an unknown time zone
 */
export function createFormat(choices: FormatChoices): Format {
  const clock = zoneClock(choices.zone)
  const separator = SEPARATORS[choices.grouping]
  const unit = UNITS[choices.temperature]
  const pricesIn = choices.prices ?? 'mark'
  const inCelsius = choices.temperature === 'celsius'

  const digits = (value: Decimal): string => grouped(value, separator)
  const withUnit = (figure: Decimal): string => `${digits(figure)}${NBSP}${unit}`
  const shown = (temperature: Decimal): Decimal => (inCelsius ? celsiusOf(temperature) : temperature)
  /** Part of the zone's date and time in ISO format; `—` for an invalid time. */
  const part = (ms: number, from: number, to: number): string => {
    const date = clock.at(ms)
    return Number.isNaN(date.getTime()) ? NONE : date.toISOString().slice(from, to)
  }
  const inDegrees = (mark: Price): string => `${digits(fahrenheitOfMark(mark))}${NBSP}°F`
  const temperatureOf: Format['temperatureOf'] = (mark) =>
    mark == null ? NONE : withUnit(shown(fahrenheitOfMark(mark)))
  return {
    id: formatId(choices),
    pricesIn,
    scalarPrice: (mark) => (pricesIn === 'mark' ? mark : inDegrees(mark)),
    scalarPriceBeside: (mark) => (pricesIn === 'mark' ? temperatureOf(mark) : mark),
    grouped: digits,
    signed(value) {
      const sign = signOf(value)
      if (sign === 0) return digits(value).replace(MINUS, '')
      const size = digits((value.startsWith('-') ? value.slice(1) : value) as Decimal)
      return `${sign > 0 ? '+' : MINUS}${NBSP}${size}`
    },
    money: (value) => cents(value, separator),
    signedMoney: (value) => signedCents(value, separator, NBSP),
    atPlaces: (value, places) => (value == null ? NONE : digits(padTo(value, places))),
    temperatureUnit: unit,
    temperatureFigure: (temperature) => digits(shown(temperature)),
    temperature: (temperature) => withUnit(shown(temperature)),
    temperatureOf,
    degrees: (distance) =>
      withUnit(inCelsius ? celsius(distance, Math.max(MIN_CELSIUS, placesOf(distance))) : distance),
    time: (ms) => part(ms, 11, 19),
    timeMs: (ms) => part(ms, 11, 23),
    minute: (ms) => part(ms, 11, 16),
    day(ms) {
      const date = clock.at(ms)
      return Number.isNaN(date.getTime()) ? NONE : dayOfYear(date)
    },
    date: (ms) => part(ms, 0, 10),
    moment: (ms) => `${part(ms, 0, 16).replace('T', ' ')} ${clock.name(ms)}`,
    zone: (ms) => clock.name(ms),
    collateral: (family) => collateralOf(family, choices.outcomes ?? DEFAULT_OUTCOME_COLLATERAL),
    calendar: calendarOf(clock),
  }
}
