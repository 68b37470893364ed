/** How much one socket may send, so that one deployment never takes from main what another deployment's exits need. */
import { type SafeText, text } from '../../../contract/safe-text.ts'

/**
 * A second, averaged over `WINDOW`; what a socket is sent at its opening, all books and tapes at once, fits into one window several times.
 *
 * - `messages`: the terminal is measured at 10,000 books a second (docs/performance.md), more than any venue sends one client.
 * - `bytes`: 10,000 books of 25 levels a side are 20 MB. A book of the usual shape is read from its bytes at more than 400 MB a second,
 *   so that these cost less than a tenth of a core.
 * - `others`: everything but such books, framing included. It goes through `JSON.parse`, which takes 9 MB a second at its worst and 80 of
 *   trades. 10,000 trades a second are 1 MB, the contexts of 1,000 assets 0.3 MB.
 */
const PER_SECOND = { messages: 15_000, bytes: 32_000_000, others: 2_000_000 } as const
/** ms */
const WINDOW = 5_000

type Kind = keyof typeof PER_SECOND

const SAID: Readonly<Record<Kind, SafeText>> = {
  messages: text`The service sends more than ${PER_SECOND.messages.toLocaleString('en-US')} messages a second.`,
  bytes: text`The service sends more than ${PER_SECOND.bytes / 1e6} MB a second.`,
  others: text`The service sends more than ${PER_SECOND.others / 1e6} MB a second beside its order books.`,
}

/** Token buckets of one socket, full at its opening. */
export class FeedBudget {
  readonly #spent: Record<Kind, number> = { messages: 0, bytes: 0, others: 0 }
  #at: number

  /** @param now monotonic ms, as below. */
  constructor(now: number) {
    this.#at = now
  }

  /** Bytes came, framing included; what they are is not known yet. */
  received(bytes: number, now: number): void {
    this.#refill(now)
    this.#spent.bytes += bytes
    this.#spent.others += bytes
  }

  /** A message, a ping or a pong is complete. @param bookBytes how many of its bytes were a book of the usual shape. */
  message(bookBytes: number, now: number): void {
    this.#refill(now)
    this.#spent.messages += 1
    this.#spent.others = Math.max(0, this.#spent.others - bookBytes)
  }

  /** Why the socket is to be closed; null while it keeps within its budget. */
  get excess(): SafeText | null {
    for (const kind of ['messages', 'bytes', 'others'] as const) {
      if (this.#spent[kind] > (PER_SECOND[kind] * WINDOW) / 1000) return SAID[kind]
    }
    return null
  }

  #refill(now: number): void {
    const seconds = (now - this.#at) / 1000
    if (seconds === 0) return
    this.#at = now
    const { messages, bytes, others } = this.#spent
    this.#spent.messages = Math.max(0, messages - seconds * PER_SECOND.messages)
    this.#spent.bytes = Math.max(0, bytes - seconds * PER_SECOND.bytes)
    this.#spent.others = Math.max(0, others - seconds * PER_SECOND.others)
  }
}
