/**
 * Binary markets as the terminal models them, after parsing (docs/service/binary.md). A contract pays 1 USDC to the winning side; prices are those of
 * UP, between 0 and 1, and DOWN costs 1 minus that.
 */
import { divide, lesser, type Money, ONE, type Price, type Size, signOf, subtract, toPlaces } from './decimal.ts'
import type { MarketFault, MarketStatus } from './market.ts'
import type { Millis } from './time.ts'

/** `unknown`: a phase that the terminal does not know, shown as the service wrote it. */
export type BinaryPhase = 'staging' | 'trading' | 'ramp' | 'settled' | 'unknown'

/** UP wins above the midpoint, DOWN below. */
export type BinaryDirection = 'UP' | 'DOWN'

/** The only leverage of binary contracts. */
export const BINARY_LEVERAGE = 2

/**
 * The contracts that an amount buys at a worst price, of UP: the most that a prediction is for, as its cost at the limit is never above the amount.
 * Null at a price without a cost. @param places decimals of contracts
 */
export function contractsAtWorst(
  { direction, amount, worst }: { readonly direction: BinaryDirection; readonly amount: Money; readonly worst: Price },
  places: number,
): Size | null {
  const own = lesser(direction === 'UP' ? worst : subtract(ONE, worst), ONE)
  return signOf(own) <= 0 ? null : toPlaces(divide<Money, Price>(amount, own, 18) as unknown as Size, places, 'down')
}

/** One binary asset of the deployment (`GET /v1/binary/markets`). */
export interface BinaryMarket extends MarketFault {
  readonly asset: string
  /** The asset's number in signed actions; null when the service omits it, and then nothing for it can be verified. */
  readonly assetId: number | null
  readonly status: MarketStatus
  /** The status as the service wrote it. */
  readonly statusText: string
  /** Mark that decides between UP and DOWN; null while there is none. */
  readonly midpoint: Price | null
  /** Null when the service omits it. */
  readonly sizeDecimals: number | null
  readonly tickSize: Price | null
  /** Minimum order value, USDC; absent when the service omits it. */
  readonly minimumValue?: Money
}

/** `GET /v1/binary/status` */
export interface BinaryStatus {
  readonly paused: boolean
  readonly activeAsset: string | null
  readonly phase: BinaryPhase
  readonly phaseText: string | null
  /** Service time at which entries end; null when the service omits it. */
  readonly entryCutoff: Millis | null
}

/** `GET /v1/binary/bucket` */
export interface BinaryBucket {
  readonly asset: string | null
  readonly start: Millis | null
  readonly end: Millis | null
  readonly phase: BinaryPhase
  readonly phaseText: string | null
  readonly midpoint: Price | null
  readonly serverTime: Millis | null
  /** `Date` header of the answer, truncated to the second; absent when it has none. */
  readonly answeredAt?: Millis | undefined
}

/** The `binary` topic: the parts of the three reads that a window shows. */
export interface BinaryView {
  readonly markets: readonly BinaryMarket[]
  /** Null before the first read. */
  readonly status: BinaryStatus | null
  readonly bucket: BinaryBucket | null
  /** Why the last reads failed, as the service reports it; null when they succeeded. */
  readonly error: string | null
  readonly clockOffset: number
  readonly receivedAt: Millis | null
  readonly stale: boolean
}
