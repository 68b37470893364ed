/**
 * The focus of a form that is hidden while its market takes no orders. It goes to what stands in its place, which keeps the keys: what is being
 * typed must not become presses of keys that trade. It goes back when the form does, unless the trader went elsewhere meanwhile.
 */

/** What may have the focus. */
interface Focusable {
  readonly isConnected: boolean
  focus(): void
}

export class KeptFocus {
  #at: Focusable | null = null
  #isClosed = false

  /** A part of the form has the focus. */
  entered(at: Focusable): void {
    if (!this.#isClosed) this.#at = at
  }

  /** The focus left the form, or what stands in its place; a form that is being hidden loses it without anybody going elsewhere. */
  left(from: 'form' | 'state'): void {
    if (from === (this.#isClosed ? 'state' : 'form')) this.#at = null
  }

  /** The form is hidden and `state` stands in its place, or it is back. */
  turned(isClosed: boolean, state: Focusable | null): void {
    if (isClosed === this.#isClosed) return
    this.#isClosed = isClosed
    if (this.#at === null) return
    if (isClosed) state?.focus()
    else if (this.#at.isConnected) this.#at.focus()
  }
}
