/** Errors that reach a window with their message. */
import type { TerminalError } from '../contract/ipc.ts'
import { safeBlock } from '../contract/safe-text.ts'

/** The base class of errors that reach a window with their message; any other is only logged. */
export abstract class UserFacingError extends Error {
  /** The error as it crosses to a window: error classes do not survive the trip between processes. */
  abstract toTerminalError(): TerminalError
}

/** A refusal by the terminal itself, with a message for the trader. */
export class CallError extends UserFacingError {
  readonly code: string
  /** The field concerned, when known. */
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
