/** Splits the bytes of the DevTools pipe into messages: JSON texts that each end with a NUL byte. */
export class MessageSplitter {
  readonly #onMessage: (text: string) => void
  #parts: Buffer[] = []

  constructor(onMessage: (text: string) => void) {
    this.#onMessage = onMessage
  }

  /** Takes the next bytes, split at any point. */
  push(chunk: Buffer): void {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(0, from)
      if (end === -1) break
      this.#parts.push(chunk.subarray(from, end))
      const text =
        this.#parts.length === 1 ? this.#parts[0]?.toString('utf8') : Buffer.concat(this.#parts).toString('utf8')
      this.#parts = []
      from = end + 1
      if (text !== undefined && text !== '') this.#onMessage(text)
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from))
  }
}

/** One message in pipe format. */
export const frame = (message: object): string => `${JSON.stringify(message)}\0`
