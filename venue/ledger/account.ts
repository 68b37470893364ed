/** An account's money, positions and margin. */

/** What an account holds and has on order in one asset. */
export interface Holding {
  /** Number of the asset. */
  readonly asset: number
  /** 1 to the market's maximum. */
  leverage: number
  /** Signed position in lots. */
  lots: number
  /** Signed cost of the position, micro-USDC: what was paid for a long, minus what was got for a short. */
  cost: bigint
  /** Isolated margin of the position, micro-USDC. */
  margin: bigint
  /** Profit realized since the position was opened, fees apart, micro-USDC. */
  realized: bigint
  /** Lots and value of the resting orders that may open exposure, by side. */
  bidLots: number
  bidValue: bigint
  askLots: number
  askValue: bigint
  /** Margin set aside for those orders, micro-USDC. */
  reserved: bigint
  /** Resting reduce-only orders. */
  reduceOnlyOrders: number
  /** The position is liquidated when the mark is at this tick or beyond (below for a long, above for a short); null: never. */
  liquidation: number | null
}

/** A holding of an account that has never had one in the asset. */
export const emptyHolding = (asset: number, leverage: number): Holding => ({
  asset,
  leverage,
  lots: 0,
  cost: 0n,
  margin: 0n,
  realized: 0n,
  bidLots: 0,
  bidValue: 0n,
  askLots: 0,
  askValue: 0n,
  reserved: 0n,
  reduceOnlyOrders: 0,
  liquidation: null,
})

export interface LedgerAccount {
  readonly id: number
  readonly address: string
  /** The venue's own traders and insurance: no history is kept of them. */
  readonly internal: boolean
  /** Money not in positions, micro-USDC; margin reserved for orders is part of it. */
  usdc: bigint
  usdh: bigint
  usdhOutcome: bigint
  /** Sum of what is reserved for resting orders. */
  reserved: bigint
  readonly holdings: Map<number, Holding>
}

/** Money that is free for new margin, micro-USDC. */
export const availableOf = (account: LedgerAccount): bigint => account.usdc - account.reserved

/** Profit of the open position at a mark, micro-USDC: size × mark − cost. */
export const unrealizedOf = (holding: Holding, markTicks: number): bigint =>
  BigInt(holding.lots * markTicks) - holding.cost
