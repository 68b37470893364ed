/** Failures of the network in words, told apart by whether the request can have left this machine. */
import { text } from '../../contract/safe-text.ts'
import { type NetworkFailure, neverLeft } from './certainty.ts'
import { ServiceError } from './errors.ts'

interface Coded {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** The failures with a code in an error, from it down its causes. */
function failuresIn(error: unknown, depth = 0): NetworkFailure[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, syscall, cause, errors } = error as Coded
  const isOne = typeof code === 'string' && !Array.isArray(errors)
  const own = isOne ? [{ code, syscall: typeof syscall === 'string' ? syscall : null }] : []
  const nested = Array.isArray(errors) ? errors.flatMap((inner) => failuresIn(inner, depth + 1)) : []
  return [...own, ...nested, ...failuresIn(cause, depth + 1)]
}

/** A failed exchange as a `ServiceError`. */
export function networkFailure(route: string, host: string, error: unknown): ServiceError {
  const failures = failuresIn(error)
  const unreachable = neverLeft(failures)
  const code = failures.at(-1)?.code ?? 'connection_lost'
  return new ServiceError({
    kind: unreachable ? 'unreachable' : 'no_answer',
    route,
    code,
    message: unreachable
      ? text`No connection to ${host} (${code}).`
      : text`The connection to ${host} was cut before the answer was complete (${code}).`,
    cause: error,
  })
}

/** No answer in time: the request may have arrived. */
export const timedOut = (route: string, host: string, afterMs: number): ServiceError =>
  new ServiceError({
    kind: 'no_answer',
    route,
    code: 'timeout',
    message: text`${host} did not answer within ${afterMs / 1000} s.`,
  })
