/** `GET /v1/referrals/resolve?code=`: the owner of a code. */
import type { ResolvedCode } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

/** @param request the requested code, for an answer that does not repeat it. */
export function resolvedCodeOf(answer: Wire, request: string): ResolvedCode {
  const found = answer.unwrapped('referral', 'resolved')
  return {
    code: found.at('code', 'referral_code').optional((wire) => wire.id()) ?? request,
    owner: found.at('address', 'referrer', 'owner', 'wallet').optional((wire) => wire.address()),
  }
}
