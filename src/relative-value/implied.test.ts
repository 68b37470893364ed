import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, fahrenheit, fromUnits, ONE, type Price, price, ZERO } from '../../contract/decimal.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { impliedBy, narrowed, type Quoted, type Threshold, violationsOf } from './implied.ts'

const quoted = (bid: string | null, ask: string | null): Quoted => ({
  bid: bid === null ? null : price(bid),
  ask: ask === null ? null : price(ask),
})
const sum = (prices: readonly Price[]): Price => prices.reduce((total, one) => add(total, one), ZERO as Price)
const milli = (units: number): Price => fromUnits(BigInt(units), 3) as Price
const anyQuote = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.nat({ max: 300 }), fc.integer({ min: 0, max: 9 }))
  .map(([bid, spread, gone]): Quoted => {
    const ask = Math.min(999, bid + spread)
    return { bid: gone === 0 ? null : milli(bid), ask: gone === 1 ? null : milli(ask) }
  })

describe('the implied distribution of outcomes', () => {
  it('is at the same fraction between bid and ask in each', () => {
    const implied = impliedBy([quoted('0.20', '0.24'), quoted('0.50', '0.54'), quoted('0.24', '0.28')])
    expect(implied).toMatchObject({ bids: '0.94', asks: '1.06', coherence: 'coherent' })
    expect(implied.shares).toEqual(['0.22', '0.52', '0.26'])
  })

  it('takes a missing bid as 0 and a missing ask as 1, and then has no sum of asks', () => {
    const implied = impliedBy([quoted(null, '0.10'), quoted('0.80', null)])
    expect(implied).toMatchObject({ bids: '0.8', asks: null, coherence: 'coherent' })
    expect(implied.bands).toEqual([
      { low: '0', high: '0.10' },
      { low: '0.80', high: '1' },
    ])
  })

  it.each([
    ['bids_above_one', [quoted('0.6', '0.7'), quoted('0.5', '0.6')]],
    ['asks_below_one', [quoted('0.3', '0.4'), quoted('0.4', '0.5')]],
    ['crossed', [quoted('0.5', '0.4'), quoted('0.5', '0.6')]],
  ] as const)('is null where the books contradict: %s', (coherence, quotes) => {
    expect(impliedBy(quotes)).toMatchObject({ coherence, shares: null })
  })

  it('property: for coherent books it sums to 1 exactly and lies in every band; for others it is null', () => {
    fc.assert(
      fc.property(fc.array(anyQuote, { minLength: 1, maxLength: 8 }), (quotes) => {
        const { bands, shares, coherence } = impliedBy(quotes)
        const isPossible =
          compare(sum(bands.map(({ low }) => low)), ONE) <= 0 && compare(sum(bands.map(({ high }) => high)), ONE) >= 0
        expect(coherence === 'coherent').toBe(isPossible)
        if (shares === null) {
          expect(isPossible).toBe(false)
          return
        }
        expect(compare(sum(shares), ONE)).toBe(0)
        for (const [at, share] of shares.entries()) {
          expect(compare(share, bands[at]?.low ?? ONE)).toBeGreaterThanOrEqual(0)
          expect(compare(share, bands[at]?.high ?? ZERO)).toBeLessThanOrEqual(0)
        }
      }),
      { seed: SEED, numRuns: runs(150, 10_000) },
    )
  })

  it('property: narrowed bands are never wider, and contain the distribution and the mid of a tight book', () => {
    fc.assert(
      fc.property(fc.array(anyQuote, { minLength: 2, maxLength: 6 }), (quotes) => {
        const { bands, shares } = impliedBy(quotes)
        if (shares === null) return
        for (const [at, band] of narrowed(bands).entries()) {
          const own = bands[at]
          const share = shares[at]
          if (own === undefined || share === undefined) throw new Error('a band is missing')
          expect(compare(band.low, own.low)).toBeGreaterThanOrEqual(0)
          expect(compare(band.high, own.high)).toBeLessThanOrEqual(0)
          expect(compare(share, band.low)).toBeGreaterThanOrEqual(0)
          expect(compare(share, band.high)).toBeLessThanOrEqual(0)
        }
      }),
      { seed: SEED, numRuns: runs(150, 10_000) },
    )
  })
})

describe('nested thresholds', () => {
  const threshold = (above: number, bid: number, ask: number): Threshold => ({
    name: `Above ${above} °F`,
    above: fahrenheit(String(above)),
    bid: milli(bid),
    ask: milli(ask),
  })

  it('report the contradicting pair: a higher one bid above the ask of a lower one', () => {
    const [low, middle, high] = [threshold(54, 600, 620), threshold(55, 650, 670), threshold(56, 300, 320)]
    const found = violationsOf([high, middle, low])
    expect(found.map(({ lower, higher, ask, bid }) => [lower.name, higher.name, ask, bid])).toEqual([
      ['Above 54 °F', 'Above 55 °F', '0.620', '0.650'],
    ])
  })

  it('property: prices that fall with the temperature violate nothing, and each violation is a real one', () => {
    const rows = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 900 }), fc.nat({ max: 99 })),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(rows, (all) => {
        const thresholds = all.map(([above, bid, spread]) => threshold(above, bid, bid + spread))
        for (const { lower, higher, ask, bid } of violationsOf(thresholds)) {
          expect(compare(lower.above, higher.above)).toBeLessThan(0)
          expect(compare(bid, ask)).toBeGreaterThan(0)
        }
        const bids = all.map(([, bid]) => bid).sort((a, b) => b - a)
        const falling = thresholds
          .toSorted((a, b) => compare(a.above, b.above))
          .map((one, at) => ({
            ...one,
            bid: milli(bids[at] ?? 0),
            ask: milli((bids[at] ?? 0) + 1),
          }))
        expect(violationsOf(falling)).toEqual([])
      }),
      { seed: SEED, numRuns: runs(200, 5000) },
    )
  })
})
