/** Compares every field of a canonical action with what was asked for (docs/service/prepared-actions.md#verified). */
import { assertNever } from '../../contract/brand.ts'
import { checkBinaryClose, checkBinaryPredict, checkBinarySetup } from './check-binary.ts'
import { onlyItem } from './check-order-fields.ts'
import { checkClose, checkOrder, checkPredict } from './check-orders.ts'
import { checkConversion, checkOutcomeLimit, checkOutcomeMarket } from './check-outcome.ts'
import type { Differences, Fields } from './differences.ts'
import type { Expected, ExpectedAction } from './expected-action.ts'

/** Adds every difference between the action and what was asked for; none means that signing it does what the trader wants. */
export function checkAction(expected: ExpectedAction, action: Fields, differences: Differences): void {
  switch (expected.kind) {
    case 'order':
      checkOrder(expected, action, differences)
      break
    case 'close':
      checkClose(expected, action, differences)
      break
    case 'predict':
      checkPredict(expected, action, differences)
      break
    case 'cancel':
      checkCancel(expected, action, differences)
      break
    case 'leverage':
      checkLeverage(expected, action, differences)
      break
    case 'binary_setup':
      checkBinarySetup(expected, action, differences)
      break
    case 'binary_predict':
      checkBinaryPredict(expected, action, differences)
      break
    case 'binary_close':
      checkBinaryClose(expected, action, differences)
      break
    case 'outcome_limit':
      checkOutcomeLimit(expected, action, differences)
      break
    case 'outcome_market':
      checkOutcomeMarket(expected, action, differences)
      break
    case 'conversion':
      checkConversion(expected, action, differences)
      break
    default:
      assertNever(expected, 'expected action')
  }
}

/** Cancels are the same in every family. */
function checkCancel(expected: Expected<'cancel'>, action: Fields, differences: Differences): void {
  const byCloid = action.type === 'cancelByCloid' && expected.cloid !== null
  if (!byCloid) differences.same('type', 'cancel', action.type)
  differences.noOtherKeys('action', action, ['type', 'cancels'])
  const cancel = onlyItem('cancels', action, differences)
  if (cancel === null) return
  if (byCloid) {
    differences.noOtherKeys('cancels', cancel, ['asset', 'cloid'])
    differences.same('asset', expected.assetId, cancel.asset)
    differences.same('cloid', expected.cloid, cancel.cloid)
    return
  }
  differences.noOtherKeys('cancels', cancel, ['a', 'o'])
  differences.same('asset', expected.assetId, cancel.a)
  const oid = cancel.o
  if (!isInteger(oid) || String(oid) !== expected.oid) differences.add('order id', expected.oid, oid)
}

function checkLeverage(expected: Expected<'leverage'>, action: Fields, differences: Differences): void {
  differences.same('type', 'updateLeverage', action.type)
  differences.noOtherKeys('action', action, ['type', 'asset', 'isCross', 'leverage'])
  differences.same('asset', expected.assetId, action.asset)
  differences.same('cross margin', false, action.isCross)
  differences.same('leverage', expected.leverage, action.leverage)
}

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)
