/** `POST /v1/referrals/intent`: any success status means accepted. */
import type { ReferralAccepted } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

export function referralAcceptedOf(answer: Wire): ReferralAccepted {
  const inner = answer.at('data').isObject ? answer.at('data') : answer
  const status = inner.at('status')
  return { status: status.isObject || status.isList ? null : status.optional((wire) => wire.id()) }
}
