import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compare,
  type Decimal,
  fromUnits,
  type Money,
  money,
  type Price,
  price,
  type Size,
  size,
  toUnits,
} from '../../contract/decimal.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { firstSet, type Leg, walkSets } from './walk-sets.ts'

const bps = (text: string): Decimal => text as Decimal
const leg = (side: 'buy' | 'sell', levels: readonly (readonly [string, string])[], feeBps = '0'): Leg => ({
  side,
  levels: levels.map(([px, sz]) => ({ px: price(px), sz: size(sz) })),
  feeBps: bps(feeBps),
})
const ONE_PAID = { pays: money('1'), sizePlaces: 2 }

describe('sets through the depth of several books', () => {
  it('continue until the next one gains nothing', () => {
    const legs = [
      leg('buy', [
        ['0.40', '10'],
        ['0.45', '10'],
      ]),
      leg('buy', [
        ['0.50', '15'],
        ['0.56', '50'],
      ]),
    ]
    // 10 at 0.90, 5 at 0.95; the next ones cost 1.01.
    expect(walkSets(legs, ONE_PAID)).toMatchObject({ sets: '15.00', profit: '1.25', fees: '0', endsWithBook: false })
    expect(firstSet(legs, ONE_PAID)).toBe('0.1')
  })

  it('include the fee of each leg on its own value', () => {
    const legs = [leg('buy', [['0.40', '10']], '50'), leg('sell', [['0.50', '4']], '10')]
    const walk = walkSets(legs, { pays: money('0'), sizePlaces: 2 })
    expect(walk).toMatchObject({ sets: '4.00', fees: '0.01', profit: '0.39', endsWithBook: true })
  })

  it('are none where the first one costs its payout, and none below the minimum size', () => {
    expect(walkSets([leg('buy', [['0.5', '10']]), leg('buy', [['0.5', '10']])], ONE_PAID)).toBeNull()
    expect(walkSets([leg('buy', [['0.5', '0.009']]), leg('buy', [['0.4', '10']])], ONE_PAID)).toBeNull()
    expect(walkSets([leg('buy', []), leg('buy', [['0.4', '10']])], ONE_PAID)).toBeNull()
    expect(firstSet([leg('buy', []), leg('buy', [['0.4', '10']])], ONE_PAID)).toBeNull()
  })

  it('skip empty levels', () => {
    const legs = [
      leg('buy', [
        ['0.10', '0'],
        ['0.40', '5'],
      ]),
      leg('buy', [['0.50', '9']]),
    ]
    expect(walkSets(legs, ONE_PAID)).toMatchObject({ sets: '5.00', profit: '0.5' })
    expect(firstSet(legs, ONE_PAID)).toBe('0.1')
  })

  const levels = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 6 })), { maxLength: 4 })
    .map((all) => [...new Map(all)])
  const anyLeg = fc.tuple(fc.boolean(), levels, fc.constantFrom('0', '4.5', '250')).map(([isBuy, all, feeBps]): Leg => {
    const sorted = [...all].sort(([a], [b]) => (isBuy ? a - b : b - a))
    return {
      side: isBuy ? 'buy' : 'sell',
      levels: sorted.map(([px, sz]) => ({ px: fromUnits(BigInt(px), 2) as Price, sz: String(sz) as Size })),
      feeBps: bps(feeBps),
    }
  })

  it('property: match the result of trying every number of sets', () => {
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 4 }), fc.integer({ min: -2, max: 3 }), (legs, pays) => {
        const terms = { pays: String(pays) as Money, sizePlaces: 0 }
        const walk = walkSets(legs, terms)
        const thinnest = Math.min(...legs.map((one) => one.levels.reduce((sum, { sz }) => sum + Number(sz), 0)))
        const tried = Array.from({ length: thinnest + 1 }, (_, sets) => profitOf(legs, pays, sets))
        const best = tried.reduce((most, one) => (one > most ? one : most), 0n)
        if (walk === null) {
          expect(best).toBe(0n)
          return
        }
        expect(toUnits(walk.profit, 10)).toBe(best)
        expect(tried[Number(walk.sets)]).toBe(best)
        // Never more than the thinnest side has, and the sum of the legs.
        expect(compare(walk.sets, String(thinnest) as Decimal)).toBeLessThanOrEqual(0)
        expect(compare(walk.profit, '0' as Decimal)).toBeGreaterThan(0)
        if (walk.endsWithBook) expect(Number(walk.sets)).toBe(thinnest)
      }),
      { seed: SEED, numRuns: runs(200, 20_000) },
    )
  })
})

/** In 10^−10, one contract at a time. */
function profitOf(legs: readonly Leg[], pays: number, sets: number): bigint {
  let profit = BigInt(pays) * BigInt(sets) * 10n ** 10n
  for (const { side, levels, feeBps } of legs) {
    const units = levels.flatMap(({ px, sz }) => Array.from({ length: Number(sz) }, () => toUnits(px, 10)))
    for (const px of units.slice(0, sets)) {
      const fee = (px * toUnits(feeBps, 1)) / 100_000n
      profit += (side === 'buy' ? -px : px) - fee
    }
  }
  return profit
}
