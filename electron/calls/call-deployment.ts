/** What calls use of a deployment. */
import type { Deployment } from '../deployment/index.ts'
import { CallError, UserFacingError } from '../errors.ts'

export type CallDeployment = Pick<
  Deployment,
  | 'profile'
  | 'service'
  | 'trading'
  | 'conditionals'
  | 'endings'
  | 'activity'
  | 'books'
  | 'settlements'
  | 'weather'
  | 'notes'
  | 'past'
  | 'equity'
  | 'alerts'
  | 'arming'
  | 'identity'
  | 'browser'
  | 'links'
  | 'favourites'
  | 'crosshairs'
  | 'instruments'
  | 'quotes'
>

/** Returned by calls without a result, once they are done: a promise of one is not accepted. */
// biome-ignore lint/suspicious/noConfusingVoidType: what such a call returns
export const noResult = (_nothing: undefined | void): null => null

// Converts errors of other modules to ones that reach a window with their message.

/** Converts an internal error to one that reaches a window with its message. */
export const withCallError =
  (code: string) =>
  (error: unknown): never => {
    if (error instanceof UserFacingError || !(error instanceof Error)) throw error
    throw new CallError(code, error.message)
  }

/** Runs something that throws errors with messages. @throws CallError with the same message. */
export function inText<Value>(code: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    return withCallError(code)(error)
  }
}
