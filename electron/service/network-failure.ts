/** Tells apart the failures in which nothing left this machine from those in which the request may have arrived. */
import { type Delivery, ServiceError } from './errors.ts'

/** Failures to look up, reach or trust the server: they come before the request is written. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

interface Coded {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** The error codes in a failure, from it down its causes. */
function failuresIn(error: unknown, depth = 0): Coded[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, cause, errors } = error as Coded
  const own = typeof code === 'string' && !Array.isArray(errors) ? [error as Coded] : []
  const nested = Array.isArray(errors) ? errors.flatMap((inner) => failuresIn(inner, depth + 1)) : []
  return [...own, ...nested, ...failuresIn(cause, depth + 1)]
}

const isBeforeSending = ({ code, syscall }: Coded): boolean =>
  BEFORE_SENDING.has(code as string) || (code === 'ETIMEDOUT' && syscall === 'connect')

/** A failed exchange as a `ServiceError` of kind `network`. */
export function networkFailure(route: string, host: string, error: unknown): ServiceError {
  const failures = failuresIn(error)
  const delivery: Delivery = failures.length > 0 && failures.every(isBeforeSending) ? 'not_sent' : 'maybe_sent'
  const code = failures.map(({ code }) => code as string).at(-1) ?? 'connection_lost'
  return new ServiceError({
    kind: 'network',
    route,
    delivery,
    code,
    message:
      delivery === 'not_sent'
        ? `No connection to ${host} (${code}).`
        : `The connection to ${host} was cut before the answer was complete (${code}).`,
    cause: error,
  })
}

/** No answer in time: the request may have arrived. */
export const timedOut = (route: string, host: string, afterMs: number): ServiceError =>
  new ServiceError({
    kind: 'network',
    route,
    delivery: 'maybe_sent',
    code: 'timeout',
    message: `${host} did not answer within ${afterMs / 1000} s.`,
  })
