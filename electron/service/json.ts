/** JSON parsing that keeps numbers as text, so that decimals stay exact. */

import { LONG_JSON, parseInTurns } from '../../contract/json-in-turns.ts'

/** A number with its original text: `571.80`, `1e-7`. */
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
 * @throws SyntaxError when it is not JSON, RangeError when it is nested too deeply.
 */
export const parseJson = (text: string): unknown =>
  parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' ? new JsonNumber(source ?? String(value)) : value,
  )

/** Maximum nesting of an answer; the answers that the terminal reads have a handful of levels. */
const DEEPEST = 100

/** Like `parseJson`, but long text is parsed in slices: an answer of megabytes does not block main. */
export const parseAnswer = async (text: string): Promise<unknown> =>
  text.length <= LONG_JSON
    ? parseJson(text)
    : parseInTurns(text, {
        number: (digits) => new JsonNumber(digits),
        deepest: DEEPEST,
        pause: () => new Promise((resolve) => setImmediate(resolve)),
      })

/** A decimal as a JSON number with exactly this text, for `JSON.stringify`. */
export const jsonNumber = (decimal: string): unknown => rawJson(decimal)

/** The value with ordinary numbers; integers too large for one become bigints. Key order is kept. */
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
