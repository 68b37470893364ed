/** Number formatting for main's messages and the screen. Digits are never changed. Pure. */
import type { Decimal } from './decimal.ts'

/** A real minus sign, as wide as a plus sign. */
export const MINUS = '−'

/** `-10412.86` → `−10,412.86`: thousands separated, a real minus sign, every digit kept. */
export function grouped(value: Decimal, separator = ','): string {
  const negative = value.startsWith('-')
  const [whole = '', fraction] = (negative ? value.slice(1) : value).split('.')
  const digits = whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/g, separator) : whole
  return `${negative ? MINUS : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}
