/** Answers about referrals and rewards (docs/service/referrals.md). */
import type {
  ReferralAccepted,
  ReferralCode,
  ReferralPayouts,
  ReferralTree,
  ReferredTrader,
  ResolvedCode,
  Rewards,
} from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

/** `GET` and `POST /v1/referrals/code`: the trader's own code. */
export function referralCodeOf(answer: Wire): ReferralCode {
  const own = answer.unwrapped('referral', 'referral_code')
  return {
    code: own.at('code', 'referral_code').optional((wire) => wire.id()),
    time: own.at('time', 'created_at', 'timestamp').optional((wire) => wire.time()),
  }
}

/** `GET /v1/referrals/resolve?code=`: the owner of a code. @param request the requested code, for an answer that does not repeat it */
export function resolvedCodeOf(answer: Wire, request: string): ResolvedCode {
  const found = answer.unwrapped('referral', 'resolved')
  return {
    code: found.at('code', 'referral_code').optional((wire) => wire.id()) ?? request,
    owner: found.at('address', 'referrer', 'owner', 'wallet').optional((wire) => wire.address()),
  }
}

/** `POST /v1/referrals/intent`: any success status means accepted. */
export function referralAcceptedOf(answer: Wire): ReferralAccepted {
  const inner = answer.at('data').isObject ? answer.at('data') : answer
  const status = inner.at('status')
  return { status: status.isObject || status.isList ? null : status.optional((wire) => wire.id()) }
}

/** Deeper levels are not read. */
const DEEPEST = 8

/** `GET /v1/referrals/tree`: the trader's referrer, and the traders they referred. */
export function referralTreeOf(answer: Wire): ReferralTree {
  const tree = answer.unwrapped('tree')
  return {
    referrer: tree.at('referrer', 'parent').optional((wire) =>
      wire.isObject
        ? {
            address: wire.at('address', 'wallet').optional((inner) => inner.address()),
            code: wire.at('code', 'referral_code').optional((inner) => inner.id()),
            time: timeOf(wire),
          }
        : { address: wire.address(), code: null, time: null },
    ),
    referred: listOf(tree).optional((list) => list.items().map((each) => referredOf(each, 1))),
  }
}

const listOf = (wire: Wire): Wire => wire.at('referred', 'referrals', 'children')
const timeOf = (wire: Wire) => wire.at('time', 'accepted_at', 'created_at', 'timestamp').optional((time) => time.time())

function referredOf(wire: Wire, depth: number): ReferredTrader {
  if (!wire.isObject) return { address: wire.address(), time: null, earned: null, referred: [] }
  const below = depth < DEEPEST ? listOf(wire).optional((list) => list.items()) : null
  return {
    address: wire.at('address', 'wallet').optional((inner) => inner.address()),
    time: timeOf(wire),
    earned: wire.at('earned', 'amount').optional((inner) => inner.decimal()),
    referred: (below ?? []).map((each) => referredOf(each, depth + 1)),
  }
}

/** `GET /v1/referrals/payouts`: payouts for referred traders. */
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

/** `GET /v1/rewards/{address}`: rewards from trading itself. */
export function rewardsOf(answer: Wire): Rewards {
  const rewards = answer.unwrapped('rewards')
  return {
    volume: rewards.at('volume').optional((wire) => wire.decimal()),
    rateBps: rewards.at('rate_bps').optional((wire) => wire.decimal()),
    earned: rewards.at('earned', 'rewards', 'amount').optional((wire) => wire.decimal()),
  }
}
