/** Requests that never left for the service's limit on them, in words. */
import { safeText } from '../../contract/safe-text.ts'
import { ServiceError } from './errors.ts'

/** @param until the service's time, ms since the epoch. */
export const pauseWords = (until: number): string =>
  `The service asks for a pause until ${new Date(until).toISOString().slice(11, 19)} UTC.`

/** It waited in vain. @param until when the service asks for a pause that long; null when it asks for none. */
export function heldBack(
  route: string,
  until: number | null,
  retryAfterMs: number | null,
  waitedMs: number,
): ServiceError {
  const seconds = Math.max(0, Math.round(waitedMs / 1_000))
  const tooFew = `The service's request limit left no room for it within ${seconds} s.`
  return limitError(route, until === null ? tooFew : pauseWords(until), retryAfterMs)
}

/** It waited for an action that is over. */
export const withdrawn = (route: string): ServiceError =>
  limitError(route, "It was withdrawn while it waited for the service's request limit.", null)

const limitError = (route: string, message: string, retryAfterMs: number | null): ServiceError =>
  new ServiceError({ kind: 'held_back', route, code: 'request_limit', message: safeText(message), retryAfterMs })
