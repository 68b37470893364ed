/**
 * Exact decimals. A `Decimal` is plain decimal text (`-12.3400`: no exponent, no plus sign, no leading zeros), kept as received: trailing zeros are
 * the market's precision and survive. Arithmetic uses big.js or scaled bigints, never floats.
 */
import Big from 'big.js'
import type { Brand } from './brand.ts'

/** Plain decimal text, at its original precision. */
export type Decimal = Brand<string, 'Decimal'>
/** A price in a market's own unit: a mark for scalar markets, a probability for outcome markets. */
export type Price = Brand<string, 'Decimal' | 'Price'>
/** A number of contracts or shares. Signed only for positions: positive long, negative short. */
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
/** Longer text is rejected before any arithmetic: no market needs it, and arithmetic on it is slow. */
const LONGEST = 60

/** Whether `text` is plain decimal text as defined by `Decimal`. */
export function isDecimalText(text: string): text is Decimal {
  return text.length <= LONGEST && PLAIN.test(text)
}

/** Parses plain decimal text strictly; returns null for anything else. `-0` becomes `0`, at its precision. */
export function parseDecimal(text: string): Decimal | null {
  if (!isDecimalText(text)) return null
  return text.startsWith('-') && /^-0(?:\.0+)?$/.test(text) ? (text.slice(1) as Decimal) : text
}

/** Beyond 10^21 floats are written with an exponent. */
const LARGEST_FLOAT = 1e20

/** Converts a float of a model or statistic, to `places`; capped at the largest price. @throws RangeError for NaN. */
export const fromFloat = (value: number, places: number): Decimal =>
  decimal(Math.min(LARGEST_FLOAT, Math.max(-LARGEST_FLOAT, value)).toFixed(places), 'float')

/** Larger exponents would expand to text that no market has. */
const LARGEST_EXPONENT = 60

/**
 * Parses a number as services write it, as a JSON number or text: `571.80`, `1e-7`, `0E-8`. An exponent is expanded by moving digits, never by
 * arithmetic. Null for anything else, and for excessive length.
 */
export function readNumber(text: string): Decimal | null {
  const plain = parseDecimal(text.trim())
  if (plain !== null) return plain
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/.exec(text.trim())
  if (match === null) return null
  const [, sign = '', wholePart = '', fraction = '', exponentText = ''] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null
  const digits = wholePart + fraction
  const point = wholePart.length + exponent
  const left = (point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+(?=\d)/, '')
  const right = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return parseDecimal(`${sign}${left}${right === '' ? '' : `.${right}`}`)
}

/** Marks without a width, which a copy from a page or a chat may bring along. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Thousands as this terminal writes them: `1,234.50`, `1 234`. With one comma and no point it may be a decimal comma. */
const GROUPED = /^-?\d{1,3}(?:(?:,\d{3})+\.\d*|(?:,\d{3}){2,}|(?: \d{3})+(?:\.\d*)?)$/
const ONE_COMMA = /^-?\d+,\d+$/
/** A decimal, or thousands as many languages write them. */
const ONE_POINT = /^-?[1-9]\d{0,2}\.\d{3}$/
const ASKED = '?'

/** As typed or pasted, in plain characters. */
const asTyped = (text: string): string =>
  text
    .slice(0, 2 * LONGEST)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .replace(/\s/g, ' ')
    .replace('−', '-')
    .replace(/^([+-]) /, '$1')
    .replace(/^\+(?=[\d.])/, '')

/**
 * Parses user input: spaces around it, invisible marks, full-width digits, a leading `+`, `.5`, `5.`, leading zeros, and thousands as this terminal
 * writes them are accepted; a comma that may be a decimal one, exponents and anything else give null.
 */
export function parseTyped(text: string): Decimal | null {
  const typed = asTyped(text)
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(GROUPED.test(typed) ? typed.replace(/[, ]/g, '') : typed)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return parseDecimal(`${sign === '-' ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}`)
}

/** The text to put for a pasted number: one whose point may separate thousands gets a `?`, which `parseTyped` does not take. */
export function pastedText(text: string): string {
  const typed = asTyped(text)
  return ONE_POINT.test(typed) ? `${typed}${ASKED}` : text
}

