import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankruptcyTick, feeOf, liquidationTick, maintenanceRequired, marginRequired, orderReserve } from './rules.ts'

describe('the money rules', () => {
  it.each([
    [1_000_000n, 'taker', 450n],
    [1_000_000n, 'maker', 100n],
    [1n, 'taker', 1n],
    [10_000n, 'maker', 1n],
    [10_001n, 'maker', 2n],
    [5_410_500_000n, 'taker', 2_434_725n],
    [123n, 'none', 0n],
  ] as const)('the fee on %s as %s is %s, rounded up', (value, liquidity, fee) => {
    expect(feeOf(value, liquidity)).toBe(fee)
  })

  it('initial margin is value ÷ leverage, maintenance half of it at the maximum leverage, both rounded up', () => {
    expect(marginRequired(100n, 3)).toBe(34n)
    expect(maintenanceRequired(100n, 10)).toBe(5n)
    expect(maintenanceRequired(101n, 10)).toBe(6n)
  })

  const none = { lots: 0, bidLots: 0, bidValue: 0n, askLots: 0, askValue: 0n }
  it.each([
    ['nothing for no orders', none, 0n],
    ['each side of a flat account', { ...none, bidLots: 10, bidValue: 1000n, askLots: 5, askValue: 600n }, 160n],
    ['nothing for sells within a long', { ...none, lots: 5, askLots: 5, askValue: 600n }, 0n],
    ['only the part beyond a long', { ...none, lots: 5, askLots: 10, askValue: 1200n }, 60n],
    ['all buys on top of a long', { ...none, lots: 5, bidLots: 10, bidValue: 1000n }, 100n],
    ['only the part beyond a short', { ...none, lots: -4, bidLots: 10, bidValue: 1000n }, 60n],
  ])('reserves %s', (_, holding, reserve) => {
    expect(orderReserve(holding, 10)).toBe(reserve)
  })

  it('liquidates exactly when equity falls below maintenance', () => {
    const holding = fc.record({
      lots: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((lots) => lots !== 0),
      entry: fc.integer({ min: 45_000, max: 65_000 }),
      leverage: fc.integer({ min: 1, max: 10 }),
    })
    fc.assert(
      fc.property(holding, ({ lots, entry, leverage }) => {
        const cost = BigInt(lots * entry)
        const margin = marginRequired(cost < 0n ? -cost : cost, leverage)
        const position = { lots, cost, margin }
        const equityAt = (mark: number): bigint => margin + BigInt(lots * mark) - cost
        const below = (mark: number): boolean => equityAt(mark) < maintenanceRequired(BigInt(Math.abs(lots) * mark), 10)
        const tick = liquidationTick(position, 10)
        if (tick !== null) {
          expect(below(tick)).toBe(true)
          expect(below(tick + Math.sign(lots))).toBe(false)
        } else expect(below(1)).toBe(false)
        const bankrupt = bankruptcyTick(position)
        expect(equityAt(bankrupt)).toBeGreaterThanOrEqual(0n)
        if (bankrupt > 1) expect(equityAt(bankrupt - Math.sign(lots))).toBeLessThan(0n)
      }),
    )
  })

  it('never liquidates an unleveraged long', () => {
    expect(liquidationTick({ lots: 10, cost: 500n, margin: 500n }, 10)).toBeNull()
    expect(liquidationTick({ lots: 0, cost: 0n, margin: 0n }, 10)).toBeNull()
  })
})
