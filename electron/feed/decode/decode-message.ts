/** Parses a message of the feed and dispatches it. Never throws: unreadable messages are counted, and logged once per kind. */

import type { PublicTrade } from '../../../contract/market.ts'
import type { Log } from '../../log/index.ts'
import { BookDecoder } from './decode-book.ts'
import { type ContextPatch, readContext, readOutcomePrices, readTrade } from './decode-market.ts'
import { coinOf, type Dictionary, isDictionary } from './wire.ts'

/** Rejected messages: counted by kind, and logged once per kind and connection. */
export class BadData {
  readonly #log: Log
  readonly #counts = new Map<string, number>()
  readonly #logged = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  /** Number of rejected messages so far, by kind. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  note(kind: string, bytes: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    if (this.#logged.has(kind)) return
    this.#logged.add(kind)
    this.#log.warn({ kind, bytes }, 'feed message rejected')
  }

  /** A new connection: each kind may be logged once more. */
  restart(): void {
    this.#logged.clear()
  }
}

/** No trade, price or context is longer; a book of the usual shape is read from its bytes at any size. */
const LARGEST_PARSED = 256 * 1024
/** Maximum nesting of lists and objects: a book has five. */
const DEEPEST = 16
/** `JSON.parse` takes ten times as long per byte for lists nested tens of thousands deep. Below this size that is under a millisecond. */
const LOOKED_AT_FROM = 16 * 1024

/** Parses the JSON of a message, except one that would keep main from its other work. */
type ParsedMessage =
  | { readonly value: unknown }
  | { readonly fault: 'not JSON' | 'too large to be no book' | 'nested too deep' }

/** The JSON of a message; one that is too large or too deep is not parsed at all. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  if (bytes.length > LARGEST_PARSED) return { fault: 'too large to be no book' }
  if (bytes.length > LOOKED_AT_FROM && isDeep(bytes)) return { fault: 'nested too deep' }
  try {
    return {
      value: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as unknown,
    }
  } catch {
    return { fault: 'not JSON' }
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, BRACE, END_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Ends at the first place that is too deep. For text that is not JSON the answer is arbitrary. */
function isDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]
    if (isText) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN || byte === BRACE) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (byte === CLOSE || byte === END_BRACE) depth -= 1
  }
  return false
}

/** Handlers of each kind of message. */
interface MessageHandlers {
  /** A book of the usual shape, found but not read yet: `decoder.coin` is its coin. */
  bookBytes(decoder: BookDecoder, bytes: Uint8Array): void
  /** A book of another shape. */
  bookJson(coin: string, data: Dictionary): void
  /** The readable trades of one message, in its order, by asset. */
  trades(asset: string, trades: readonly PublicTrade[]): void
  /** Mark and context of one asset; the price of a coin. */
  context(patch: ContextPatch): void
  pong(): void
  acknowledged(data: unknown): void
  failed(data: unknown): void
}

/** Faults of a message; a fixed set, so that each is counted and logged separately. */
type Fault =
  | Extract<ParsedMessage, { fault: unknown }>['fault']
  | 'no channel'
  | 'unknown channel'
  | 'book'
  | 'trades'
  | 'trade'
  | 'activeAssetCtx'
  | 'outcomePrices'
  | 'unexpected'

/** After this many unreadable trades in one message the rest is skipped. */
const MAX_UNREADABLE = 100

export class MessageDecoder {
  readonly #handlers: MessageHandlers
  readonly #bad: BadData
  readonly #books = new BookDecoder()

  constructor(handlers: MessageHandlers, bad: BadData) {
    this.#handlers = handlers
    this.#bad = bad
  }

  /** @returns how many of the bytes were a book of the usual shape, which costs almost nothing to read: all or none. */
  take(bytes: Buffer): number {
    let fault: Fault | null
    try {
      if (this.#books.find(bytes)) {
        this.#handlers.bookBytes(this.#books, bytes)
        return this.#books.isUsual ? bytes.length : 0
      }
      fault = this.#json(bytes)
    } catch {
      fault = 'unexpected'
    }
    if (fault !== null) this.#bad.note(fault, bytes.length)
    return 0
  }

  #json(bytes: Buffer): Fault | null {
    const parsed = parseMessage(bytes)
    if ('fault' in parsed) return parsed.fault
    const message = parsed.value
    if (!isDictionary(message) || typeof message.channel !== 'string') return 'no channel'
    const { channel, data } = message
    switch (channel) {
      case 'book':
      case 'outcomeBook':
        return this.#book(data)
      case 'trades':
      case 'outcomeTrades':
        return this.#trades(data)
      case 'activeAssetCtx':
        return this.#context(data)
      case 'outcomePrices':
        return this.#outcomePrices(data)
      case 'pong':
        this.#handlers.pong()
        return null
      case 'subscriptionResponse':
        this.#handlers.acknowledged(data)
        return null
      case 'error':
        this.#handlers.failed(data)
        return null
      default:
        return 'unknown channel'
    }
  }

  #book(data: unknown): Fault | null {
    const coin = isDictionary(data) ? coinOf(data) : null
    if (!isDictionary(data) || coin === null) return 'book'
    this.#handlers.bookJson(coin, data)
    return null
  }

  #context(data: unknown): Fault | null {
    const patch = readContext(data)
    if (patch === null) return 'activeAssetCtx'
    this.#handlers.context(patch)
    return null
  }

  /** Readable prices are used even when another of the same message is not. */
  #outcomePrices(data: unknown): Fault | null {
    const read = readOutcomePrices(data)
    for (const patch of read?.patches ?? []) this.#handlers.context(patch)
    return read?.isWhole === true ? null : 'outcomePrices'
  }

  /** Readable trades are used even when another of the same message is not, but nothing after many unreadable ones. */
  #trades(data: unknown): Fault | null {
    if (!Array.isArray(data)) return 'trades'
    let fault: Fault | null = null
    let unreadable = 0
    const byAsset = new Map<string, PublicTrade[]>()
    for (const item of data as readonly unknown[]) {
      const trade = readTrade(item)
      if (trade === null) {
        fault = 'trade'
        unreadable += 1
        // Examining an invalid trade takes longer than reading a valid one.
        if (unreadable >= MAX_UNREADABLE) break
        continue
      }
      const trades = byAsset.get(trade.asset)
      if (trades === undefined) byAsset.set(trade.asset, [trade])
      else trades.push(trade)
    }
    for (const [asset, trades] of byAsset) this.#handlers.trades(asset, trades)
    return fault
  }
}
