/** Quirks of other services: their names, which are on, and a turn count of each (venue/README.md#quirks). */
import { type Listen, Listeners } from '../contract/listeners.ts'

interface QuirkKind {
  /** Its effect; `N` is its number. */
  readonly does: string
  /** Default number; null for a quirk without one. */
  readonly number: number | null
}

/** Every quirk. */
export const QUIRKS = {
  'lagging-reads': { number: 5, does: 'after a change, positions and money are those before it for N seconds' },
  'replica-bucket': { number: 3, does: 'every Nth answer about the bucket is of the bucket before' },
  'no-server-time': { number: null, does: 'no answer has server_time' },
  'wrong-server-time': { number: 3, does: 'server_time is three hours ahead in every Nth answer that has it' },
  'strict-types': { number: null, does: 'text for amount_usdc or contracts is refused: 400, expected number' },
  'fees-in-shares': { number: null, does: 'purchases of outcome shares pay their fee in shares, fee_token "+<coin>"' },
  'usdc-outcomes': {
    number: null,
    does: 'outcome shares are paid in the USDC of the account, quoteToken "USDC"; no USDH is reported. Set it before anybody trades',
  },
  'minimum-value': { number: 10, does: 'orders under N of the quote are refused; scalar and binary closes are exempt' },
  'unreadable-rows': { number: null, does: 'the last row of positions, orders and fills has a size that is no number' },
  'silent-settlement': { number: null, does: 'no fill shows a settlement' },
  'ordinary-settlement': {
    number: null,
    does: 'the fill of a settlement has an ordinary order id, and dir "Settlement"',
  },
  'self-trade-one-id': {
    number: null,
    does: 'an order trades with one of its own account; both fills have one trade id',
  },
  'hanging-prepare': { number: 1, does: 'the Nth prepare is never answered' },
  'try-again-later': { number: null, does: 'sockets close with 1013 right after they open' },
  'retry-after': { number: 3, does: 'the first N prepares of closes answer 503 with Retry-After: 14' },
} as const satisfies Record<string, QuirkKind>

type QuirkName = keyof typeof QUIRKS

/** A list with an unknown quirk; the message is one line and lists the known ones. */
export class QuirkError extends Error {}

const ENTRY = /^([a-z-]+)(?:=(.*))?$/
const NUMBER = /^[1-9]\d{0,5}$/
/** The number of a quirk without one. */
const NO_NUMBER = 0

/** The quirks of one venue. */
export class Quirks {
  #on: ReadonlyMap<QuirkName, number> = new Map()
  readonly #turns = new Map<string, number>()
  readonly #changed = new Listeners()

  /**
   * Switches these on, as `name` or `name=N`, and all others off; every count restarts.
   * @throws QuirkError
   */
  set(list: readonly string[]): void {
    this.#on = new Map(list.map(readQuirk))
    this.#turns.clear()
    this.#changed.notify()
  }

  /** Notifies of every `set`. */
  readonly onSet: Listen = this.#changed.on

  /** The enabled quirks, with their numbers. */
  list(): string[] {
    return [...this.#on].map(([name, number]) => (number === NO_NUMBER ? name : `${name}=${number}`))
  }

  has(name: QuirkName): boolean {
    return this.#on.has(name)
  }

  /** The number of an enabled quirk, else null. */
  number(name: QuirkName): number | null {
    return this.#on.get(name) ?? null
  }

  /** Counts a turn of the quirk: whether it is an Nth one. Kinds are counted separately. */
  isNth(name: QuirkName, kind = ''): boolean {
    const number = this.#on.get(name)
    return number !== undefined && this.#turn(name, kind) % number === 0
  }

  /** Counts a turn: whether it is the Nth one, once. */
  isTheNth(name: QuirkName): boolean {
    const number = this.#on.get(name)
    return number !== undefined && this.#turn(name, '') === number
  }

  /** Counts a turn: whether it is among the first N. */
  isAmongFirst(name: QuirkName): boolean {
    const number = this.#on.get(name)
    return number !== undefined && this.#turn(name, '') <= number
  }

  #turn(name: QuirkName, kind: string): number {
    const key = `${name} ${kind}`
    const turn = (this.#turns.get(key) ?? 0) + 1
    this.#turns.set(key, turn)
    return turn
  }
}

function readQuirk(entry: string): [QuirkName, number] {
  const [, name = '', number] = ENTRY.exec(entry) ?? []
  if (!isQuirk(name))
    throw new QuirkError(
      `${JSON.stringify(entry.slice(0, 60))} is not a quirk; there are ${Object.keys(QUIRKS).join(', ')}`,
    )
  const usual = QUIRKS[name].number
  if (number === undefined) return [name, usual ?? NO_NUMBER]
  if (usual === null) throw new QuirkError(`${name} takes no number`)
  if (!NUMBER.test(number)) throw new QuirkError(`${name} takes a whole number from 1 to 999999`)
  return [name, Number(number)]
}

const isQuirk = (name: string): name is QuirkName => Object.hasOwn(QUIRKS, name)
