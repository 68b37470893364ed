/**
 * What the terminal knows of binary markets, after the wire (docs/service/binary.md). A
 * contract pays 1 USDC to the side that wins; prices are those of UP, between 0 and 1, and DOWN costs what is left to 1.
 */
import type { Money, Price } from './decimal.ts'
import type { MarketFault, MarketStatus } from './market.ts'
import type { Millis } from './time.ts'

/** `unknown` stands for a word that the terminal does not know: shown as the service wrote it. */
export type BinaryPhase = 'staging' | 'trading' | 'ramp' | 'settled' | 'unknown'

/** UP wins above the midpoint, DOWN below. */
export type BinaryDirection = 'UP' | 'DOWN'

/** The only leverage at which binary contracts trade. */
export const BINARY_LEVERAGE = 2

/** One binary asset of the deployment (`GET /v1/binary/markets`). */
export interface BinaryMarket extends MarketFault {
  readonly asset: string
  /** The asset's number in signed actions; null where the service does not say it, and then nothing of it can be verified. */
  readonly assetId: number | null
  readonly status: MarketStatus
  /** The status in the service's own word. */
  readonly statusText: string
  /** Mark that decides between UP and DOWN; null while there is none. */
  readonly midpoint: Price | null
  /** Null where the service does not say it. */
  readonly sizeDecimals: number | null
  readonly tickSize: Price | null
  /** Smallest value of an order, USDC; missing where the service does not say. */
  readonly minimumValue?: Money
}

/** `GET /v1/binary/status` */
export interface BinaryStatus {
  readonly paused: boolean
  readonly activeAsset: string | null
  readonly phase: BinaryPhase
  readonly phaseText: string | null
  /** When entries end, the service's time; null where it is not said. */
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
  /** The `Date` of the answer, cut to the second; absent where it has none. */
  readonly answeredAt?: Millis | undefined
}

/** The `binary` topic: everything of the three reads that a window shows. */
export interface BinaryView {
  readonly markets: readonly BinaryMarket[]
  /** Null before the first read. */
  readonly status: BinaryStatus | null
  readonly bucket: BinaryBucket | null
  /** Why the last reads failed, in the service's words; null when they did not. */
  readonly error: string | null
  readonly clockOffset: number
  readonly receivedAt: Millis | null
  readonly stale: boolean
}
