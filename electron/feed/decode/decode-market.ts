/** Reads the rest of a market's messages: contexts, trades, and prices of outcomes. */
import { type Money, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { MarketStatus, PublicTrade, Side } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import { coinOf, type Dictionary, decimalOf, idOf, isDictionary, timeOf } from './wire.ts'

/** The fields of one message; `undefined` for those that it lacks. */
export interface ContextPatch {
  readonly asset: string
  /** Null where the service reports that there is none. */
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

/** A patch without fields. */
const NOTHING_SAID: Omit<ContextPatch, 'asset'> = {
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

/** Reads the data of an `activeAssetCtx` message; null when it is not about an asset or has unreadable fields. */
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

const SIDES: Readonly<Record<string, Side>> = { B: 'buy', A: 'sell', buy: 'buy', sell: 'sell' }

/** Reads one trade of a `trades` message; null when it is invalid. */
export function readTrade(value: unknown): PublicTrade | null {
  if (!isDictionary(value)) return null
  const asset = coinOf(value)
  const side = sideOf(value)
  const px = decimalOf(value.px)
  const sz = decimalOf(value.sz)
  const time = timeOf(value.time)
  const tid = idOf(value.tid)
  if (asset === null || side === null || px === null || sz === null || time === null || tid === null) return null
  if (signOf(px) <= 0 || signOf(sz) <= 0) return null
  return { tid, asset, side, px: px as Price, sz: sz as Size, time: time as Millis }
}

const sideOf = ({ side }: Dictionary): Side | null =>
  typeof side === 'string' && Object.hasOwn(SIDES, side) ? (SIDES[side] ?? null) : null

/** The prices of a message by coin; `isWhole` is false when some could not be read, and null is no such message at all. */
export function readOutcomePrices(
  data: unknown,
): { readonly patches: readonly ContextPatch[]; readonly isWhole: boolean } | null {
  const prices = isDictionary(data) ? pricesIn(data) : null
  if (!isDictionary(data) || prices === null) return null
  const time = timeOf(data.time)
  const patches: ContextPatch[] = []
  let isWhole = data.time === undefined || time !== null
  for (const [coin, value] of Object.entries(prices)) {
    const mark = value === null ? null : probabilityOf(value)
    if (mark === undefined || coin.length === 0 || coin.length > 64) {
      isWhole = false
      continue
    }
    patches.push({ ...NOTHING_SAID, asset: coin, mark, time: time === null ? undefined : millis(time) })
  }
  return { patches, isWhole }
}

/** The prices by coin, wrapped or of a single coin. */
function pricesIn(data: Dictionary): Dictionary | null {
  if (isDictionary(data.prices)) return data.prices
  /** The upstream's list of all prices: those of other assets are not probabilities. */
  if (isDictionary(data.mids)) return Object.fromEntries(Object.entries(data.mids).filter(([name]) => isCoin(name)))
  return typeof data.coin === 'string' && 'price' in data ? { [data.coin]: data.price } : null
}

/** Undefined for anything that is not a probability. */
function probabilityOf(value: unknown): Price | undefined {
  const price = decimalOf(value)
  // By its text: one message has thousands of coins, and arithmetic takes four times as long.
  return price !== null && /^(?:0|1$|1\.0+$)/.test(price) ? (price as Price) : undefined
}
