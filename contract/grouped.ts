/** Number formatting for main's messages and the screen. Only money is rounded. Pure. */
import { absolute, compare, type Decimal, negate, signOf, toPlaces } from './decimal.ts'

/** A real minus sign, as wide as a plus sign. */
export const MINUS = '−'

/** `-10412.86` → `−10,412.86`: thousands separated, a real minus sign, every digit kept. */
export function grouped(value: Decimal, separator = ','): string {
  const negative = value.startsWith('-')
  const [whole = '', fraction] = (negative ? value.slice(1) : value).split('.')
  const digits = whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/g, separator) : whole
  return `${negative ? MINUS : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

const CENT = '0.01' as Decimal

/** Money to the cent: `10,412.86`, `−0.50`; what is less than a cent but not nothing is `<0.01`, or `−<0.01`. */
export function cents(value: Decimal, separator = ','): string {
  if (signOf(value) === 0 || compare(absolute(value), CENT) >= 0) return grouped(toPlaces(value, 2), separator)
  return `${signOf(value) < 0 ? MINUS : ''}<${CENT}`
}

/** The same with its sign also before a gain: `+324.00`, `−2.00`, `0.00`. @param gap between sign and figure */
export const signedCents = (value: Decimal, separator = ',', gap = ''): string =>
  signOf(value) === 0
    ? cents(value, separator)
    : `${signOf(value) > 0 ? '+' : MINUS}${gap}${cents(signOf(value) < 0 ? negate(value) : value, separator)}`
