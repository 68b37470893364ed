/** A secret in memory: it prints as `[secret]` however it is printed, and only `reveal()` gives its text. */
import { watchSecret } from '../log/index.ts'

const MASK = '[secret]'

/** Holds a key or a token. Nothing that prints, logs, clones or serializes it can show what it holds. */
export class Secret {
  readonly #text: string

  /** From here on `redact` takes the text out of anything that is logged, for as long as the secret is alive. */
  constructor(text: string) {
    this.#text = text
    watchSecret(this)
  }

  /** The text itself. Call it as late as possible, and keep no copy. */
  reveal(): string {
    return this.#text
  }

  /** Whether both hold the same text. */
  equals(other: Secret | null): boolean {
    return other !== null && other.#text === this.#text
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASK
  }
}
