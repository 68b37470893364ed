/**
 * A value from the wire, with its origin. Adapters read through it with the tolerance of docs/service/reading-the-wire.md; an unreadable value is a
 * `ServiceError` that names route and field.
 */

import { type Address, type Cloid, type Hex, parseAddress, parseCloid } from '../../contract/address.ts'
import { readNumber, trimZeros } from '../../contract/decimal.ts'
import {
  isPlain,
  LONGEST_NAME,
  type SafeBlock,
  type SafeText,
  safeBlock,
  safeName,
  safeText,
  text,
} from '../../contract/safe-text.ts'
import { isMillis, type Millis, millis } from '../../contract/time.ts'
import { ServiceError } from './errors.ts'
import { JsonNumber, jsonNumber, toPlain } from './json.ts'

/** Where an answer came from. */
interface Origin {
  readonly route: string
  readonly status: number
  /** When the service answered, by its own clock, to the second; null or absent where unknown. */
  readonly date?: Millis | null
  readonly onUnreadable?: (field: string, why: string) => void
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** Length of the excerpt of an unreadable answer, characters. */
export const LONGEST_EXCERPT = 200

const bare = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** One value of an answer. Readers throw `ServiceError` of kind `unreadable`. */
export class Wire {
  readonly #origin: Origin
  readonly #path: string
  readonly #value: unknown

  constructor(origin: Origin, value: unknown, path = '') {
    this.#origin = origin
    this.#value = value
    this.#path = path
  }

  /** `POST /v1/orders/submit` */
  get route(): string {
    return this.#origin.route
  }

  /** The status of the answer. */
  get status(): number {
    return this.#origin.status
  }

  /** When the service answered, by its own clock; null where unknown. */
  get answeredAt(): Millis | null {
    return this.#origin.date ?? null
  }

  /** Whether there is nothing here: absent, null or empty text. */
  get missing(): boolean {
    return this.#value === undefined || this.#value === null || this.#value === ''
  }

