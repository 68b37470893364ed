/** What the terminal itself checks before anything is prepared: the market's state, the order rules, the limits. Pure. */
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import type { EntryState } from '../../../contract/entry.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import type { ScalarMarket } from '../../../contract/market.ts'
import { checkOrder } from '../../../contract/order-rules.ts'
import type { Refusal } from '../actions/index.ts'
import { checkLimits } from './limits.ts'
import type { Limits } from './overrides.ts'

/** What the checks know; null is what has not been read. */
interface OrderFacts {
  readonly market: ScalarMarket
  readonly entry: EntryState
  readonly mark: Price | null
  readonly leverage: number
  readonly available: Money | null
  readonly position: Size | null
  /** Smallest value of an order that may add exposure, USDC; null where none is known. */
  readonly minimumValue: Money | null
}

/** Why the order may not go out, or null. */
export function checkPlace(
  intent: Pick<PlaceIntent, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'>,
  facts: OrderFacts,
  limits: Limits,
): Refusal | null {
  const [issue] = checkOrder(intent, {
    tickSize: facts.market.tickSize,
    sizeDecimals: facts.market.sizeDecimals,
    leverage: facts.leverage,
    available: facts.available,
    position: facts.position,
    minimumValue: facts.minimumValue,
  })
  if (issue !== undefined) return { code: issue.code, message: issue.message, field: issue.field }
  if (!intent.reduceOnly) {
    const { entry } = facts
    if (entry.takes !== 'everything') return { code: entry.code, message: entry.reason, field: null }
  }
  return checkLimits({ ...intent, ...facts }, limits)
}
