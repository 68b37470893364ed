/** What the trader must be told that belongs to no panel; a topic of its own, kept until dismissed. */
import type { Notice } from '../contract/session.ts'
import type { Clock } from '../contract/time.ts'
import { ValueSource } from './value-source.ts'

/** The list of notices. */
export class Notices {
  readonly source = new ValueSource<'notices'>('notices', [])
  readonly #clock: Clock
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(level: Notice['level'], title: string, detail: string): void {
    this.#count += 1
    const notice: Notice = { id: `notice-${this.#count}`, level, title, detail, at: this.#clock.now() }
    this.source.set([notice, ...this.source.value])
  }

  /** A notice that stands for a state: it replaces the one of the same key, and goes with `clear`. */
  put(key: string, level: Notice['level'], title: string, detail: string): void {
    const notice: Notice = { id: key, level, title, detail, at: this.#clock.now() }
    this.source.set([notice, ...this.source.value.filter(({ id }) => id !== key)])
  }

  /** Takes a state's notice away. */
  clear(key: string): void {
    if (this.source.value.some(({ id }) => id === key)) this.dismiss(key)
  }

  dismiss(id: string): void {
    this.source.set(this.source.value.filter((notice) => notice.id !== id))
  }
}
