/** Labels of access, token and agent. Pure. */

import type { AccessSelf } from '../../../contract/account.ts'
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import { assertNever } from '../../../contract/brand.ts'
import { plural } from '../../../contract/plural.ts'
import type { AgentView, ProfileChoice, SessionView } from '../../../contract/session.ts'
import { momentText } from '../../format/index.ts'
import type { StatementText } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'

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
  return ms >= MINUTE ? `in ${Math.floor(ms / MINUTE)} min` : MESSAGES.underAMinute
}

/** The meaning of the access level for the trader (docs/service/access.md#waitlist). */
export function accessLabel(session: Pick<SessionView, 'identity' | 'identityError' | 'waitlist'>): StatementText {
  const { identity, identityError, waitlist } = session
  if (identity === null) {
    return {
      tone: 'error',
      title: MESSAGES.signedOut,
      detail: `${identityError ?? MESSAGES.notSigned} Copy an access token and import it here. Open windows and drafts are kept.`,
    }
  }
  if (identity.wallet === null) {
    return {
      tone: 'warning',
      title: MESSAGES.accessTokenWithoutWallet,
      detail: MESSAGES.identifies(identity.email),
    }
  }
  return levelText(identity, waitlist === true)
}

function levelText({ access, accessText }: AccessSelf, waitlist: boolean): StatementText {
  switch (access) {
    case 'allowed':
      return { tone: 'good', title: MESSAGES.tradingAllowed, detail: MESSAGES.tradingAllowedDetail }
    case 'waitlisted':
      return waitlist
        ? {
            tone: 'warning',
            title: MESSAGES.onWaitlist,
            detail: MESSAGES.waitlistDetail,
          }
        : {
            tone: 'good',
            title: MESSAGES.tradingAllowed,
            detail: MESSAGES.waitlistNotEnforced,
          }
    case 'revoked':
      return {
        tone: 'error',
        title: MESSAGES.accessRevoked,
        detail: MESSAGES.accessRevokedDetail,
      }
    case 'unknown':
      return {
        tone: 'warning',
        title: `Access level "${accessText}"`,
        detail: MESSAGES.unknownLevelDetail,
      }
  }
}

/** The expiry of the access token; `now` by the server's clock. */
export function tokenText(token: SessionView['token'], now: number): StatementText | null {
  if (token === null) return null
  if (token.expiresAt === null) return { tone: 'good', title: MESSAGES.noExpiryReported, detail: '' }
  const left = token.expiresAt - now
  const moment = momentText(token.expiresAt)
  if (left <= 0) return { tone: 'error', title: MESSAGES.expired, detail: moment }
  const tone = left <= TOKEN_NEAR ? 'warning' : 'good'
  return { tone, title: `Expires ${timeLeft(left)}`, detail: moment }
}

/** The label of the agent wallet; `now` by the server's clock. */
export function agentPanelText(agent: AgentView, now: number): StatementText {
  switch (agent.state) {
    case 'missing':
      return {
        tone: 'warning',
        title: agent.address === null ? MESSAGES.noAgentKey : MESSAGES.notApproved,
        detail: agent.reason,
      }
    case 'approving':
      return { tone: 'warning', title: MESSAGES.beingApproved, detail: MESSAGES.beingApprovedDetail }
    case 'failed':
      return { tone: 'error', title: MESSAGES.notApproved, detail: agent.reason }
    case 'unknown':
      return { tone: 'error', title: MESSAGES.approvalUnknown, detail: agent.reason }
    case 'approved': {
      if (agent.expiresAt === null) return { tone: 'good', title: MESSAGES.approved, detail: MESSAGES.noExpiryKnown }
      const left = agent.expiresAt - now
      const near = left <= AGENT_NEAR
      const moment = momentText(agent.expiresAt)
      const detail = near ? MESSAGES.rotateBefore(moment) : MESSAGES.until(moment)
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
  const elsewhere = here
    ? plural(others, 'also in 1 other window', `also in ${others} other windows`)
    : plural(others, 'runs in 1 other window', `runs in ${others} other windows`)
  const seen = others > 0 ? elsewhere : here ? null : MESSAGES.runsWithoutWindow
  const kept = holds === null ? null : `holds ${holds}`
  const terms = [seen, kept].filter((part) => part !== null)
  return terms.length === 0 ? null : terms.join(', ')
}

/** The source of an asset's number (docs/service/signing.md#asset-numbers). */
export function numberText(view: AssetNumberView): string {
  switch (view.from) {
    case 'profile':
      return MESSAGES.fromProfile
    case 'learned':
      return `learned from your order, ${momentText(view.at)}`
    case 'disproved':
      return `wrong number: your order appeared in ${view.shownAs}, ${momentText(view.at)}`
    default:
      return assertNever(view, 'asset number')
  }
}
