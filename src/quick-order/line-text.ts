/** Numbers and prices in a line: what could be read in two ways is refused with what to write instead. Pure. */
import { type Decimal, parseTyped } from '../../contract/decimal.ts'
import type { TypedPrice } from '../markets/quick-order/index.ts'

const QUOTES: readonly string[] = ['bid', 'mid', 'ask']

/** A price as it is typed, or a name for one. */
export function priceIn(text: string): TypedPrice | { readonly why: string } {
  if (QUOTES.includes(text)) return { kind: 'quote', quote: text as 'bid' | 'mid' | 'ask' }
  const [, digits = '', unit = ''] = /^(.*?)(°?f|%)?$/u.exec(text) ?? []
  const number = numberIn(digits, 'price')
  if ('why' in number) return number
  if (unit === '%') return { kind: 'typed', value: number.value, unit: 'percent' }
  return { kind: 'typed', value: number.value, unit: unit === '' ? 'own' : 'fahrenheit' }
}

/** A plain decimal number; thousands and decimal commas are refused, for one may be meant where the other is written. */
export function numberIn(text: string, what: string): { readonly value: Decimal } | { readonly why: string } {
  if (/[,']/.test(text) && /^[+\-−]?[\d.,']+$/.test(text)) {
    const point = text.replace(/[,']/g, '.')
    const whole = text.replace(/[,']/g, '')
    const either = parseTyped(point) === null ? whole : `${point} or ${whole}`
    return {
      why: `The ${what} “${text}” can be read in two ways. Write ${either}, with a point and nothing between thousands.`,
    }
  }
  const value = parseTyped(text)
  if (value === null) return { why: `The ${what} “${text.slice(0, 24)}” is not a number.` }
  return { value }
}
