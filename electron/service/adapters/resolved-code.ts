/** `GET /v1/referrals/resolve?code=`: the owner of a code. */
import type { ResolvedCode } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

/** @param asked the requested code, for an answer that does not repeat it. */
export function resolvedCodeOf(answer: Wire, asked: string): ResolvedCode {
  const found = answer.unwrapped('referral', 'resolved')
  return {
    code: found.at('code', 'referral_code').optional((wire) => wire.id()) ?? asked,
    owner: found.at('address', 'referrer', 'owner', 'wallet').optional((wire) => wire.address()),
  }
}
