/** One-line requests other than orders with a price: closing, reversing, an exit, a prediction, and moving own orders. Pure. */

import type { BinaryDirection } from '../../contract/binary.ts'
import { compare, type Decimal, HUNDRED, type Money, parseTyped, type Size, signOf } from '../../contract/decimal.ts'
import { positive } from '../../contract/messages.ts'
import type { TypedPrice } from '../markets/quick-order.ts'

// Numbers and prices in a line: ambiguous input is refused with the unambiguous form.

const QUOTES: readonly string[] = ['bid', 'mid', 'ask']

/** A typed price, or a name for one. */
export function priceIn(text: string): TypedPrice | { readonly why: string } {
  if (QUOTES.includes(text)) return { kind: 'quote', quote: text as 'bid' | 'mid' | 'ask' }
  const [, digits = '', unit = ''] = /^(.*?)(°?f|%)?$/u.exec(text) ?? []
  const number = numberIn(digits, 'price')
  if ('why' in number) return number
  if (unit === '%') return { kind: 'typed', value: number.value, unit: 'percent' }
  return { kind: 'typed', value: number.value, unit: unit === '' ? 'own' : 'fahrenheit' }
}

/** A plain decimal number; thousands separators and decimal commas are refused, as one may be mistaken for the other. */
export function numberIn(text: string, what: string): { readonly value: Decimal } | { readonly why: string } {
  if (/[,']/.test(text) && /^[+\-−]?[\d.,']+$/.test(text)) {
    const point = text.replace(/[,']/g, '.')
    const whole = text.replace(/[,']/g, '')
    const either = parseTyped(point) === null ? whole : `${point} or ${whole}`
    return {
      why: `The ${what} “${text}” is ambiguous. Type ${either}, with a decimal point and no thousands separator.`,
    }
  }
  const value = parseTyped(text)
  if (value === null) return { why: `The ${what} “${text.slice(0, 24)}” is not a number.` }
  return { value }
}

/** How much of the position is closed. */
export type SizeQuestion =
  | { readonly of: 'all' | 'half' }
  | { readonly of: 'percent'; readonly value: Decimal }
  | { readonly of: 'size'; readonly size: Size }

export type PreviewActionLine =
  | { readonly kind: 'close'; readonly much: SizeQuestion }
  | { readonly kind: 'reverse' }
  /** The trader's resting orders, one after the other, to be moved or canceled. */
  | { readonly kind: 'orders' }
  | { readonly kind: 'exit'; readonly role: ExitRole; readonly price: Extract<TypedPrice, { kind: 'typed' }> }
  | {
      readonly kind: 'predict'
      readonly direction: BinaryDirection
      readonly amount: Money
      /** Highest cost of a contract of the direction; null for the default distance of a prediction. */
      readonly worst: Decimal | null
    }
  | { readonly kind: 'wrong'; readonly why: string }

export type ExitRole = 'stop' | 'target'

const wrong = (why: string): PreviewActionLine => ({ kind: 'wrong', why })
const tooMuch = (terms: readonly string[], all: string): PreviewActionLine =>
  wrong(`“${terms.join(' ')}” is not allowed: type ${all} only.`)

/** Null where the text means something else. */
export function parsePreviewActionLine(first: string, rest: readonly string[]): PreviewActionLine | null {
  switch (first) {
    case 'close':
      return closeOf(rest)
    case 'reverse':
      return rest.length === 0 ? { kind: 'reverse' } : tooMuch(rest, 'reverse')
    case 'orders':
      return rest.length === 0 ? { kind: 'orders' } : null
    case 'stop':
    case 'sl':
      return exitOf('stop', rest)
    case 'target':
    case 'tp':
      return exitOf('target', rest)
    case 'predict':
      return predictOf(rest)
    default:
      return null
  }
}

/** Panels, windows and tabs are closed too, so text that is not an amount means one of these. */
function closeOf([much = '', ...more]: readonly string[]): PreviewActionLine | null {
  if (much === 'all' || much === 'half') {
    return more.length === 0 ? { kind: 'close', much: { of: much } } : tooMuch(more, `close ${much}`)
  }
  if (!/^[-+−.,\d]/.test(much)) return null
  const isPercent = much.endsWith('%')
  const read = numberIn(isPercent ? much.slice(0, -1) : much, isPercent ? 'share' : 'size')
  if ('why' in read) return wrong(read.why)
  const { value } = read
  if (signOf(value) <= 0) return wrong(positive(isPercent ? 'The share' : 'The size'))
  if (isPercent && compare(value, HUNDRED) > 0) return wrong('At most 100% can be closed.')
  if (more.length > 0) return tooMuch(more, `close ${much}`)
  return { kind: 'close', much: isPercent ? { of: 'percent', value } : { of: 'size', size: value as Size } }
}

function exitOf(role: ExitRole, terms: readonly string[]): PreviewActionLine | null {
  const [text, ...more] = terms[0] === '@' || terms[0] === 'at' ? terms.slice(1) : terms
  if (text === undefined) return null
  const price = priceIn(text)
  const how = `Type ${role} and a price: ${role} 571.5, ${role} 71.5F, ${role} 0.62.`
  if ('why' in price) return wrong(`${price.why} ${how}`)
  if (price.kind !== 'typed') return wrong(`“${text}” moves with the market; a ${role} needs a fixed price. ${how}`)
  return more.length === 0 ? { kind: 'exit', role, price } : tooMuch(more, `${role} ${text}`)
}

const DIRECTIONS: Readonly<Record<string, BinaryDirection>> = { up: 'UP', down: 'DOWN' }
const HOW = 'Example: predict up 25, or predict down 25 @ 0.45'

function predictOf([way, text, at, worstText, ...more]: readonly string[]): PreviewActionLine | null {
  if (way === undefined) return null
  const direction = Object.hasOwn(DIRECTIONS, way) ? DIRECTIONS[way] : undefined
  if (direction === undefined) return wrong(`“${way}” is not a direction: use up or down. ${HOW}`)
  if (text === undefined) return wrong(`USDC amount missing. ${HOW}`)
  const amount = numberIn(text, 'amount')
  if ('why' in amount) return wrong(amount.why)
  if (signOf(amount.value) <= 0) return wrong(positive('The amount'))
  const request = { kind: 'predict', direction, amount: amount.value as Money } as const
  if (at === undefined) return { ...request, worst: null }
  if (at !== '@' && at !== 'at') return wrong(`“${at}” is not understood after the amount. ${HOW}`)
  if (worstText === undefined) return wrong(`No price after @. ${HOW}`)
  const worst = priceIn(worstText)
  if ('why' in worst) return wrong(worst.why)
  if (worst.kind !== 'typed' || worst.unit !== 'own') {
    return wrong(`“${worstText}” is not between 0 and 1. ${HOW}`)
  }
  return more.length === 0 ? { ...request, worst: worst.value } : tooMuch(more, 'the worst price')
}
