/** `GET /v1/rewards/{address}`: rewards from trading itself. */
import type { Rewards } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

export function rewardsOf(answer: Wire): Rewards {
  const rewards = answer.unwrapped('rewards')
  return {
    volume: rewards.at('volume').optional((wire) => wire.decimal()),
    rateBps: rewards.at('rate_bps').optional((wire) => wire.decimal()),
    earned: rewards.at('earned', 'rewards', 'amount').optional((wire) => wire.decimal()),
  }
}
