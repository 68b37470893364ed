/** Errors whose message a window may show as it stands. */
import type { TerminalError } from '../../contract/ipc.ts'

/** The base class of every error that crosses to a window in its own words; any other is only written to the log. */
export abstract class UserFacingError extends Error {
  /** The error as it crosses to a window: error classes do not survive the trip between processes. */
  abstract toTerminalError(): TerminalError
}
