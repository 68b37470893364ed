import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, isMultipleOf, subtract } from '../../contract/decimal.ts'
import { stepDecimal } from './fields.tsx'

describe('steps of a decimal field', () => {
  it.each([
    ['571.80', '0.01', 1, 1, '571.81'],
    ['571.80', '0.01', -1, 10, '571.70'],
    ['571.8', '0.05', 1, 1, '571.85'],
    ['0.1', '0.1', 1, 2, '0.3'],
    // Off the grid: first onto it.
    ['571.83', '0.05', 1, 1, '571.85'],
    ['571.83', '0.05', -1, 1, '571.80'],
    ['571.83', '0.05', 1, 10, '572.30'],
    // Not below zero.
    ['0.02', '0.05', -1, 1, '0.00'],
    ['0.05', '0.05', -1, 10, '0.00'],
    ['.5', '0.1', 1, 1, '0.6'],
    ['7', '1', 1, 1, '8'],
  ] as const)('%s by %s, direction %d × %d gives %s', (text, tick, direction, times, result) => {
    expect(stepDecimal(text, decimal(tick), direction, times)).toBe(result)
  })

  it.each(['', 'abc', '1e5', '1,000', '5.5.5'])('leaves %j as typed', (text) => {
    expect(stepDecimal(text, decimal('0.01'), 1)).toBe(text)
  })

  it('always ends on the grid, at most one tick away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom('0.01', '0.05', '0.25', '1'),
        fc.constantFrom(1 as const, -1 as const),
        (units, tickText, direction) => {
          const tick = decimal(tickText)
          const from = decimal((units / 1000).toFixed(3))
          const to = decimal(stepDecimal(from, tick, direction))
          expect(isMultipleOf(to, tick)).toBe(true)
          const moved = Math.abs(Number(subtract(to, from)))
          expect(moved).toBeLessThanOrEqual(Number(tick) + 1e-9)
          if (!to.match(/^0(\.0+)?$/)) expect(Math.sign(Number(subtract(to, from)))).toBe(direction)
        },
      ),
    )
  })
})
