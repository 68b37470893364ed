/** JSON read without losing what the service wrote: a number keeps its own text, so that decimals stay exact. */

/** A number of the wire, as the text it had there: `571.80`, `1e-7`. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/**
 * Parses JSON text; every number becomes a `JsonNumber`.
 * @throws SyntaxError when it is not JSON, RangeError when it is nested absurdly deep.
 */
export const parseJson = (text: string): unknown =>
  parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' ? new JsonNumber(source ?? String(value)) : value,
  )

/** A decimal as a JSON number with exactly this text, for `JSON.stringify`. */
export const jsonNumber = (decimal: string): unknown => rawJson(decimal)

/** The value with ordinary numbers again; whole numbers too large for one become bigints. Key order is kept. */
export function toPlain(value: unknown): unknown {
  if (value instanceof JsonNumber) {
    const number = Number(value.text)
    return /^-?\d+$/.test(value.text) && !Number.isSafeInteger(number) ? BigInt(value.text) : number
  }
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]))
  }
  return value
}

/** Longer exponents would make texts that no market has. */
const LARGEST_EXPONENT = 60

/** JSON's number text as plain decimal text: digits are moved, never computed. `1.5e-3` → `0.0015`; null when it is absurdly long. */
export function expandExponent(text: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponentText = ''] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null
  const digits = whole + fraction
  const point = whole.length + exponent
  const left = (point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+(?=\d)/, '')
  const right = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return `${sign}${left}${right === '' ? '' : `.${right}`}`
}
