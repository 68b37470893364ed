/** The status bar's facts in words. Pure. */

import { shortAddress } from '../../../contract/address.ts'
import type { AgentView, ConnectionView, KeychainView, SessionView } from '../../../contract/session.ts'
import { countdown, daysLeft } from '../../format/index.ts'

export type Tone = 'good' | 'wait' | 'bad'
export interface StateWords {
  readonly tone: Tone
  readonly words: string
  /** When it is tried again; apart from the words, so that a countdown is not read out each second. */
  readonly retry: string | null
  /** Why, when there is a why. */
  readonly reason: string | null
}

/** Connection in words. An open socket without fresh data is stale, never live. */
export function connectionWords(connection: ConnectionView | undefined, stale: boolean, silent: boolean): StateWords {
  if (connection === undefined) return { tone: 'wait', words: 'Starting', retry: null, reason: null }
  if (silent) return { tone: 'bad', words: 'No word from the main process', retry: null, reason: null }
  const { socket, reason, retryInMs } = connection
  if (socket === 'offline') {
    const retry = retryInMs === null ? null : `next try in ${Math.ceil(retryInMs / 1000)} s`
    return { tone: 'bad', words: 'Offline', retry, reason }
  }
  if (socket === 'connecting') {
    return { tone: 'wait', words: connection.attempts > 0 ? 'Reconnecting' : 'Connecting', retry: null, reason }
  }
  return stale
    ? { tone: 'bad', words: 'Stale', retry: null, reason: reason ?? 'connected, but no data comes' }
    : { tone: 'good', words: 'Live', retry: null, reason: null }
}

/** `data 0.1 s old` */
export function ageWords(ageMs: number | null): string {
  if (ageMs === null) return 'no data yet'
  if (ageMs < 60_000) return `data ${(Math.floor(ageMs / 100) / 10).toFixed(1)} s old`
  const minutes = Math.floor(ageMs / 60_000)
  return `data ${minutes} min ${Math.floor((ageMs % 60_000) / 1000)} s old`
}

/** `clock +12 ms`: the server's clock against this machine's. */
export function clockWords(offsetMs: number | null): string {
  if (offsetMs === null) return 'clock not measured'
  const whole = Math.round(offsetMs)
  const size = Math.abs(whole)
  return `clock ${whole < 0 ? '−' : '+'}${size < 10_000 ? `${size} ms` : countdown(size)}`
}

export function identityWords(session: SessionView): string {
  const { identity, identityError } = session
  if (identity?.wallet != null) return `Wallet ${shortAddress(identity.wallet)}`
  if (identity !== null) return identity.email ?? 'No wallet'
  return identityError ?? 'Not signed in'
}

/** Agent wallet in words; `now` by the server's clock. */
export function agentWords(agent: AgentView, now: number): { readonly words: string; readonly reason: string | null } {
  switch (agent.state) {
    case 'missing':
      return { words: 'No agent', reason: agent.reason }
    case 'approving':
      return { words: `Agent ${shortAddress(agent.address)}, being approved`, reason: null }
    case 'failed':
      return { words: `Agent ${shortAddress(agent.address)}, not approved`, reason: agent.reason }
    case 'approved': {
      const left = agent.expiresAt === null ? '' : `, ${daysLeft(agent.expiresAt - now)}`
      return { words: `Agent ${shortAddress(agent.address)}${left}`, reason: null }
    }
  }
}

export const keychainWords = (keychain: KeychainView): { readonly words: string; readonly reason: string | null } =>
  keychain.mode === 'keychain'
    ? { words: 'Keychain', reason: null }
    : { words: 'Keys for this session only', reason: keychain.reason }

/** How long before its end the access token is spoken of, ms. */
const TOKEN_NEAR = 5 * 60_000

/** `token ends in 4:05`, in the last five minutes; null before, and for a token that does not say. `now` by the server's clock. */
export function tokenEndWords(token: SessionView['token'], now: number): string | null {
  if (token === null || token.expiresAt === null) return null
  const left = token.expiresAt - now
  if (left > TOKEN_NEAR) return null
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return `token ends in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
