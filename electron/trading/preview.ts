/** What a trader is shown of a prepared prediction before it is signed. Pure. */
import type { Estimate } from '../../contract/action.ts'
import { compare, type Price, parseDecimal } from '../../contract/decimal.ts'
import type { PreparedAction } from '../service/interface.ts'
import type { ExpectedAction } from '../signing/index.ts'

/** The limit price of the one order in a prepared action; null when the action was left out. */
export function limitOf({ action }: PreparedAction): Price | null {
  const orders = action?.orders
  const limit: unknown = Array.isArray(orders) ? (orders[0] as { p?: unknown } | undefined)?.p : undefined
  return typeof limit === 'string' ? (parseDecimal(limit) as unknown as Price | null) : null
}

/** The service's figures, with the limit out of what is to be signed and the target as the trader typed it. */
export function previewOf(expected: ExpectedAction, prepared: PreparedAction): Estimate {
  if (expected.kind !== 'predict') throw new Error(`a ${expected.kind} has no estimate`)
  const { orderId, estimate, expiresAt } = prepared
  return {
    id: orderId,
    average: estimate?.average ?? null,
    worst: estimate?.worst ?? null,
    limit: limitOf(prepared),
    targetMark: expected.targetMark,
    validUntil: expiresAt,
  }
}

/** Whether a limit is worse for the trader than the one they confirmed. */
export const worse = (expected: ExpectedAction, limit: Price, confirmed: Price): boolean =>
  expected.kind === 'predict' &&
  (expected.side === 'buy' ? compare(limit, confirmed) > 0 : compare(limit, confirmed) < 0)
