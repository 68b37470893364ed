/** Errors of other rooms, as ones that reach a window in their words. */
import { CallError, UserFacingError } from '../errors.ts'

/** An error that is not for a window yet, as one that reaches it in its words. */
export const saidAs =
  (code: string) =>
  (error: unknown): never => {
    if (error instanceof UserFacingError || !(error instanceof Error)) throw error
    throw new CallError(code, error.message)
  }

/** Runs something that throws errors in words. @throws CallError with those words. */
export function inWords<Value>(code: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    return saidAs(code)(error)
  }
}
