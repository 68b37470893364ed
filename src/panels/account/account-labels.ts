/** Labels of access, token and agent. Pure. */

import type { AccessSelf } from '../../../contract/account.ts'
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { AgentView, ProfileChoice, SessionView } from '../../../contract/session.ts'
import { momentText } from '../../format/index.ts'
import type { StatementText } from '../../ui/index.ts'

/** Labels of its buttons. */
export const MESSAGES = { approveAgent: 'Approve agent', rotateKey: 'Rotate key' } as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long before its end a token, or an agent's approval, is shown as a warning, ms. */
const TOKEN_NEAR = 5 * MINUTE
const AGENT_NEAR = 3 * DAY

/** `in 2 days`, `in 5 h`, `in 4 min`, `in less than a minute`, `over` */
function timeLeft(ms: number): string {
  if (ms <= 0) return 'over'
  if (ms >= 2 * DAY) return `in ${Math.floor(ms / DAY)} days`
  if (ms >= 2 * HOUR) return `in ${Math.floor(ms / HOUR)} h`
  return ms >= MINUTE ? `in ${Math.floor(ms / MINUTE)} min` : 'in less than a minute'
}

/** The meaning of the access level for the trader (docs/service/access.md#waitlist). */
export function accessLabel(session: Pick<SessionView, 'identity' | 'identityError' | 'waitlist'>): StatementText {
  const { identity, identityError, waitlist } = session
  if (identity === null) {
    return {
      tone: 'error',
      title: 'Signed out',
      detail: `${identityError ?? 'Not signed in.'} Copy an access token and import it here. Open windows and drafts are kept.`,
    }
  }
  if (identity.wallet === null) {
    return {
      tone: 'warning',
      title: 'Access token without wallet',
      detail: `It identifies ${identity.email ?? 'an identity'} only. You can request access but not trade. Import a token for your wallet.`,
    }
  }
  return levelText(identity, waitlist === true)
}

function levelText({ access, accessText }: AccessSelf, waitlist: boolean): StatementText {
  switch (access) {
    case 'allowed':
      return { tone: 'good', title: 'Trading allowed', detail: 'The venue lets this wallet trade.' }
    case 'waitlisted':
      return waitlist
        ? {
            tone: 'warning',
            title: 'On the waitlist',
            detail:
              'You cannot trade yet. Public market data works. Your level is checked every minute, and trading starts automatically.',
          }
        : {
            tone: 'good',
            title: 'Trading allowed',
            detail: 'You are on the waitlist, but this deployment does not enforce it now.',
          }
    case 'revoked':
      return {
        tone: 'error',
        title: 'Access revoked',
        detail:
          'The venue has blocked or revoked this identity. Orders and transfers are refused. Positions and orders stay at the venue. Request access below.',
      }
    case 'unknown':
      return {
        tone: 'warning',
        title: `Access level "${accessText}"`,
        detail: "This version of Isotherm does not know this level. Refusals show the venue's own message.",
      }
  }
}

/** The expiry of the access token; `now` by the server's clock. */
export function tokenText(token: SessionView['token'], now: number): StatementText | null {
  if (token === null) return null
  if (token.expiresAt === null) return { tone: 'good', title: 'No expiry reported', detail: '' }
  const left = token.expiresAt - now
  const moment = momentText(token.expiresAt)
  if (left <= 0) return { tone: 'error', title: 'Expired', detail: moment }
  const tone = left <= TOKEN_NEAR ? 'warning' : 'good'
  return { tone, title: `Expires ${timeLeft(left)}`, detail: moment }
}

/** The label of the agent wallet; `now` by the server's clock. */
export function agentPanelText(agent: AgentView, now: number): StatementText {
  switch (agent.state) {
    case 'missing':
      return { tone: 'warning', title: agent.address === null ? 'No agent key' : 'Not approved', detail: agent.reason }
    case 'approving':
      return { tone: 'warning', title: 'Being approved', detail: 'Waiting for your wallet and the venue.' }
    case 'failed':
      return { tone: 'error', title: 'Not approved', detail: agent.reason }
    case 'unknown':
      return { tone: 'error', title: 'Approval unknown', detail: agent.reason }
    case 'approved': {
      if (agent.expiresAt === null) return { tone: 'good', title: 'Approved', detail: 'No expiry known.' }
      const left = agent.expiresAt - now
      const near = left <= AGENT_NEAR
      const detail = `Until ${momentText(agent.expiresAt)}.${near ? ' Rotate it before then; without it, orders are refused.' : ''}`
      return { tone: near ? 'warning' : 'good', title: `Approved, expires ${timeLeft(left)}`, detail }
    }
  }
}

/** Whether a deployment runs, in how many windows besides this one, and why it runs without one; null when it does not run. */
export function runningText(
  { running, windows, holds }: Pick<ProfileChoice, 'running' | 'windows' | 'holds'>,
  here: boolean,
): string | null {
  if (!running) return null
  const others = here ? windows - 1 : windows
  const elsewhere = others === 1 ? 'one other window' : `${others} other windows`
  const seen = others > 0 ? `${here ? 'also' : 'runs'} in ${elsewhere}` : here ? null : 'runs without a window'
  const kept = holds === null ? null : `holds ${holds}`
  const terms = [seen, kept].filter((part) => part !== null)
  return terms.length === 0 ? null : terms.join(', ')
}

/** The source of an asset's number (docs/service/signing.md#asset-numbers). */
export function numberText(view: AssetNumberView): string {
  switch (view.from) {
    case 'profile':
      return 'from the profile'
    case 'learned':
      return `learned from your order, ${momentText(view.at)}`
    case 'disproved':
      return `wrong number: your order appeared in ${view.shownAs}, ${momentText(view.at)}`
    default:
      return assertNever(view, 'asset number')
  }
}

/** The current location of a key, to follow `the key` or precede `signs`. */
export function keyPlaceText({ mode }: Pick<SessionView['keychain'], 'mode'>): string {
  switch (mode) {
    case 'keychain':
      return 'in the keychain'
    case 'waiting':
      return 'in memory until the keychain answers'
    case 'session':
      return 'in memory for this session only'
    default:
      return assertNever(mode, 'keychain')
  }
}
