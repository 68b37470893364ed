/** What the trader is told ahead of the end of an access token and of an agent's approval. */
import type { Clock, Millis } from '../../contract/time.ts'
import { createExpiryWatch, type ExpiryWatch } from './expiry-watch.ts'

/** Shows and takes away what the trader must be told; one notice a key. */
export interface IdentityNotices {
  put(key: string, level: 'warning' | 'error', title: string, detail: string): void
  clear(key: string): void
}

export interface ExpiryNoticesOptions {
  readonly clock: Pick<Clock, 'after'>
  /** The service's time, ms; null while it is not known: the machine's own clock may be days off. */
  readonly serverTime: () => number | null
  readonly notices: IdentityNotices
}

/** How long ahead the end of a token and of an agent's approval is told, ms. */
const TOKEN_AHEAD = 5 * 60_000
const AGENT_AHEAD = 3 * 86_400_000

/** @param onOver is given what to say when the token has run out. */
export const watchToken = (
  { clock, serverTime, notices }: ExpiryNoticesOptions,
  onOver: (reason: string) => void,
): ExpiryWatch =>
  createExpiryWatch({
    clock,
    now: serverTime,
    ahead: TOKEN_AHEAD,
    onNear: (at) =>
      notices.put(
        'token',
        'warning',
        `The access token runs out at ${timeOfDay(at)}`,
        'Import a new one in Account before then. Nothing that is open or typed is lost.',
      ),
    onOver: (at) => onOver(`The access token ran out at ${timeOfDay(at)}. Import a new one to go on.`),
    onFar: () => notices.clear('token'),
  })

export const watchAgent = ({ clock, serverTime, notices }: ExpiryNoticesOptions, onOver: () => void): ExpiryWatch =>
  createExpiryWatch({
    clock,
    now: serverTime,
    ahead: AGENT_AHEAD,
    onNear: (at) =>
      notices.put(
        'agent',
        'warning',
        `The agent's approval runs out on ${dayOf(at)}`,
        'Rotate the agent key in Account before then; orders are refused without an approved agent.',
      ),
    onOver: () => {
      notices.clear('agent')
      onOver()
    },
    onFar: () => notices.clear('agent'),
  })

/** `14:05 UTC` */
const timeOfDay = (at: Millis): string => `${new Date(at).toISOString().slice(11, 16)} UTC`
/** `2026-11-24 14:05 UTC` */
const dayOf = (at: Millis): string => `${new Date(at).toISOString().slice(0, 10)} ${timeOfDay(at)}`
