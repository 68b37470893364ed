/**
 * The venue's whole-number units. Prices are ticks of 0.01, sizes lots of 0.0001, money bigint micro-USDC (10⁻⁶): a tick times a lot
 * is exactly one micro-USDC, so order value and profit are never rounded.
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
export const floorDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient
}

/** The smaller of two amounts. */
export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Contracts and shares that pay 1: prices are probabilities in ticks of 0.001, sizes lots of 0.01. A tick times a lot is exactly ten
 * micro-units of money, so that a price and its complement to 1 are exact, and so is half a cost.
 */
export const PROBABILITY_DECIMALS = 3
export const SHARE_DECIMALS = 2
/** The price 1, in ticks. */
export const CERTAIN = 1000
export const LOTS_PER_SHARE = 100

/** Value of lots at a probability, micro-units of money. */
export const shareValue = (ticks: number, lots: number): bigint => BigInt(ticks * lots) * 10n
