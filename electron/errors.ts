/** Errors that a window is told in their own words. */
import type { TerminalError } from '../contract/ipc.ts'
import { safeBlock } from '../contract/safe-text.ts'

/** The base class of every error that crosses to a window in its own words; any other is only written to the log. */
export abstract class UserFacingError extends Error {
  /** The error as it crosses to a window: error classes do not survive the trip between processes. */
  abstract toTerminalError(): TerminalError
}

/** A refusal of the terminal's own, in words for the trader. */
export class CallError extends UserFacingError {
  readonly code: string
  /** Field that it is about, when known. */
  readonly about: string | null

  constructor(code: string, message: string, about: string | null = null) {
    // It may quote a page, a file or a service.
    super(safeBlock(message))
    this.name = 'CallError'
    this.code = code
    this.about = about
  }

  toTerminalError(): TerminalError {
    return { code: this.code, message: safeBlock(this.message), status: null, about: this.about }
  }
}
