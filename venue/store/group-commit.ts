/** Many actions, one flush to disk: what a turn of the event loop changed is committed together, and answered only then. */

export interface GroupCommitOptions {
  /** Whether anything waits to be written. */
  dirty: () => boolean
  /** Writes everything down; it is on disk on return. */
  write: () => void
  /** Calls back at the end of this turn of the event loop. */
  defer: (run: () => void) => void
  /** Told of a write that failed while nobody waited for it; it is tried again with the next. */
  failed: (error: unknown) => void
}

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
}

/** The commits of one venue. */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #waiting: Waiting[] = []
  #scheduled = false

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  /** Commits at the end of this turn, when there is something to commit. */
  soon(): void {
    if (this.#scheduled || !this.#options.dirty()) return
    this.#scheduled = true
    this.#options.defer(() => {
      this.#scheduled = false
      this.#commit()
    })
  }

  /** Resolves when everything done so far is on disk. @throws what writing threw. */
  async durable(): Promise<void> {
    if (!this.#options.dirty()) return
    this.soon()
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #commit(): void {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      this.#options.write()
    } catch (error) {
      if (waiting.length === 0) this.#options.failed(error)
      for (const { reject } of waiting) reject(error)
      return
    }
    for (const { resolve } of waiting) resolve()
  }
}
