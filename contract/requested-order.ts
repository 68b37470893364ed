/**
 * The order that an intent asks for: the single place that determines its asset, side, size and price. Main checks it against the limits, finds it
 * among the orders of reads and signs it; windows describe it.
 */
import type { TimeInForce } from './account.ts'
import type { BinaryDirection } from './binary.ts'
import { assertNever } from './brand.ts'
import type { Price, Size } from './decimal.ts'
import type {
  BinaryPredictIntent,
  CloseIntent,
  Intent,
  OutcomeOrderIntent,
  PlaceIntent,
  PredictIntent,
} from './intent.ts'
import type { Side } from './market.ts'
import { isCoin } from './outcome.ts'
import type { Protection } from './protection.ts'

interface RequestedOrderOf {
  readonly asset: string
  /** For binary contracts, the side in UP. */
  readonly side: Side
  /** Null while the service determines it: for all of a position, or for an amount of USDC. */
  readonly size: Size | null
  /** Worst price that the trader stated; for a widening close, the furthest. Null when it is given as a distance. */
  readonly worst: Price | null
  /** Its exact limit price; null when the service determines it. */
  readonly limit: Price | null
  readonly reduceOnly: boolean
  readonly tif: TimeInForce
}

/** Fields that the prepared action adds. */
type PreparedOrder = { readonly size?: Size | null } | null

/** The side on which a direction enters: DOWN is held as a sale of UP. */
export const sideOf = (direction: 'long' | 'short' | BinaryDirection): Side =>
  direction === 'long' || direction === 'UP' ? 'buy' : 'sell'

/** Intents that create an order of their own. */
export type OrderIntent = PlaceIntent | PredictIntent | BinaryPredictIntent | OutcomeOrderIntent | CloseIntent

export const makesOrder = (intent: Intent): intent is OrderIntent => requestedOrderOf(intent) !== null

/** The order, or null for an intent without one. @param prepared null or undefined before it is prepared. */
export function requestedOrderOf(intent: OrderIntent, prepared?: PreparedOrder): RequestedOrderOf
export function requestedOrderOf(intent: Intent, prepared?: PreparedOrder): RequestedOrderOf | null
export function requestedOrderOf(intent: Intent, prepared: PreparedOrder = null): RequestedOrderOf | null {
  switch (intent.kind) {
    case 'place': {
      const { asset, side, size, price, reduceOnly, tif } = intent
      return { asset, side, size, worst: price, limit: price, reduceOnly, tif }
    }
    case 'predict':
      return {
        ...AT_MARKET,
        ...worstOf(intent),
        asset: intent.asset,
        side: sideOf(intent.direction),
        size: intent.size,
      }
    case 'binary_predict': {
      const size = prepared?.size ?? null
      return { ...AT_MARKET, ...worstOf(intent), asset: intent.asset, side: sideOf(intent.direction), size }
    }
    case 'outcome_order': {
      const { asset, side, size, mode } = intent
      if (mode.kind === 'market') return { ...AT_MARKET, ...worstOf(mode), asset, side, size }
      return { asset, side, size, worst: mode.price, limit: mode.price, reduceOnly: false, tif: 'GTC' }
    }
    case 'close': {
      const { asset, position, protection } = intent
      const worst = protection.kind === 'worst' ? (protection.bound ?? protection.price) : null
      const size = intent.size ?? prepared?.size ?? null
      /** Shares are sold; that needs no reduce-only flag. */
      if (isCoin(asset)) return { ...AT_MARKET, worst, asset, side: 'sell', size }
      const side = position === 'long' ? 'sell' : 'buy'
      return { ...AT_MARKET, worst, asset, side, size, reduceOnly: true }
    }
    case 'cancel':
    case 'leverage':
    case 'approve_agent':
    case 'binary_setup':
    case 'transfer':
    case 'convert':
      return null
    default:
      return assertNever(intent, 'intent')
  }
}

const AT_MARKET = { limit: null, reduceOnly: false, tif: 'IOC' } as const

const worstOf = ({ protection }: { readonly protection: Protection }): Pick<RequestedOrderOf, 'worst'> => ({
  worst: protection.price,
})

/** Whether an intent may open or add to a position; moving money into trading, or converting it into shares, counts. */
export function addsExposure(intent: Intent): boolean {
  const order = requestedOrderOf(intent)
  if (order === null) return intent.kind === 'transfer' || intent.kind === 'convert'
  if (order.reduceOnly) return false
  /** Only shares that are held can be sold. */
  return order.side === 'buy' || !(isCoin(order.asset) || intent.kind === 'outcome_order')
}
