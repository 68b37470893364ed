/**
 * Compares the actions of binary markets with the intent (docs/service/binary.md#predict). Orders have the price of UP; a contract of DOWN costs 1
 * minus that, its own price.
 */
import { BINARY_LEVERAGE, type BinaryDirection } from '../../contract/binary.ts'
import {
  absolute,
  compare,
  type Decimal,
  greater,
  multiply,
  ONE,
  type Price,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { FIRST_COIN_NUMBER } from '../service/index.ts'
import {
  checkLimit,
  checkMadeCloid,
  checkSide,
  checkTif,
  onlyOrder,
  percentOf,
  signedDecimal,
} from './check-order-fields.ts'
import type { Differences, Expected, Fields } from './expected-action.ts'

/** One action of a setup. */
export function checkBinarySetup(expected: Expected<'binary_setup'>, action: Fields, differences: Differences): void {
  differences.same('type', 'updateLeverage', action.type)
  differences.noOtherKeys('action', action, ['type', 'asset', 'isCross', 'leverage'])
  const { asset } = action
  if (!expected.assetIds.some((id) => id === asset) && !mayBeUnnumbered(expected, asset)) {
    const unnumbered = expected.unnumbered.map((name) => `the number of ${name}`)
    differences.add('asset', [...expected.assetIds, ...unnumbered].join(' or '), asset)
  }
  differences.same('cross margin', false, action.isCross)
  differences.same('leverage', BINARY_LEVERAGE, action.leverage)
}

/** Whether a number can belong to a binary asset without a listed one. */
function mayBeUnnumbered({ unnumbered, otherIds }: Expected<'binary_setup'>, asset: unknown): boolean {
  if (unnumbered.length === 0 || typeof asset !== 'number') return false
  /** Outcome sides are numbered from there on, and have no leverage (docs/service/signing.md#asset-numbers). */
  return Number.isSafeInteger(asset) && asset >= 0 && asset < FIRST_COIN_NUMBER && !otherIds.includes(asset)
}

export function checkBinaryPredict(
  expected: Expected<'binary_predict'>,
  action: Fields,
  differences: Differences,
): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  const isBuy = expected.direction === 'UP'
  checkAsset(expected.assetId, order, differences)
  checkSide(isBuy, order, differences)
  differences.same('reduce-only', false, order.r)
  checkTif('Ioc', order, differences)
  checkMadeCloid(order, differences)
  const limit = checkLimit({ isBuy, worst: expected.worst, probability: true }, order.p, differences)
  checkCost(expected, limit, order.s, differences)
}

export function checkBinaryClose(expected: Expected<'binary_close'>, action: Fields, differences: Differences): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  const isBuy = signOf(expected.position) < 0
  checkAsset(expected.assetId, order, differences)
  checkSide(isBuy, order, differences)
  differences.same('size', trimZeros(expected.size ?? absolute(expected.position)), order.s)
  differences.same('reduce-only', true, order.r)
  checkTif('Ioc', order, differences)
  checkMadeCloid(order, differences)
  checkLimit({ isBuy, worst: expected.worst, probability: true }, order.p, differences)
}

/** An unlisted number cannot be compared, it must only be valid; the whole is then unverifiable (`verifyPrepared`). */
function checkAsset(assetId: number | null, order: Fields, differences: Differences): void {
  if (assetId !== null) differences.same('asset', assetId, order.a)
  else if (!(Number.isSafeInteger(order.a) && Number(order.a) >= 0)) {
    differences.add('asset', 'the number of an asset', order.a)
  }
}

/**
 * The trader names an amount, the service computes the contracts: at the limit they never cost more. One service divides by the worst price: they then
 * cost the amount. Another divides by a price better than the limit by the slippage, and they cost less by it; or by one contract, where contracts
 * are whole.
 */
function checkCost(
  { direction, amount, slippagePct }: Expected<'binary_predict'>,
  limit: Decimal | null,
  contracts: unknown,
  differences: Differences,
): void {
  const size = signedDecimal(contracts)
  if (size === null || signOf(size) <= 0) {
    differences.add('size', 'more than 0 contracts', contracts)
    return
  }
  if (limit === null) return
  const own = ownPrice(direction, limit)
  const cost = multiply(size, own)
  const least = greater(ZERO, subtract(subtract(amount, percentOf(amount, slippagePct)), own))
  if (compare(cost, amount) <= 0 && compare(cost, least) >= 0) return
  const text = `contracts for ${trimZeros(least)} to ${trimZeros(amount)} USDC at ${trimZeros(own)}`
  differences.add('size', text, `${size}, ${trimZeros(cost)} USDC`)
}

const ownPrice = (direction: BinaryDirection, ofUp: Price | Decimal): Decimal =>
  direction === 'UP' ? (ofUp as Decimal) : subtract(ONE, ofUp)
