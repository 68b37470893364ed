/**
 * Exact decimals. A `Decimal` is plain decimal text (`-12.3400`: no exponent, no plus sign, no leading zeros), kept as it came:
 * trailing zeros are the market's precision and survive. Arithmetic goes through big.js or scaled bigints, never through floats.
 */
import Big from 'big.js'
import type { Brand } from './brand.ts'

/** Plain decimal text, at the precision it was given in. */
export type Decimal = Brand<string, 'Decimal'>
/** A price in a market's own unit: a mark for scalar markets, a probability for outcome markets. */
export type Price = Brand<string, 'Decimal' | 'Price'>
/** An amount of contracts or shares. Signed only where a position is meant: positive long, negative short. */
export type Size = Brand<string, 'Decimal' | 'Size'>
/** An amount of USDC or USDH. */
export type Money = Brand<string, 'Decimal' | 'Money'>
/** A temperature in °F. */
export type Fahrenheit = Brand<string, 'Decimal' | 'Fahrenheit'>

Big.DP = 40
Big.NE = -60
Big.PE = 60
Big.RM = Big.roundHalfUp

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Longer text is refused before any arithmetic: no market needs it, and arithmetic on it is slow. */
const LONGEST = 60

/** Whether `text` is plain decimal text as `Decimal` wants it. */
export function isDecimalText(text: string): text is Decimal {
  return text.length <= LONGEST && PLAIN.test(text)
}

/** Reads plain decimal text strictly; returns null for anything else. `-0` becomes `0`, at its precision. */
export function parseDecimal(text: string): Decimal | null {
  if (!isDecimalText(text)) return null
  return text.startsWith('-') && /^-0(?:\.0+)?$/.test(text) ? (text.slice(1) as Decimal) : text
}

/**
 * Reads what a person typed: spaces around it, a leading `+`, `.5`, `5.` and leading zeros are understood; thousands separators,
 * exponents and anything else are not, and give null.
 */
export function parseTyped(text: string): Decimal | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim().replace('−', '-'))
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return parseDecimal(`${sign === '-' ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}`)
}

/** Like `parseDecimal`, for values that must be right: throws `RangeError` naming `what`. */
export function decimal(text: string, what = 'decimal'): Decimal {
  const value = parseDecimal(text)
  if (value === null)
    throw new RangeError(`${what} is not plain decimal text: ${JSON.stringify(text.slice(0, LONGEST))}`)
  return value
}

/** @throws RangeError when `text` is not plain decimal text. */
export const price = (text: string): Price => decimal(text, 'price') as unknown as Price
/** @throws RangeError when `text` is not plain decimal text. */
export const size = (text: string): Size => decimal(text, 'size') as unknown as Size
/** @throws RangeError when `text` is not plain decimal text. */
export const money = (text: string): Money => decimal(text, 'amount') as unknown as Money
/** @throws RangeError when `text` is not plain decimal text. */
export const fahrenheit = (text: string): Fahrenheit => decimal(text, 'temperature') as unknown as Fahrenheit

/** Any decimal, whatever its unit. */
export type AnyDecimal = Decimal | Price | Size | Money | Fahrenheit

const text = (value: Big): Decimal => (value.eq(0) ? ('0' as Decimal) : (value.toFixed() as Decimal))

/** a + b, exactly. */
export const add = (a: AnyDecimal, b: AnyDecimal): Decimal => text(new Big(a).plus(b))
/** a − b, exactly. */
export const subtract = (a: AnyDecimal, b: AnyDecimal): Decimal => text(new Big(a).minus(b))
/** a × b, exactly. */
export const multiply = (a: AnyDecimal, b: AnyDecimal): Decimal => text(new Big(a).times(b))
/** a ÷ b rounded half up to `places`. Throws on division by zero. */
export const divide = (a: AnyDecimal, b: AnyDecimal, places: number): Decimal =>
  text(new Big(a).div(b).round(places, Big.roundHalfUp))
