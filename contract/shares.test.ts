import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill, Position } from './account.ts'
import { add, compare, type Money, money, multiply, type Price, type Size, ZERO } from './decimal.ts'
import { looseOf, type SetMarket, shareFee, shareFeesOf, shareSetsOf } from './shares.ts'
import { runs } from './testing/property-runs.ts'

const coin = (outcome: number, side: number): string => `#${10 * outcome + side}`
const market = (
  outcomeId: number,
  question: { id: number; exclusive: boolean | null; of: number[] } | null,
): SetMarket => ({
  outcomeId,
  expired: false,
  sides: [0, 1].map((index) => ({ index, name: (index === 0 ? 'Yes' : 'No') as never, coin: coin(outcomeId, index) })),
  questions: question === null ? [] : [{ id: question.id, exclusive: question.exclusive, outcomes: question.of }],
})
const held = (asset: string, size: string, entryPx: string): Position =>
  ({ family: 'outcome', asset, size, entryPx }) as Position

const ALONE = market(1, null)
const question = (exclusive: boolean | null) => [2, 3, 4].map((one) => market(one, { id: 9, exclusive, of: [2, 3, 4] }))

describe('hedged shares are a set without a loss', () => {
  it('a split is worth its cost, regardless of how the cost was allocated', () => {
    const split = [held('#10', '100', '0.5'), held('#11', '100', '0.5')]
    expect(shareSetsOf(split, [ALONE]).sets).toEqual([
      { kind: 'market', of: 1, coins: ['#10', '#11'], count: '100', cost: '100', worth: '100', result: '0' },
    ])
  })

  it('is a share of every side, also for markets with several sides', () => {
    const several = {
      ...ALONE,
      sides: [0, 1, 2].map((index) => ({ index, name: `${index}` as never, coin: coin(1, index) })),
    }
    const shares = [held('#10', '50', '0.25'), held('#11', '50', '0.25'), held('#12', '60', '0.4')]
    expect(shareSetsOf(shares, [several]).sets).toEqual([
      expect.objectContaining({ count: '50', cost: '45', result: '5' }),
    ])
    expect(shareSetsOf(shares.slice(1), [several]).sets).toEqual([])
  })

  it('a hedge bought below 1 has earned the difference', () => {
    const { sets, inSets } = shareSetsOf([held('#10', '60', '0.62'), held('#11', '100', '0.35')], [ALONE])
    expect(sets).toEqual([expect.objectContaining({ count: '60', cost: '58.2', worth: '60', result: '1.8' })])
    expect(looseOf(held('#11', '100', '0.35'), { sets, inSets }).size).toBe('40')
    expect(looseOf(held('#10', '60', '0.62'), { sets, inSets }).size).toBe('0')
  })

  it('a Yes of every outcome of an exclusive question is a set, from what pairs leave', () => {
    const positions = [
      ...[held('#20', '50', '0.2'), held('#21', '10', '0.7')],
      ...[held('#30', '30', '0.3'), held('#40', '45', '0.45')],
    ]
    const { sets, inSets } = shareSetsOf(positions, question(true))
    expect(sets.map(({ kind, of, count, result }) => [kind, of, count, result])).toEqual([
      ['market', 2, '10', '1'],
      ['question', 9, '30', '1.5'],
    ])
    expect([...inSets]).toEqual([
      ['#20', '40'],
      ['#21', '10'],
      ['#30', '30'],
      ['#40', '30'],
    ])
  })

  it.each([
    ['the venue does not say that exactly one wins', question(null), ['#20', '#30', '#40']],
    ['several may win', question(false), ['#20', '#30', '#40']],
    ['an outcome is missing', question(true), ['#20', '#30']],
    ['one of its markets is not listed', question(true).slice(1), ['#20', '#30', '#40']],
    [
      'one of its markets is over',
      question(true).map((one) => ({ ...one, expired: one.outcomeId === 3 })),
      ['#20', '#30', '#40'],
    ],
    ['only one side is held', [ALONE], ['#10']],
  ])('none exists where %s', (_why, markets, coins) => {
    expect(
      shareSetsOf(
        coins.map((one) => held(one, '10', '0.3')),
        markets,
      ).sets,
    ).toEqual([])
  })

  it('pays exactly its stated worth, for every outcome', () => {
    const sizes = fc.integer({ min: 0, max: 5000 }).map((cents) => (cents / 100).toFixed(2))
    const prices = fc.integer({ min: 1, max: 999 }).map((milli) => (milli / 1000).toFixed(3))
    const markets = [ALONE, ...question(true)]
    const coins = markets.flatMap(({ sides }) => sides.map((side) => side.coin))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(sizes, prices), { minLength: coins.length, maxLength: coins.length }),
        fc.constantFrom(2, 3, 4),
        fc.boolean(),
        (all, winner, alone) => {
          const positions = coins.map((one, at) => held(one, all[at]?.[0] ?? '0', all[at]?.[1] ?? '0.5'))
          const pays = (asset: string): boolean => {
            const outcome = Math.floor(Number(asset.slice(1)) / 10)
            const isTrue = outcome === 1 ? alone : outcome === winner
            return isTrue === asset.endsWith('0')
          }
          const found = shareSetsOf(positions, markets)
          for (const { coins: own, count, worth } of found.sets) {
            const paid = own.reduce<Money>(
              (sum, one) => (pays(one) ? add(sum, multiply(count, '1' as Price)) : sum),
              ZERO,
            )
            expect(compare(paid, worth)).toBe(0)
          }
          for (const position of positions) {
            const loose = looseOf(position, found).size
            expect(compare(loose, ZERO)).toBeGreaterThanOrEqual(0)
            expect(compare(add(loose, found.inSets.get(position.asset) ?? (ZERO as Size)), position.size)).toBe(0)
          }
        },
      ),
      { numRuns: runs(200, 10_000) },
    )
  })
})

const fill = (terms: object): Fill => ({ asset: '#10', cause: null, size: '100', ...terms }) as Fill

describe('fee rates of shares', () => {
  it('are the last ones seen, separately for purchases, sales and settlements', () => {
    const fills = [
      fill({ side: 'sell', price: '1', fee: '0.07', cause: 'settlement' }),
      fill({ side: 'sell', price: '0', fee: '0', cause: 'settlement' }),
      fill({ side: 'sell', price: '0.7', fee: null }),
      fill({ side: 'sell', price: '0.7', fee: '0.049' }),
      fill({ side: 'buy', price: '0.6', fee: '0' }),
      fill({ side: 'buy', price: '0.6', fee: '9' }),
      fill({ asset: 'NYCTMP1', side: 'sell', price: '571', fee: '7' }),
    ]
    expect(shareFeesOf(fills)).toEqual({ buy: '0', sell: '7', settled: '7' })
    expect(shareFee(money('100'), '7' as never)).toBe('0.07')
  })

  it('are unknown before the first, and for a side with no payout', () => {
    const lost = fill({ side: 'sell', price: '0', fee: '0', cause: 'settlement' })
    expect(shareFeesOf([lost])).toEqual({ buy: null, sell: null, settled: null })
  })
})
