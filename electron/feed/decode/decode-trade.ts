/** Reads one trade of a `trades` message. */
import { type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { PublicTrade, Side } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'
import { coinOf, type Dictionary, decimalOf, idOf, isDictionary, timeOf } from './wire.ts'

const SIDES: Readonly<Record<string, Side>> = { B: 'buy', A: 'sell', buy: 'buy', sell: 'sell' }

/** Reads one trade of a `trades` message; null when it is none. */
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
