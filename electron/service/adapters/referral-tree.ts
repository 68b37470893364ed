/** `GET /v1/referrals/tree`: the trader's referrer, and the traders they referred. */
import type { ReferralTree, ReferredTrader } from '../../../contract/referrals.ts'
import type { Wire } from '../wire.ts'

/** Deeper levels are not read. */
const DEEPEST = 8

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