/** −a */
export const negate = (a: AnyDecimal): Decimal => text(new Big(a).times(-1))
/** |a| */
export const absolute = (a: AnyDecimal): Decimal => text(new Big(a).abs())
/** −1, 0 or 1 as a is less than, equal to or greater than b. */
export const compare = (a: AnyDecimal, b: AnyDecimal): -1 | 0 | 1 => new Big(a).cmp(b) as -1 | 0 | 1
/** The sign of a: −1, 0 or 1. */
export const signOf = (a: AnyDecimal): -1 | 0 | 1 => compare(a, '0' as Decimal)
/** Whether a is a whole multiple of step (step > 0). */
export const isMultipleOf = (a: AnyDecimal, step: AnyDecimal): boolean => new Big(a).mod(step).eq(0)
/** The smaller of two. */
export const lesser = <D extends AnyDecimal>(a: D, b: D): D => (compare(a, b) <= 0 ? a : b)
/** The greater of two. */
export const greater = <D extends AnyDecimal>(a: D, b: D): D => (compare(a, b) >= 0 ? a : b)

/** How a computed value meets a coarser precision. */
export type Rounding = 'down' | 'up' | 'half-up'
const MODES = { down: Big.roundDown, up: Big.roundUp, 'half-up': Big.roundHalfUp } as const

/** Rounds a computed value to `places` (towards zero, away from zero, or half up) and pads to them: `12.30`. Never for wire values. */
export function toPlaces(value: AnyDecimal, places: number, rounding: Rounding = 'half-up'): Decimal {
  const rounded = new Big(value).round(places, MODES[rounding])
  return (rounded.eq(0) ? new Big(0).toFixed(places) : rounded.toFixed(places)) as Decimal
}

/** Rounds to a whole multiple of `step`: `down` is towards zero. The result carries the precision of `step`. */
export function toStep(value: AnyDecimal, step: AnyDecimal, rounding: Rounding = 'down'): Decimal {
  const steps = new Big(value).div(step).round(0, MODES[rounding])
  return toPlaces(text(steps.times(step)), placesOf(step))
}

/** Decimal places that the text carries: `571.80` has 2. */
export function placesOf(value: AnyDecimal): number {
  const dot = value.indexOf('.')
  return dot < 0 ? 0 : value.length - dot - 1
}

/** Pads with zeros to at least `places`; digits are never taken away. For showing a value at its market's precision. */
export function padTo(value: AnyDecimal, places: number): Decimal {
  const missing = places - placesOf(value)
  if (missing <= 0) return value as Decimal
  return `${value}${value.includes('.') ? '' : '.'}${'0'.repeat(missing)}` as Decimal
}

/** Drops trailing zeros: the form in which prices and sizes are signed (`571.80` → `571.8`; docs/service/signing.md#canonical-actions). */
export function trimZeros(value: AnyDecimal): Decimal {
  if (!value.includes('.')) return value as Decimal
  const cut = value.replace(/\.?0+$/, '')
  return (cut === '-0' || cut === '' ? '0' : cut) as Decimal
}

/**
 * The value as a bigint of 10^−places units, exactly.
 * @throws RangeError when the value has more places than that.
 */
export function toUnits(value: AnyDecimal, places: number): bigint {
  const have = placesOf(value)
  if (have <= places) return BigInt(value.replace('.', '') + '0'.repeat(places - have))
  const extra = value.slice(value.length - (have - places))
  if (/[1-9]/.test(extra)) throw new RangeError(`${value} has more than ${places} decimal places`)
  return BigInt(value.slice(0, value.length - extra.length).replace('.', ''))
}

/** The other way: a bigint of 10^−places units as text with exactly `places` decimals. */
export function fromUnits(units: bigint, places: number): Decimal {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const whole = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return `${negative ? '-' : ''}${whole}` as Decimal
}
