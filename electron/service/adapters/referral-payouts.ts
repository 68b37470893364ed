/** `GET /v1/referrals/payouts`: payouts for referred traders. */
import type { ReferralPayouts } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

export function referralPayoutsOf(answer: Wire): ReferralPayouts {
  const around = answer.at('data').isObject ? answer.at('data') : answer
  return {
    rows: answer.items('payouts').map((row) => ({
      time: row.at('time', 'paid_at', 'timestamp').optional((wire) => wire.time()),
      from: row.at('from', 'referred', 'address', 'wallet').optional((wire) => wire.address()),
      fee: row.at('fee').optional((wire) => wire.decimal()),
      amount: row.at('amount').optional((wire) => wire.decimal()),
      currency: row.at('currency', 'asset', 'token').optional((wire) => wire.text()),
    })),
    total: around.at('total', 'count').optional((wire) => wire.integer()),
  }
}
