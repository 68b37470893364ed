/**
 * Reads a `book` or `outcomeBook` message directly from its bytes, without allocating text or objects. It accepts only the usual shape (compact JSON,
 * keys in the service's order, decimals as strings); any other message is parsed as JSON and judged by `compact-book.ts`.
 */
import { type CompactBook, type CompactSide, grow, widenPrices, widenSizes } from './compact-book.ts'
import { POWERS } from './wire.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const DOT = 0x2e
const ZERO = 0x30
const OPEN = 0x5b
const CLOSE = 0x5d
const BRACE = 0x7b
const END_BRACE = 0x7d

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
const PREFIX = ascii('{"channel":"book","data":{"coin":"')
const OUTCOME_PREFIX = ascii('{"channel":"outcomeBook","data":{"coin":"')
const TIME = ascii('"time":')
const LEVELS = ascii('"levels":[[')
const PX = ascii('{"px":"')
const SZ = ascii(',"sz":"')
const N = ascii(',"n":')

/** Number of remembered coin names, so that a message allocates no text. */
const MAX_COINS = 64

/** More digits than this may not fit an integer exactly. */
const MAX_DIGITS = 15

const matches = (bytes: Uint8Array, at: number, wanted: Uint8Array): boolean => {
  for (let i = 0; i < wanted.length; i += 1) if (bytes[at + i] !== wanted[i]) return false
  return true
}

/** Reads book messages; keeps its position, so that one decoder serves one connection. */
export class BookDecoder {
  /** Coin of the message that `find` examined. */
  coin = ''
  /** Whether the part of that message read so far has the usual shape. */
  isUsual = false
  /** Recent coins, as bytes and as text; the most frequent first. */
  readonly #coins: { readonly bytes: Uint8Array; readonly coin: string }[] = []
  #at = 0
  // The last number read: units of 10^−places.
  #units = 0
  #places = 0

  /** Whether the message is a book of the usual shape; `coin` is then its coin. Nothing beyond the coin is read. */
  find(bytes: Uint8Array): boolean {
    this.isUsual = this.#find(bytes)
    return this.isUsual
  }

  #find(bytes: Uint8Array): boolean {
    const prefix = matches(bytes, 0, PREFIX) ? PREFIX : OUTCOME_PREFIX
    if (prefix === OUTCOME_PREFIX && !matches(bytes, 0, prefix)) return false
    const from = prefix.length
    if (this.#knows(bytes, from)) return true
    let end = from
    while (end < bytes.length && bytes[end] !== QUOTE) {
      const byte = bytes[end] as number
      // An escape or a character beyond ASCII: left to the JSON path.
      if (byte === 0x5c || byte < 0x20 || byte > 0x7e || end - from > 64) return false
      end += 1
    }
    if (end >= bytes.length || end === from) return false
    const name = bytes.slice(from, end)
    this.coin = String.fromCharCode(...name)
    this.#coins.unshift({ bytes: name, coin: this.coin })
    if (this.#coins.length > MAX_COINS) this.#coins.pop()
    this.#at = end + 1
    return true
  }

  /** Whether the coin that begins at `from` is known. */
  #knows(bytes: Uint8Array, from: number): boolean {
    const coins = this.#coins
    for (let i = 0; i < coins.length; i += 1) {
      const known = coins[i] as (typeof coins)[number]
      const end = from + known.bytes.length
      if (bytes[end] !== QUOTE || !matches(bytes, from, known.bytes)) continue
      this.coin = known.coin
      this.#at = end + 1
      if (i > 0) {
        coins[i] = coins[i - 1] as typeof known
        coins[i - 1] = known
      }
      return true
    }
    return false
  }

  /**
   * Reads the message that `find` has just examined into `book` (emptied before, at the market's precision).
   * @returns false when it does not have the usual shape; the contents of the book are then undefined.
   */
  read(bytes: Uint8Array, book: CompactBook): boolean {
    this.isUsual = this.#read(bytes, book)
    return this.isUsual
  }

