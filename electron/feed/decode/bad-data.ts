/** Messages that were kept out: counted by kind, and logged once for each kind on a connection. */
import type { Log } from '../../log/index.ts'

export class BadData {
  readonly #log: Log
  readonly #counts = new Map<string, number>()
  readonly #logged = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  /** How many were kept out so far, by kind. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  note(kind: string, bytes: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    if (this.#logged.has(kind)) return
    this.#logged.add(kind)
    this.#log.warn({ kind, bytes }, 'feed message kept out')
  }

  /** A new connection: each kind may be logged once more. */
  restart(): void {
    this.#logged.clear()
  }
}
