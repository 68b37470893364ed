import { describe, expect, it } from 'vitest'
import { money, size } from '../decimal.ts'
import { DAY_MS } from './day-result.ts'
import { GOT_BY, type GotSums, gotRows } from './got.ts'

const sums = (day: number, kind: string, amount: string, got: string, more: Partial<GotSums> = {}): GotSums =>
  ({
    ...{ day: day * DAY_MS, family: 'scalar', asset: 'NYCTMP1', kind, fills: 4, better: 1, worse: 2 },
    ...{ size: size(amount), money: money(got) },
    ...more,
  }) as GotSums
const ALL = [
  sums(1, 'place', '100', '-0.4'),
  sums(2, 'place', '300', '-1.2', { asset: 'NYCTMP2', fills: 6 }),
  sums(2, 'close', '50', '0.25', { better: 4, worse: 0 }),
  sums(2, 'close', '10', '-0.05', { family: 'outcome', asset: '#360' }),
]

describe('what fills got against what was shown', () => {
  it.each([
    ['kind', ['place/scalar -0.004 of 10', 'close/scalar 0.005 of 4', 'close/outcome -0.005 of 4']],
    ['market', ['NYCTMP1/scalar -0.001 of 8', 'NYCTMP2/scalar -0.004 of 6', '#360/outcome -0.005 of 4']],
    ['family', ['scalar/scalar -0.003 of 14', 'outcome/outcome -0.005 of 4']],
    ['day', ['2/scalar -0.002714 of 10', '2/outcome -0.005 of 4', '1/scalar -0.004 of 4']],
  ] as const)('by %s: an average by size, and no two families together', (by, expected) => {
    const rows = gotRows(ALL, by, 'USDH').map(
      ({ day, asset, kind, family, price, fills }) =>
        `${day === null ? (asset ?? kind ?? family) : day / DAY_MS}/${family} ${price} of ${fills}`,
    )
    expect(rows).toEqual(expected)
  })

  it('counts what was better and worse of all fills, and comes to the same money either way', () => {
    expect(gotRows(ALL, 'kind', 'USDH')[1]).toMatchObject({ betterShare: 1, worseShare: 0 })
    for (const by of GOT_BY) {
      const rows = gotRows(ALL, by, 'USDH').filter(({ family }) => family === 'scalar')
      expect(rows.reduce((all, one) => all + Number(one.money), 0)).toBeCloseTo(-1.35, 9)
    }
  })
})
