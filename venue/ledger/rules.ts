/**
 * Account holdings, their units, and the money rules of the scalar family: fees, initial and maintenance margin, order reserves, liquidation. Pure.
 */

/** Position and resting orders of an account in one asset. */
export interface Holding {
  /** Number of the asset. */
  readonly asset: number
  /** 1 to the market's maximum. */
  leverage: number
  /** Signed position in lots. */
  lots: number
  /** Signed cost of the position, micro-USDC: paid for a long, minus the proceeds for a short. */
  cost: bigint
  /** Isolated margin of the position, micro-USDC. */
  margin: bigint
  /** Realized profit since the position was opened, before fees, micro-USDC. */
  realized: bigint
  /** Lots and value of the resting orders that may add exposure, by side. */
  bidLots: number
  bidValue: bigint
  askLots: number
  askValue: bigint
  /** Margin reserved for those orders, micro-USDC. */
  reserved: bigint
  /** Resting reduce-only orders. */
  reduceOnlyOrders: number
  /** The position is liquidated when the mark reaches this tick (from above for a long, from below for a short); null: never. */
  liquidation: number | null
}

/** A holding without history. */
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
  /** The venue's own traders and insurance: no history is kept for them. */
  readonly internal: boolean
  /** Money outside positions, micro-USDC, including margin reserved for orders. */
  usdc: bigint
  usdh: bigint
  usdhOutcome: bigint
  /** Total reserve of resting orders. */
  reserved: bigint
  readonly holdings: Map<number, Holding>
}

/** Money available for new margin, micro-USDC. */
export const availableOf = (account: LedgerAccount): bigint => account.usdc - account.reserved

/** Unrealized profit at a mark, micro-USDC: size × mark − cost. */
export const unrealizedOf = (holding: Holding, markTicks: number): bigint =>
  BigInt(holding.lots * markTicks) - holding.cost

/**
 * The venue's integer units. Prices are ticks of 0.01, sizes lots of 0.0001, money bigint micro-USDC (10⁻⁶): a tick times a lot is exactly one
 * micro-USDC, so order value and profit are never rounded.
 */
export const PRICE_DECIMALS = 2
export const SIZE_DECIMALS = 4
export const MONEY_DECIMALS = 6
export const LOTS_PER_CONTRACT = 10_000

/** Value of lots at a price, micro-USDC. Both are bounded so that the product is a safe integer. */
export const orderValue = (price: number, lots: number): bigint => BigInt(price * lots)

/** a × b ÷ c towards zero. */
export const proportion = (a: bigint, b: number, c: number): bigint => (a * BigInt(b)) / BigInt(c)

/** a ÷ b rounded up, for a ≥ 0 and b > 0. */
export const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** a ÷ b rounded down for any a and b > 0. */
const floorDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient
}

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Units of contracts and shares that pay 1: prices are probabilities in ticks of 0.001, sizes lots of 0.01. A tick times a lot is exactly ten
 * micro-units of money, so a price, 1 minus it, and half a cost are exact.
 */
export const PROBABILITY_DECIMALS = 3
export const SHARE_DECIMALS = 2
/** The price 1, in ticks. */
export const CERTAIN = 1000
export const LOTS_PER_SHARE = 100

/** Value of lots at a probability, micro-units of money. */
export const shareValue = (ticks: number, lots: number): bigint => BigInt(ticks * lots) * 10n

export type Liquidity = 'maker' | 'taker' | 'none'

/** Fee rates in hundred-thousandths of the order value: 1.0 bps for makers, 4.5 bps for takers. */
const FEE_RATES: Record<Liquidity, bigint> = { maker: 10n, taker: 45n, none: 0n }
const FEE_SCALE = 100_000n

/** Fee of a fill, rounded up to the micro-USDC. */
export const feeOf = (value: bigint, liquidity: Liquidity): bigint =>
  ceilDivide(value * FEE_RATES[liquidity], FEE_SCALE)

/** Initial margin: value ÷ leverage, rounded up to the micro-USDC. */
export const marginRequired = (value: bigint, leverage: number): bigint => ceilDivide(value, BigInt(leverage))

/** Maintenance margin: half the initial margin at the market's maximum leverage, rounded up. */
export const maintenanceRequired = (value: bigint, maxLeverage: number): bigint =>
  ceilDivide(value, BigInt(2 * maxLeverage))

/**
 * Margin reserve of resting orders that may add exposure, both sides summed. Orders that would only close the position need none; the position covers
 * the orders of that side in proportion to their size.
 */
export function orderReserve(
  holding: Pick<Holding, 'lots' | 'bidLots' | 'bidValue' | 'askLots' | 'askValue'>,
  leverage: number,
): bigint {
  return (
    sideReserve(holding.bidLots, holding.bidValue, Math.max(0, -holding.lots), leverage) +
    sideReserve(holding.askLots, holding.askValue, Math.max(0, holding.lots), leverage)
  )
}

function sideReserve(lots: number, value: bigint, covered: number, leverage: number): bigint {
  if (lots <= covered) return 0n
  return marginRequired(covered === 0 ? value : proportion(value, lots - covered, lots), leverage)
}

/**
 * The first tick at which equity (margin + size × mark − cost) falls below the maintenance margin: the highest for a long, the lowest for a short;
 * null when no positive price does that.
 */
export function liquidationTick(
  holding: Pick<Holding, 'lots' | 'cost' | 'margin'>,
  maxLeverage: number,
): number | null {
  if (holding.lots === 0) return null
  const parts = BigInt(2 * maxLeverage)
  // margin + lots·m − cost < |lots|·m ÷ parts, solved for m.
  const size = BigInt(Math.abs(holding.lots))
  const numerator = (holding.cost - holding.margin) * parts
  if (holding.lots > 0) {
    const tick = -floorDivide(-numerator, size * (parts - 1n)) - 1n
    return tick > 0n ? Number(tick) : null
  }
  return Number(floorDivide(-numerator, size * (parts + 1n)) + 1n)
}

/** The price at which the margin is used up, rounded so that a fill there or better leaves no debt. At least one tick. */
export function bankruptcyTick(holding: Pick<Holding, 'lots' | 'cost' | 'margin'>): number {
  const size = BigInt(Math.abs(holding.lots))
  const debt = holding.cost - holding.margin
  const tick = holding.lots > 0 ? -floorDivide(-debt, size) : floorDivide(-debt, size)
  return Math.max(1, Number(tick))
}
