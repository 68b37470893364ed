/** Labels of the status bar. Pure. */

import { shortAddress } from '../../../contract/address.ts'
import { counted } from '../../../contract/plural.ts'
import type {
  AgentView,
  ConnectionView,
  KeychainView,
  RequestLimitView,
  SessionView,
} from '../../../contract/session.ts'
import { countdown, timeText, validLeft, zoneText } from '../../format/index.ts'
import { spanText, type WorstAge } from '../../market-data/index.ts'
import { MESSAGES } from './messages.ts'

/** `late`: connected, but visible data is older than it may be. */
type Tone = 'good' | 'wait' | 'late' | 'bad'
interface StateText {
  readonly tone: Tone
  readonly text: string
  /** Time of the next attempt; separate from the label, so that a countdown is not read out each second. */
  readonly retry: string | null
  /** The reason, if there is one. */
  readonly reason: string | null
}

/** Signs of the data quality besides the connection. */
interface DataSigns {
  /** No visible data may be taken as current. */
  readonly stale: boolean
  /** Main itself sends nothing. */
  readonly silent: boolean
  /** Some visible data is older than it may be. */
  readonly late: boolean
}

/** Label of the connection. An open socket without fresh data is stale, never live; nor is it live while any visible data is stale. */
export function connectionText(connection: ConnectionView | undefined, data: DataSigns): StateText {
  const { stale, silent, late } = data
  if (connection === undefined) return { tone: 'wait', text: 'Starting', retry: null, reason: null }
  if (silent) return { tone: 'bad', text: 'Isotherm is not responding', retry: null, reason: null }
  const { socket, reason, retryInMs } = connection
  if (socket === 'offline') {
    const retry = retryInMs === null ? null : `next try in ${Math.ceil(retryInMs / 1000)} s`
    return { tone: 'bad', text: MESSAGES.offline, retry, reason }
  }
  if (socket === 'connecting') {
    return { tone: 'wait', text: connection.attempts > 0 ? 'Reconnecting' : 'Connecting', retry: null, reason }
  }
  if (stale) return { tone: 'bad', text: MESSAGES.stale, retry: null, reason: reason ?? 'connected, no data' }
  return late
    ? { tone: 'late', text: MESSAGES.stale, retry: null, reason }
    : { tone: 'good', text: MESSAGES.live, retry: null, reason: null }
}

const KINDS: Readonly<Record<keyof RequestLimitView['waiting'], readonly [one: string, other: string]>> = {
  closes: ['close', 'closes'],
  cancels: ['cancel', 'cancels'],
  orders: ['order', 'orders'],
  held: ['look-up', 'look-ups'],
  reads: ['read', 'reads'],
}

/**
 * The rate limit of the service, and what waits for it: `Paused by the service until 12:03:04 UTC`, `1 order, 12 reads wait`. The counts are
 * separate, so that not every change of them is read out. Null when nothing waits.
 */
export function limitText(limit: RequestLimitView | null): { readonly text: string; readonly counts: string } | null {
  if (limit === null) return null
  const { pausedUntil, waiting } = limit
  const message =
    pausedUntil === null
      ? 'Venue request limit reached'
      : `Paused by the venue until ${timeText(pausedUntil)} ${zoneText(pausedUntil)}`
  const counts = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const count = waiting[kind]
    return count === 0 ? [] : [counted(count, ...KINDS[kind])]
  })
  return { text: message, counts: counts.length === 0 ? 'none waiting' : `${counts.join(', ')} waiting` }
}

/** `data 0.1 s old`; stale data by name and in whole seconds, `book 29 s old`. */
export function ageText(worst: WorstAge | null): string {
  if (worst === null) return MESSAGES.noData
  const { what, ageMs, stale } = worst
  if (stale || ageMs >= 60_000) return `${stale ? what : 'data'} ${spanText(ageMs)} old`
  return `data ${(Math.floor(ageMs / 100) / 10).toFixed(1)} s old`
}

/** Above this offset the machine's clock counts as wrong rather than slightly off, ms. */
const LARGE_OFFSET = 2000

/** `clock +12 ms`: the server's clock relative to this machine's; with an explanation when it is far off. */
export function clockText(offsetMs: number | null): { readonly text: string; readonly reason: string | null } {
  if (offsetMs === null) return { text: 'clock not measured', reason: null }
  const whole = Math.round(offsetMs)
  const size = Math.abs(whole)
  const message = `clock ${whole < 0 ? '−' : '+'}${size < 10_000 ? `${size} ms` : countdown(size)}`
  if (size < LARGE_OFFSET) return { text: message, reason: null }
  const off =
    whole > 0
      ? `Your clock is ${countdown(size)} behind the venue's.`
      : `Your clock is ${countdown(size)} ahead of the venue's.`
  return { text: message, reason: `${off} Countdowns and expiries follow the venue; set your clock.` }
}

export function identityText(session: SessionView): string {
  const { identity, identityError } = session
  if (identity?.wallet != null) return `Wallet ${shortAddress(identity.wallet)}`
  if (identity !== null) return identity.email ?? 'No wallet'
  return identityError ?? 'Not signed in'
}

/** Label of the agent wallet; `now` by the server's clock. */
export function agentText(agent: AgentView, now: number): { readonly text: string; readonly reason: string | null } {
  switch (agent.state) {
    case 'missing':
      return { text: 'No agent', reason: agent.reason }
    case 'approving':
      return { text: `Agent ${shortAddress(agent.address)}, being approved`, reason: null }
    case 'failed':
      return { text: `Agent ${shortAddress(agent.address)}, not approved`, reason: agent.reason }
    case 'unknown':
      return { text: `Agent ${shortAddress(agent.address)}, approval unknown`, reason: agent.reason }
    case 'approved': {
      const left = agent.expiresAt === null ? [] : [validLeft(agent.expiresAt - now)]
      return { text: [`Agent ${shortAddress(agent.address)}`, ...left].join(', '), reason: null }
    }
  }
}

export const keychainText = (keychain: KeychainView): { readonly text: string; readonly reason: string | null } =>
  keychain.mode === 'keychain'
    ? { text: 'Keychain', reason: null }
    : {
        text: keychain.mode === 'waiting' ? 'Keychain locked' : 'Keys not saved',
        reason: keychain.reason,
      }

/** How long before its end the access token is mentioned, ms. */
const TOKEN_NEAR = 5 * 60_000

/** `token ends in 4:05`, in the last five minutes; null before, and for a token without an expiry. `now` by the server's clock. */
export function tokenEndText(token: SessionView['token'], now: number): string | null {
  if (token === null || token.expiresAt === null) return null
  const left = token.expiresAt - now
  if (left > TOKEN_NEAR) return null
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return MESSAGES.tokenEnds(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
}