/** What is wrong with input that `parseTyped` does not take: `Size “1,234” is 1234 or 1.234. Type one of them.` */
export function notNumber(name: string, text: string): string {
  const typed = asTyped(text)
  const asked = typed.endsWith(ASKED) ? typed.slice(0, -1) : ''
  if (ONE_POINT.test(asked)) {
    return `${name} “${typed}” is ${asked} or ${asked.replace('.', '')}. Delete the “${ASKED}” or type the other.`
  }
  if (ONE_COMMA.test(typed)) {
    const asPoint = typed.replace(',', '.')
    const isEither = /,\d{3}$/.test(typed)
    return isEither
      ? `${name} “${typed}” is ambiguous. Type ${typed.replace(',', '')} or ${asPoint}.`
      : `${name} “${typed}” has a comma. Type ${asPoint}.`
  }
  const quoted = typed.length > 24 ? `${typed.slice(0, 24)}…` : typed
  return `${name} “${quoted}” is not a number.${/^[+-]?[\d.,' ]+$/.test(typed) ? ' Use digits and one decimal point.' : ''}`
}

/** Like `parseDecimal`, for values that must be valid. @throws RangeError naming `what`. */
export function decimal(text: string, what = 'decimal'): Decimal {
  const value = parseDecimal(text)
  if (value === null)
    throw new RangeError(`${what} is not plain decimal text: ${JSON.stringify(text.slice(0, LONGEST))}`)
  return value
}

/** @throws RangeError when `text` is not plain decimal text. */
export const price = (text: string): Price => decimal(text, 'price') as Price
/** @throws RangeError when `text` is not plain decimal text. */
export const size = (text: string): Size => decimal(text, 'size') as Size
/** @throws RangeError when `text` is not plain decimal text. */
export const money = (text: string): Money => decimal(text, 'amount') as Money
/** @throws RangeError when `text` is not plain decimal text. */
export const fahrenheit = (text: string): Fahrenheit => decimal(text, 'temperature') as Fahrenheit

