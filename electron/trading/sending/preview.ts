/** What a trader is shown of a prepared prediction before it is signed. Pure. */
import type { Estimate } from '../../../contract/action.ts'
import { compare, type Decimal, type Price, parseDecimal, type Size } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import type { PreparedAction } from '../../service/index.ts'
import type { ExpectedAction } from '../../signing/index.ts'

type Previewed = Extract<ExpectedAction, { kind: 'predict' | 'binary_predict' }>

/** Whether the trader is shown what the action would do, and asked, before it is signed. */
export const hasPreview = (expected: ExpectedAction): expected is Previewed =>
  expected.kind === 'predict' || expected.kind === 'binary_predict'

/** A field of the one order in a prepared action, as decimal; null when the action was left out. */
function orderField({ action }: PreparedAction, field: 'p' | 's'): Decimal | null {
  const orders = action?.orders
  const text: unknown = Array.isArray(orders) ? (orders[0] as Record<string, unknown> | undefined)?.[field] : undefined
  return typeof text === 'string' ? parseDecimal(text) : null
}

/** The limit price of the one order in a prepared action; null when the action was left out. */
export const limitOf = (prepared: PreparedAction): Price | null => orderField(prepared, 'p') as Price | null

/** Its size. */
export const sizeOf = (prepared: PreparedAction): Size | null => orderField(prepared, 's') as Size | null

/** The service's figures, with the limit out of what is to be signed and the target as the trader typed it. */
export function previewOf(expected: Previewed, prepared: PreparedAction): Estimate {
  const { orderId, estimate, expiresAt } = prepared
  return {
    id: orderId,
    average: estimate?.average ?? null,
    worst: estimate?.worst ?? null,
    limit: limitOf(prepared),
    targetMark: expected.kind === 'predict' ? expected.targetMark : null,
    contracts: expected.kind === 'predict' ? null : (estimate?.contracts ?? sizeOf(prepared)),
    validUntil: expiresAt,
  }
}

/** Whether a limit is worse on that side than the one that the trader confirmed. */
export const worse = (side: Side, limit: Price, confirmed: Price): boolean =>
  side === 'buy' ? compare(limit, confirmed) > 0 : compare(limit, confirmed) < 0