  get isObject(): boolean {
    return isObject(this.#value)
  }

  /** The same value, without reports of unreadable fields. */
  unheard(): Wire {
    const { route, status, date = null } = this.#origin
    return new Wire({ route, status, date }, this.#value, this.#path)
  }

  /** The beginning of the value, unchanged, on one line. */
  excerpt(): SafeText {
    const json = JSON.stringify(this.#value, (_, value) =>
      value instanceof JsonNumber ? jsonNumber(value.text) : value,
    )
    return safeText(json ?? '', LONGEST_EXCERPT)
  }

  /** The text of the value, unchanged; empty where there is none. */
  get said(): string {
    return typeof this.#value === 'string' ? this.#value : ''
  }

  /** Whether it is text, and not empty. */
  get isText(): boolean {
    return typeof this.#value === 'string' && this.#value !== ''
  }

  get isList(): boolean {
    return Array.isArray(this.#value)
  }

  /** The first of the named fields that exists, in camelCase or snake_case. */
  at(...names: string[]): Wire {
    if (isObject(this.#value)) {
      for (const name of names) {
        const key = keyOf(this.#value, name)
        if (key !== undefined) return this.#inside(this.#value[key], key)
      }
    }
    return this.#inside(undefined, names[0] ?? '')
  }

  /** The value, or null when there is none. An existing value must be readable. */
  optional<T>(read: (wire: Wire) => T): T | null {
    return this.missing ? null : read(this)
  }

  /** The object itself, or the one wrapped under `data` or one of `names`, once or twice. */
  unwrapped(...names: string[]): Wire {
    let wire: Wire = this
    for (let depth = 0; depth < 2; depth++) {
      const inner = ['data', ...names].map((name) => wire.at(name)).find((candidate) => candidate.isObject)
      if (inner === undefined) break
      wire = inner
    }
    if (!wire.isObject) wire.fail('should be an object')
    return wire
  }

  /** The items of a bare array, or of one wrapped under `data` or one of `names`, once or twice. */
  items(...names: string[]): Wire[] {
    let wire: Wire = this
    for (let depth = 0; depth < 2 && !wire.isList; depth++) {
      const inner = [...names, 'data'].map((name) => wire.at(name)).find((found) => found.isList || found.isObject)
      if (inner === undefined) break
      wire = inner
    }
    if (!wire.isList) return wire.fail(wire.missing ? 'is missing' : 'should be a list')
    return (wire.#value as unknown[]).map((item, i) => new Wire(wire.#origin, item, `${wire.#path}[${i}]`))
  }

  /** A protocol term, such as an asset or a status: short, and without control, format or direction characters. */
  text(): string {
    const value = this.#value
    if (typeof value !== 'string' || value === '') return this.fail('should be text')
    return isPlain(value) ? value : this.fail(`should be at most ${LONGEST_NAME} plain characters`)
  }

  /** A name for people, on one line. */
  name(): SafeText {
    return safeName(this.#written())
  }

  /** A sentence for people, on one line. */
  message(): SafeText {
    return safeText(this.#written())
  }

  /** A text of several lines for people, such as the rules of a market. */
  block(longest?: number): SafeBlock {
    return safeBlock(this.#written(), longest)
  }

  #written(): string {
    return typeof this.#value === 'string' && this.#value !== '' ? this.#value : this.fail('should be text')
  }

  /** Text, or a whole number as its text. */
  id(): string {
    const text = this.#value instanceof JsonNumber ? this.#value.text : this.#value
    return typeof text === 'string' && /^[^\s]{1,64}$/.test(text) ? text : this.fail('should be an id')
  }

  /** Text or a whole number as lower-case text. */
  word(): string {
    return (this.#value instanceof JsonNumber ? this.#value.text : this.text()).toLowerCase()
  }

  /** A decimal at the precision it was written in, as text or as a number, with or without an exponent. */
  decimal<D extends string>(): D {
    const text = this.#value instanceof JsonNumber ? this.#value.text : this.#value
    const value = typeof text === 'string' ? readNumber(text) : null
    return value === null ? this.fail('should be a decimal') : (value as string as D)
  }

  integer(): number {
    const value = Number(trimZeros(this.decimal()))
    return Number.isSafeInteger(value) ? value : this.fail('should be a whole number')
  }

  flag(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.fail('should be true or false')
  }

  /** Milliseconds since the epoch, or ISO 8601 (UTC where it names no zone). */
  time(): Millis {
    const value = this.#value
    if (value instanceof JsonNumber || (typeof value === 'string' && /^\d+$/.test(value))) {
      const whole = Number(this.decimal().split('.')[0])
      return isMillis(whole) ? whole : this.fail('should be a time')
    }
    const match =
      typeof value === 'string'
        ? /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(value)
        : null
    const parsed = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
    return Number.isNaN(parsed) ? this.fail('should be a time') : millis(parsed)
  }

  address(): Address {
    return (typeof this.#value === 'string' ? parseAddress(this.#value) : null) ?? this.fail('should be an address')
  }

  cloid(): Cloid {
    return (
      (typeof this.#value === 'string' ? parseCloid(this.#value) : null) ?? this.fail('should be a client order id')
    )
  }

  /** 0x hex of any length. */
  hex(): Hex {
    const value = this.#value
    return typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value) ? (value as Hex) : this.fail('should be 0x hex')
  }

  /** The object with ordinary numbers, keys in their order. */
  plainObject(): Readonly<Record<string, unknown>> {
    if (!isObject(this.#value)) return this.fail('should be an object')
    return toPlain(this.#value) as Record<string, unknown>
  }

  /** @throws ServiceError naming the unreadable field of this route, and the reason. */
  fail(why: string): never {
    const { route, status } = this.#origin
    const field = this.#path === '' ? 'answer' : this.#path
    this.#origin.onUnreadable?.(field, this.missing ? 'is missing' : why)
    throw new ServiceError({
      kind: 'unreadable',
      route,
      status,
      code: 'unreadable_answer',
      field,
      message: text`The response from ${route} cannot be read: ${field} ${this.missing ? 'is missing' : why}.`,
    })
  }

  #inside(value: unknown, key: string): Wire {
    return new Wire(this.#origin, value, this.#path === '' ? key : `${this.#path}.${key}`)
  }
}

/** The key for `name`: exact, or differing only in case and underscores. */
function keyOf(object: Record<string, unknown>, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name
  const wanted = bare(name)
  return Object.keys(object).find((key) => bare(key) === wanted)
}