  #read(bytes: Uint8Array, book: CompactBook): boolean {
    let at = this.#at
    if (bytes[at] !== COMMA || !matches(bytes, at + 1, TIME)) return false
    at += 1 + TIME.length
    const from = at
    let time = 0
    for (let byte = bytes[at] as number; byte >= ZERO && byte <= 0x39; byte = bytes[at] as number) {
      time = time * 10 + byte - ZERO
      at += 1
    }
    if (at === from || at - from > MAX_DIGITS || (bytes[from] === ZERO && at - from > 1)) return false
    book.time = time
    if (bytes[at] !== COMMA || !matches(bytes, at + 1, LEVELS)) return false
    this.#at = at + 1 + LEVELS.length
    if (!this.#side(bytes, book, book.bids)) return false
    at = this.#at
    if (bytes[at] !== COMMA || bytes[at + 1] !== OPEN) return false
    this.#at = at + 2
    if (!this.#side(bytes, book, book.asks)) return false
    at = this.#at
    if (bytes[at] !== CLOSE || bytes[at + 1] !== END_BRACE || bytes[at + 2] !== END_BRACE) return false
    return at + 3 === bytes.length
  }

  /** Levels up to and including the closing bracket. */
  #side(bytes: Uint8Array, book: CompactBook, side: CompactSide): boolean {
    if (bytes[this.#at] === CLOSE) {
      this.#at += 1
      return true
    }
    for (;;) {
      if (bytes[this.#at] !== BRACE || !matches(bytes, this.#at, PX)) return false
      this.#at += PX.length
      if (!this.#number(bytes)) return false
      if (this.#places > book.pxPlaces && !widenPrices(book, this.#places)) return false
      const px = this.#units * (POWERS[book.pxPlaces - this.#places] as number)
      if (!matches(bytes, this.#at, SZ)) return false
      this.#at += SZ.length
      if (!this.#number(bytes)) return false
      if (this.#places > book.szPlaces && !widenSizes(book, this.#places)) return false
      const sz = this.#units * (POWERS[book.szPlaces - this.#places] as number)
      if (px > Number.MAX_SAFE_INTEGER || sz > Number.MAX_SAFE_INTEGER) return false
      if (bytes[this.#at] === COMMA && !this.#skipCount(bytes)) return false
      if (bytes[this.#at] !== END_BRACE) return false
      if (sz > 0) {
        if (!grow(side)) return false
        side.px[side.count] = px
        side.sz[side.count] = sz
        side.count += 1
      }
      const next = bytes[this.#at + 1]
      this.#at += 2
      if (next === CLOSE) return true
      if (next !== COMMA) return false
    }
  }

  /** `571.84"`: digits of a decimal in quotes, and the closing quote. */
  #number(bytes: Uint8Array): boolean {
    let at = this.#at
    const from = at
    let units = 0
    let dot = -1
    for (;;) {
      const byte = bytes[at] as number
      const digit = byte - ZERO
      if (digit >= 0 && digit <= 9) units = units * 10 + digit
      else if (byte === DOT && dot < 0 && at > from) dot = at
      else if (byte === QUOTE) break
      else return false
      at += 1
    }
    const digits = at - from - (dot < 0 ? 0 : 1)
    const places = dot < 0 ? 0 : at - dot - 1
    if (digits === 0 || digits > MAX_DIGITS || (dot >= 0 && places === 0)) return false
    // `0571.8` is not a valid decimal: left to the JSON path, which rejects it.
    if (bytes[from] === ZERO && digits - places > 1) return false
    this.#units = units
    this.#places = places
    this.#at = at + 1
    return true
  }

  /** `,"n":3`: the number of orders, which no view needs. */
  #skipCount(bytes: Uint8Array): boolean {
    if (!matches(bytes, this.#at, N)) return false
    let at = this.#at + N.length
    const from = at
    for (let byte = bytes[at] as number; byte >= ZERO && byte <= 0x39; byte = bytes[at] as number) at += 1
    if (at === from || (bytes[from] === ZERO && at - from > 1)) return false
    this.#at = at
    return true
  }
}
