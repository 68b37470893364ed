/** Reads something long by its changes, one read at a time: a topic says that there are some, a call answers with those since the last one. */
import type { Cancel } from '../../contract/time.ts'

interface ChangeReaderOptions<Answer> {
  /** Answers with what changed after a version; 0 for all. */
  readonly read: (since: number) => Promise<Answer>
  readonly take: (answer: Answer) => void
  readonly after: (ms: number, run: () => void) => Cancel
}

/** After a read that failed, ms. */
const RETRY = 2000

export class ChangeReader<Answer extends { readonly version: number }> {
  readonly #options: ChangeReaderOptions<Answer>
  #known = 0
  #wanted: number | undefined
  #isReading = false
  #again: Cancel | null = null

  constructor(options: ChangeReaderOptions<Answer>) {
    this.#options = options
  }

  /** The version that the topic says; undefined while nobody looks: then nothing is read. */
  want(version: number | undefined): void {
    this.#wanted = version
    if (version === undefined) this.#again?.()
    this.#turn()
  }

  #turn(): void {
    const asked = this.#wanted
    if (this.#isReading || asked === undefined || asked === this.#known) return
    this.#isReading = true
    this.#again?.()
    const { read, take, after } = this.#options
    read(this.#known).then(
      (answer) => {
        this.#isReading = false
        this.#known = answer.version
        take(answer)
        // What changed meanwhile is read at once; an answer that is behind the topic waits for its next word.
        if (this.#wanted !== asked) this.#turn()
      },
      () => {
        this.#isReading = false
        this.#again = after(RETRY, () => this.#turn())
      },
    )
  }
}
