/** How much one socket may send, so that one deployment never takes from main what another deployment's exits need. */
import { type SafeText, text } from '../../../contract/safe-text.ts'

/**
 * A second, averaged over `WINDOW`; what a socket is sent at its opening, all books and tapes at once, fits into one window several times.
 *
 * - `messages`: the terminal is measured at 10,000 books a second (docs/performance.md), more than any venue sends one client.
 * - `bytes`: 10,000 books of 25 levels a side are 20 MB. A book of the usual shape is read from its bytes at more than 400 MB a second,
 *   so that these cost less than a tenth of a core.
 * - `others`: everything but such books, framing included. Parsing and checking it takes 5 MB a second at its worst (objects each of another
 *   shape, prices of thousands of coins) and 40 of trades. 10,000 trades a second are 1 MB, the contexts of 1,000 assets 0.3 MB, and 750
 *   books of another shape 1.5 MB.
 * - `work`: ms of main. On a machine so busy that main reads nonsense more slowly than `others` allows, that would still take all of main;
 *   10,000 books take 50 ms.
 */
const PER_SECOND = { messages: 15_000, bytes: 32_000_000, others: 1_500_000, work: 400 } as const
/** ms */
const WINDOW = 5_000
/** ms that one message counts for: one during which the machine slept or paused is no flood. */
const LONGEST_WORK = 500

type Kind = keyof typeof PER_SECOND
const KINDS: readonly Kind[] = ['messages', 'bytes', 'others', 'work']

const SAID: Readonly<Record<Kind, SafeText>> = {
  messages: text`The service sends more than ${PER_SECOND.messages.toLocaleString('en-US')} messages a second.`,
  bytes: text`The service sends more than ${PER_SECOND.bytes / 1e6} MB a second.`,
  others: text`The service sends more than ${PER_SECOND.others / 1e6} MB a second beside its order books.`,
  work: text`The messages of the service take more than ${PER_SECOND.work / 10} % of the terminal's time.`,
}

/** Token buckets of one socket, full at its opening. */
export class FeedBudget {
  readonly #spent: Record<Kind, number> = { messages: 0, bytes: 0, others: 0, work: 0 }
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

  /**
   * A message, a ping or a pong is complete.
   * @param bookBytes how many of its bytes were a book of the usual shape.
   * @param work ms that it took.
   */
  message(bookBytes: number, work: number, now: number): void {
    this.#refill(now)
    this.#spent.messages += 1
    this.#spent.work += Math.min(work, LONGEST_WORK)
    this.#spent.others = Math.max(0, this.#spent.others - bookBytes)
  }

  /** Why the socket is to be closed; null while it keeps within its budget. */
  get excess(): SafeText | null {
    for (const kind of KINDS) {
      if (this.#spent[kind] > (PER_SECOND[kind] * WINDOW) / 1000) return SAID[kind]
    }
    return null
  }

  #refill(now: number): void {
    const seconds = (now - this.#at) / 1000
    if (seconds === 0) return
    this.#at = now
    for (const kind of KINDS) this.#spent[kind] = Math.max(0, this.#spent[kind] - seconds * PER_SECOND[kind])
  }
}
