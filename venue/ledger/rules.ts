/** The money rules of the scalar family: fees, initial and maintenance margin, order reserves, liquidation. Pure. */
import type { Holding } from './account.ts'
import { ceilDivide, floorDivide, proportion } from './units.ts'

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
 * Margin to set aside for resting orders that may open exposure, both sides summed. As far as orders of a side would only close the
 * position they need none; the position covers the orders of that side in proportion to their size.
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
 * The first tick at which equity (margin + size × mark − cost) falls below the maintenance margin: the highest such for a long, the
 * lowest for a short; null when no positive price does that.
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

/** The price at which nothing of the margin is left: rounded so that a fill there or better leaves no debt. At least one tick. */
export function bankruptcyTick(holding: Pick<Holding, 'lots' | 'cost' | 'margin'>): number {
  const size = BigInt(Math.abs(holding.lots))
  const debt = holding.cost - holding.margin
  const tick = holding.lots > 0 ? -floorDivide(-debt, size) : floorDivide(-debt, size)
  return Math.max(1, Number(tick))
}
