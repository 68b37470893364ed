/** `GET` and `POST /v1/referrals/code`: the trader's own code. */
import type { ReferralCode } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

export function referralCodeOf(answer: Wire): ReferralCode {
  const own = answer.unwrapped('referral', 'referral_code')
  return {
    code: own.at('code', 'referral_code').optional((wire) => wire.id()),
    time: own.at('time', 'created_at', 'timestamp').optional((wire) => wire.time()),
  }
}
