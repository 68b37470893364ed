/** Compares the actions of outcome markets with the intent: orders for a side, conversions (docs/service/signing.md#canonical-actions). */
import { signOf, trimZeros } from '../../contract/decimal.ts'
import { checkLimit, checkMadeCloid, checkSide, checkTif, onlyOrder, signedDecimal } from './check-order-fields.ts'
import { type Differences, type Expected, type Fields, isFields } from './expected-action.ts'

/** The client order id is the service's. */
export function checkOutcomeLimit(expected: Expected<'outcome_limit'>, action: Fields, differences: Differences): void {
  const order = checkOutcomeOrder(expected, 'Gtc', action, differences)
  if (order !== null) differences.same('price', trimZeros(expected.price), order.p)
}

export function checkOutcomeMarket(
  expected: Expected<'outcome_market'>,
  action: Fields,
  differences: Differences,
): void {
  const order = checkOutcomeOrder(expected, 'Ioc', action, differences)
  if (order === null) return
  const { side, worst } = expected
  checkLimit({ isBuy: side === 'buy', worst, probability: true }, order.p, differences)
}

function checkOutcomeOrder(
  expected: Expected<'outcome_limit' | 'outcome_market'>,
  tif: 'Gtc' | 'Ioc',
  action: Fields,
  differences: Differences,
): Fields | null {
  const order = onlyOrder(action, differences)
  if (order === null) return null
  differences.same('asset', expected.assetId, order.a)
  checkSide(expected.side === 'buy', order, differences)
  differences.same('size', trimZeros(expected.size), order.s)
  differences.same('reduce-only', false, order.r)
  checkTif(tif, order, differences)
  checkMadeCloid(order, differences)
  return order
}

/** The signed form of each conversion: the key of the action, and its fields beside the amount. */
const SIGNED_AS = {
  split: { key: 'splitOutcome', ids: ['outcome'], takesAll: false },
  merge: { key: 'mergeOutcome', ids: ['outcome'], takesAll: true },
  merge_question: { key: 'mergeQuestion', ids: ['question'], takesAll: true },
  negate: { key: 'negateOutcome', ids: ['question', 'outcome'], takesAll: false },
} as const

export function checkConversion(expected: Expected<'conversion'>, action: Fields, differences: Differences): void {
  const { key, ids, takesAll } = SIGNED_AS[expected.conversion]
  differences.same('type', 'userOutcome', action.type)
  differences.noOtherKeys('action', action, ['type', key])
  const conversion = action[key]
  if (!isFields(conversion)) {
    differences.add(key, 'one conversion', conversion)
    return
  }
  differences.noOtherKeys(key, conversion, [...ids, 'amount'])
  const request = { outcome: expected.outcomeId, question: expected.questionId }
  for (const id of ids) {
    /** A question without a known id must not be signed for. */
    if (request[id] === null) differences.add(id, 'a known question', conversion[id])
    else differences.same(id, request[id], conversion[id])
  }
  checkAmount(expected.amount, takesAll, conversion.amount, differences)
}

/**
 * The whole balance: null where the upstream accepts that, or the amount that the service counted. Its count cannot be checked; the upstream refuses
 * more than the balance.
 */
function checkAmount(
  request: Expected<'conversion'>['amount'],
  takesAll: boolean,
  prepared: unknown,
  differences: Differences,
): void {
  if (request !== null) {
    differences.same('amount', trimZeros(request), prepared)
    return
  }
  if (takesAll && prepared === null) return
  const amount = signedDecimal(prepared)
  if (amount === null || signOf(amount) <= 0) differences.add('amount', 'the whole balance', prepared)
}
