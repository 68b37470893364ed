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

// Errors of other rooms, as ones that reach a window in their words.

/** An error that is not for a window yet, as one that reaches it in its words. */
export const saidAs =
  (code: string) =>
  (error: unknown): never => {
    if (error instanceof UserFacingError || !(error instanceof Error)) throw error
    throw new CallError(code, error.message)
  }

/** Runs something that throws errors in words. @throws CallError with those words. */
export function inText<Value>(code: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    return saidAs(code)(error)
  }
}