/** An integer, such as a leverage, as a decimal. @throws RangeError when it is not an integer. */
export const whole = (count: number): Decimal => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a whole number`)
  return String(count) as Decimal
}

/** A decimal with a unit. */
type WithUnit = Price | Size | Money | Fahrenheit

/** Zero of any unit. */
export const ZERO = '0' as Price & Size & Money & Fahrenheit
/** Probability 1, and the payout of a winning share or contract. */
export const ONE = '1' as Price

export const HUNDRED = '100' as Decimal
/** One as basis points. */
export const BASIS_POINTS = '10000' as Decimal
const ONE_PERCENT = '0.01' as Decimal
const ONE_BASIS_POINT = '0.0001' as Decimal

/** Unit of a product: price × size is money; a number without a unit scales the other side; other products have no type here. */
export type Product<A extends Decimal, B extends Decimal> = A extends Price
  ? B extends Size
    ? Money
    : B extends WithUnit
      ? Decimal
      : Price
  : A extends Size
    ? B extends Price
      ? Money
      : B extends WithUnit
        ? Decimal
        : Size
    : A extends WithUnit
      ? B extends WithUnit
        ? Decimal
        : A
      : B

/** Unit of a quotient: money ÷ size is a price, money ÷ price a size; a number without a unit scales; a ratio has no unit. */
export type Quotient<A extends Decimal, B extends Decimal> = A extends Money
  ? B extends Size
    ? Price
    : B extends Price
      ? Size
      : B extends WithUnit
        ? Decimal
        : Money
  : B extends WithUnit
    ? Decimal
    : A

const text = <D extends Decimal>(value: Big): D => (value.eq(0) ? '0' : value.toFixed()) as D

/** a + b, exactly; both in the same unit, or the sum has none. */
export const add = <D extends Decimal>(a: D, b: D): D => text(new Big(a).plus(b))
/** The sum of amounts; null where any of them is unknown. */
export const knownSum = (amounts: readonly (Money | null)[]): Money | null =>
  amounts.reduce<Money | null>((sum, one) => (sum === null || one === null ? null : add(sum, one)), ZERO)
/** a − b, exactly; both in the same unit, or the difference has none. */
export const subtract = <D extends Decimal>(a: D, b: D): D => text(new Big(a).minus(b))
/** a × b, exactly. */
export const multiply = <A extends Decimal, B extends Decimal>(a: A, b: B): Product<A, B> => text(new Big(a).times(b))
/** a ÷ b rounded half up to `places`. @throws on division by zero. */
export const divide = <A extends Decimal, B extends Decimal>(a: A, b: B, places: number): Quotient<A, B> =>
  text(new Big(a).div(b).round(places, Big.roundHalfUp))
/** `pct` percent of a value, exactly. */
export const percentOf = <D extends Decimal>(value: D, pct: Decimal): D =>
  text(new Big(value).times(pct).times(ONE_PERCENT))
/** `bps` basis points of a value, exactly. */
export const basisPointsOf = <D extends Decimal>(value: D, bps: Decimal): D =>
  text(new Big(value).times(bps).times(ONE_BASIS_POINT))
/** −a */
export const negate = <D extends Decimal>(a: D): D => text(new Big(a).times(-1))
/** |a| */
export const absolute = <D extends Decimal>(a: D): D => text(new Big(a).abs())
/** −1, 0 or 1 as a is less than, equal to or greater than b. */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => new Big(a).cmp(b) as -1 | 0 | 1
export const signOf = (a: Decimal): -1 | 0 | 1 => compare(a, ZERO)
/** Whether a is a whole multiple of step (step > 0). */
export const isMultipleOf = (a: Decimal, step: Decimal): boolean => new Big(a).mod(step).eq(0)
export const lesser = <D extends Decimal>(a: D, b: D): D => (compare(a, b) <= 0 ? a : b)
export const greater = <D extends Decimal>(a: D, b: D): D => (compare(a, b) >= 0 ? a : b)

/** How a computed value is rounded to a coarser precision. */
export type Rounding = 'down' | 'up' | 'half-up'
const MODES = { down: Big.roundDown, up: Big.roundUp, 'half-up': Big.roundHalfUp } as const

/** Rounds a computed value to `places` (towards zero, away from zero, or half up) and pads to them: `12.30`. Never for wire values. */
export function toPlaces<D extends Decimal>(value: D, places: number, rounding: Rounding = 'half-up'): D {
  const rounded = new Big(value).round(places, MODES[rounding])
  return (rounded.eq(0) ? new Big(0).toFixed(places) : rounded.toFixed(places)) as D
}

/** Rounds to a multiple of `step`: `down` is towards zero. The result has the precision of `step`. */
export function toStep<D extends Decimal>(value: D, step: Decimal, rounding: Rounding = 'down'): D {
  const steps = new Big(value).div(step).round(0, MODES[rounding])
  return toPlaces(text<D>(steps.times(step)), placesOf(step))
}

/** Number of decimal places in the text: `571.80` has 2. */
export function placesOf(value: Decimal): number {
  const dot = value.indexOf('.')
  return dot < 0 ? 0 : value.length - dot - 1
}

/** Pads with zeros to at least `places`; never removes digits. For display at the market's precision. */
export function padTo<D extends Decimal>(value: D, places: number): D {
  const missing = places - placesOf(value)
  if (missing <= 0) return value
  return `${value}${value.includes('.') ? '' : '.'}${'0'.repeat(missing)}` as D
}

/** Drops trailing zeros: the form in which prices and sizes are signed (`571.80` → `571.8`; docs/service/signing.md#canonical-actions). */
export function trimZeros<D extends Decimal>(value: D): D {
  if (!value.includes('.')) return value
  const cut = value.replace(/\.?0+$/, '')
  return (cut === '-0' || cut === '' ? '0' : cut) as D
}

/**
 * The value as a bigint of 10^−places units, exactly.
 * @throws RangeError when the value has more places.
 */
export function toUnits(value: Decimal, places: number): bigint {
  const have = placesOf(value)
  if (have <= places) return BigInt(value.replace('.', '') + '0'.repeat(places - have))
  const extra = value.slice(value.length - (have - places))
  if (/[1-9]/.test(extra)) throw new RangeError(`${value} has more than ${places} decimal places`)
  return BigInt(value.slice(0, value.length - extra.length).replace('.', ''))
}

/** The inverse: a bigint of 10^−places units as text with exactly `places` decimals. */
export function fromUnits(units: bigint, places: number): Decimal {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const whole = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return `${negative ? '-' : ''}${whole}` as Decimal
}
