/** A column of figures as one text with a line for each level, written when any of them changed. */
import type { TextTarget } from './text-target.ts'

interface LineColumnOptions {
  readonly target: TextTarget
  readonly lines: number
  /** Whether the first level stands at the bottom. */
  readonly upward: boolean
  /** How a value is written. */
  readonly write: (value: string) => string
}

export class LineColumn {
  readonly #options: LineColumnOptions
  /** As the market says them, and as they are written; best level first. */
  readonly #values: string[]
  readonly #texts: string[]
  #isChanged = false

  constructor(options: LineColumnOptions) {
    this.#options = options
    this.#values = Array.from({ length: options.lines }, () => '')
    this.#texts = [...this.#values]
  }

  /** Undefined for a level that is not there. */
  set(level: number, value = ''): void {
    if (this.#values[level] === value) return
    this.#values[level] = value
    this.#texts[level] = value === '' ? '' : this.#options.write(value)
    this.#isChanged = true
  }

  /** The text of a level. */
  at(level: number): string {
    return this.#texts[level] ?? ''
  }

  /** Writes what has been set. */
  paint(): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    const { target, upward } = this.#options
    target.data = (upward ? this.#texts.toReversed() : this.#texts).join('\n')
  }
}
