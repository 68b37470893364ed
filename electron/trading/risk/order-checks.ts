/** What the terminal itself checks before anything is prepared: the market's state, the order rules, the limits. Pure. */
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import type { BucketView, MarketStatus, ScalarMarket } from '../../../contract/market.ts'
import { checkOrder } from '../../../contract/order-rules.ts'
import type { Refusal } from '../actions/index.ts'
import { checkLimits, type Limits } from './limits.ts'

/** What the checks know; null is what has not been read. */
interface OrderFacts {
  readonly market: ScalarMarket
  /** The status as of now, which may be newer than the market list. */
  readonly status: MarketStatus
  readonly mark: Price | null
  readonly bucket: Pick<BucketView, 'current' | 'phase'> | null
  readonly leverage: number
  readonly available: Money | null
  readonly position: Size | null
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
  })
  if (issue !== undefined) return { code: issue.code, message: issue.message, field: issue.field }
  if (!intent.reduceOnly) {
    const closed = checkEntry(intent.asset, facts)
    if (closed !== null) return closed
  }
  return checkLimits({ ...intent, ...facts }, limits)
}

const CLOSED: { readonly [S in MarketStatus]?: string } = {
  waiting: 'is waiting for its bucket: no new entries until it opens',
  settling: 'is settling: no new entries until the next bucket opens',
  paused: 'is paused: no new entries',
  close_only: 'is close-only: orders may only reduce a position',
  settled: 'is settled: no new entries',
  unavailable: 'is unavailable: no new entries',
}

/** Why no new exposure may be taken in the asset now, or null. Only the service says which asset is live. */
function checkEntry(asset: string, { bucket, status, market }: OrderFacts): Refusal | null {
  const refuse = (message: string): Refusal => ({ code: 'market_closed', message, field: null })
  if (bucket !== null) {
    if (bucket.phase === 'settling' || bucket.phase === 'waiting') {
      return refuse(`${asset} ${CLOSED[bucket.phase]}.`)
    }
    if (bucket.current !== null && bucket.current.asset !== asset) {
      return refuse(`${asset} is not the live asset: ${bucket.current.asset} is.`)
    }
  }
  const reason = CLOSED[status]
  if (reason !== undefined) return refuse(`${asset} ${reason}.`)
  const listed = CLOSED[market.status]
  return status === 'unknown' && listed !== undefined ? refuse(`${asset} ${listed}.`) : null
}
