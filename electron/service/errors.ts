/** Failures of the trading service, as a tree: the request and the answer. What they prove about the request is decided in `certainty.ts`. */
import type { TerminalError } from '../../contract/ipc.ts'
import { type SafeBlock, type SafeText, safeBlock } from '../../contract/safe-text.ts'
import { UserFacingError } from '../errors.ts'
import type { Log } from '../log/index.ts'

export type ServiceErrorKind =
  /** No connection: the request never left. */
  | 'unreachable'
  /** A time-out, a cut connection: the request may have arrived. */
  | 'no_answer'
  /** The service, or a gateway before it, answered with an error status, or with a success whose body states a refusal. */
  | 'problem'
  /** The answer cannot be read as the route's result. */
  | 'unreadable'
  /** The deployment has no route for this: the feature is switched off. */
  | 'switched_off'
  /** There is no token, so the request was not made. */
  | 'signed_out'
  /** The rate limit did not allow it in time: it was never sent. */
  | 'held_back'

/** Everything the terminal needs to act on and to show when the service fails. The message is the service's `detail` on one line. */
export class ServiceError extends UserFacingError {
  readonly kind: ServiceErrorKind
  /** `GET /v1/bucket` */
  readonly route: string
  readonly status: number | null
  /** The machine code, when there is one; otherwise a term for the kind of failure. */
  readonly code: string
  /** Field named by the service or by the adapter, when there is one. */
  readonly field: string | null
  /** Whether the answer is a problem in the service's own form, which no gateway uses (docs/service/errors.md#problem). */
  readonly isProblem: boolean
  readonly retryAfterMs: number | null
  /** The service's complete message where it is longer than `message`; else null. */
  readonly full: SafeBlock | null

  constructor(init: {
    kind: ServiceErrorKind
    route: string
    message: SafeText
    code: string
    status?: number | null
    field?: string | null
    isProblem?: boolean
    retryAfterMs?: number | null
    full?: SafeBlock | null
    cause?: unknown
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'ServiceError'
    this.kind = init.kind
    this.route = init.route
    this.status = init.status ?? null
    this.code = init.code
    this.field = init.field ?? null
    this.isProblem = init.isProblem ?? false
    this.retryAfterMs = init.retryAfterMs ?? null
    this.full = init.full ?? null
  }

  /** The error as it crosses to a window. */
  toTerminalError(): TerminalError {
    return { code: this.code, message: safeBlock(this.message), status: this.status, about: this.field ?? this.route }
  }
}

/** Whether the deployment has no such route at all: its family is hidden (404), or its settings do not name it. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ServiceError && (error.status === 404 || error.kind === 'switched_off')

/** Logs when a read begins to fail and when it works again, and nothing in between: a dead service must not fill the log. */
export class ReadLog {
  readonly #log: Log
  readonly #what: string
  #failing = false

  /** @param what name of the read in the log: `the bucket`. */
  constructor(log: Log, what: string) {
    this.#log = log
    this.#what = what
  }

  failed(error: unknown, facts: object = {}): void {
    if (this.#failing) return
    this.#failing = true
    // A missing feature is not a failure.
    if (isAbsent(error)) this.#log.info(facts, `not offered: ${this.#what}`)
    else this.#log.warn({ err: error, ...facts }, `could not be read: ${this.#what}`)
  }

  worked(): void {
    if (!this.#failing) return
    this.#failing = false
    this.#log.info({}, `can be read again: ${this.#what}`)
  }
}
