/** Says in the log when a read begins to fail and when it works again, and nothing in between: a dead service must not fill the log. */
import type { Log } from '../log/index.ts'
import { ServiceError } from './errors.ts'

/** Whether the deployment has no such route at all: its family is hidden (404), or the profile does not name it. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ServiceError && (error.status === 404 || error.kind === 'switched_off')

export class ReadLog {
  readonly #log: Log
  readonly #what: string
  #failing = false

  /** @param what is read, for the log: `the bucket`. */
  constructor(log: Log, what: string) {
    this.#log = log
    this.#what = what
  }

  failed(error: unknown, facts: object = {}): void {
    if (this.#failing) return
    this.#failing = true
    // What a deployment does not offer is no trouble.
    if (isAbsent(error)) this.#log.info(facts, `not offered: ${this.#what}`)
    else this.#log.warn({ err: error, ...facts }, `could not be read: ${this.#what}`)
  }

  worked(): void {
    if (!this.#failing) return
    this.#failing = false
    this.#log.info({}, `can be read again: ${this.#what}`)
  }
}
