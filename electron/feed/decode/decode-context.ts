/** Reads `activeAssetCtx` messages: mark and context of one asset. */
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import type { MarketStatus } from '../../../contract/market.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import { coinOf, type Dictionary, decimalOf, isDictionary, timeOf } from './wire.ts'

/** What one message says; `undefined` is what it says nothing of. */
export interface ContextPatch {
  readonly asset: string
  /** Null where the service says that there is none. */
  readonly mark: Price | null | undefined
  readonly oracle: Price | undefined
  /** As `mark`. */
  readonly mid: Price | null | undefined
  readonly openInterest: Size | undefined
  readonly volume24h: Money | undefined
  readonly prevDay: Price | undefined
  readonly status: MarketStatus | undefined
  /** The upstream's flag for the partner asset that is not live. */
  readonly delisted: boolean | undefined
  readonly time: Millis | undefined
}

/** A patch that says nothing of anything. */
export const NOTHING_SAID: Omit<ContextPatch, 'asset'> = {
  mark: undefined,
  oracle: undefined,
  mid: undefined,
  openInterest: undefined,
  volume24h: undefined,
  prevDay: undefined,
  status: undefined,
  delisted: undefined,
  time: undefined,
}

const STATUSES: ReadonlySet<string> = new Set([
  'active',
  'waiting',
  'settling',
  'paused',
  'close_only',
  'settled',
  'unavailable',
])

/** Reads the data of an `activeAssetCtx` message; null when it is not about an asset or carries something unreadable. */
export function readContext(data: unknown): ContextPatch | null {
  if (!isDictionary(data)) return null
  const asset = coinOf(data)
  const ctx = isDictionary(data.ctx) ? data.ctx : data
  if (asset === null) return null
  const bad = ['markPx', 'oraclePx', 'midPx', 'openInterest', 'dayNtlVlm', 'prevDayPx'].some(
    (key) => ctx[key] !== undefined && ctx[key] !== null && decimalOf(ctx[key]) === null,
  )
  if (bad) return null
  const decimalAt = (key: string) => (ctx[key] === undefined || ctx[key] === null ? undefined : decimalOf(ctx[key]))
  const time = timeOf(ctx.time ?? data.time)
  return {
    asset,
    mark: decimalAt('markPx') as Price | undefined,
    oracle: decimalAt('oraclePx') as Price | undefined,
    mid: ctx.midPx === null ? null : (decimalAt('midPx') as Price | undefined),
    openInterest: decimalAt('openInterest') as Size | undefined,
    volume24h: decimalAt('dayNtlVlm') as Money | undefined,
    prevDay: decimalAt('prevDayPx') as Price | undefined,
    status: statusOf(ctx),
    delisted: typeof ctx.isDelisted === 'boolean' ? ctx.isDelisted : undefined,
    time: time === null ? undefined : millis(time),
  }
}

function statusOf(ctx: Dictionary): MarketStatus | undefined {
  const { status } = ctx
  if (typeof status !== 'string') return undefined
  return STATUSES.has(status) ? (status as MarketStatus) : 'unknown'
}
