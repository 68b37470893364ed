import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Decimal, fromUnits, type Price, price, type Size, size } from '../../contract/decimal.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import type { BookSides } from '../trade-forms/index.ts'
import {
  type CompleteSet,
  completeSetOf,
  gains,
  type MemberBooks,
  noSetReason,
  priceSet,
  routesOf,
  walkRoute,
} from './complete-sets.ts'

const NO_FEE = '0' as Decimal
const TITLE = 'New York high on 4 March (EST)'

function market(id: number, over: Partial<OutcomeMarket> = {}, exclusive: boolean | null = true): OutcomeMarket {
  return {
    outcomeId: id,
    name: `Outcome ${id}` as never,
    sides: [
      { index: 0, name: 'Yes' as never, coin: `#${id}0` },
      { index: 1, name: 'No' as never, coin: `#${id}1` },
    ],
    questions: [{ id: 1, title: TITLE as never, rules: null, exclusive, outcomes: [1, 2, 3], several: true }],
    expiry: millis(1000),
    expired: false,
    settling: false,
    winner: null,
    sizeDecimals: 2,
    tickSize: price('0.001'),
    ...over,
  }
}
const three = [1, 2, 3].map((id) => market(id))

describe('a complete set', () => {
  it('is an exclusive question whose outcomes all trade', () => {
    const set = completeSetOf(market(1), three)
    expect(set).toMatchObject({ key: 'question/1', title: TITLE as never, kind: 'question', sizePlaces: 2 })
    expect(set?.members.map(({ coin, no }) => [coin, no?.coin])).toEqual([
      ['#10', '#11'],
      ['#20', '#21'],
      ['#30', '#31'],
    ])
  })

  it('is a market with more than two sides', () => {
    const sides = ['June', 'July', 'Later'].map((name, index) => ({ index, name: name as never, coin: `#9${index}` }))
    const set = completeSetOf(market(9, { sides }), [])
    expect(set).toMatchObject({ kind: 'sides', members: [{ name: 'June' as never, no: null }, {}, {}] })
    expect(set === null ? [] : routesOf(set).map(({ kind }) => kind)).toEqual(['buy_all', 'sell_all'])
  })

  it.each([
    ['an outcome is not listed', three.slice(1), market(2), '1 of its 3 outcomes is not listed.'],
    [
      'the venue does not report that it is exclusive',
      three,
      market(2, {}, null),
      /The venue does not report whether exactly one outcome wins\./,
    ],
    ['several may win', three, market(2, {}, false), /More than one/],
    [
      'an outcome settles',
      [market(1, { settling: true }), ...three.slice(1)],
      market(2),
      'Not all of its outcomes trade.',
    ],
    ['it is over', three, market(2, { expired: true }), 'It no longer trades.'],
  ] as const)('is absent where %s, with the reason', (_, listed, of, reason) => {
    expect(completeSetOf(of, listed)).toBeNull()
    expect(noSetReason(of, listed)).toMatch(reason)
  })
})

const SET = completeSetOf(market(1), three) as CompleteSet
const mirrored = ({ bids, asks }: BookSides): BookSides => ({
  bids: asks.map(({ px, sz }) => ({ px: flipped(px), sz })),
  asks: bids.map(({ px, sz }) => ({ px: flipped(px), sz })),
})
const flipped = (px: Price): Price => fromUnits(100n - BigInt(Math.round(Number(px) * 100)), 2) as Price
const book = (
  bids: readonly (readonly [string, string])[],
  asks: readonly (readonly [string, string])[],
): MemberBooks => {
  const side = (levels: readonly (readonly [string, string])[]) =>
    levels.map(([px, sz]) => ({ px: price(px), sz: size(sz) }))
  const yes = { bids: side(bids), asks: side(asks) }
  return { yes, no: mirrored(yes) }
}

describe('the result of a complete set', () => {
  it('has no gain on consistent books, and shows the shortfall', () => {
    const books = [
      book([['0.20', '9']], [['0.24', '9']]),
      book([['0.50', '9']], [['0.54', '9']]),
      book([['0.24', '9']], [['0.28', '9']]),
    ]
    const { buy, sell } = priceSet(SET, books, NO_FEE)
    expect([buy?.first, buy?.walk, sell?.first, sell?.walk]).toEqual(['-0.06', null, '-0.06', null])
    expect([gains(buy), gains(sell)]).toEqual([false, false])
  })

  it('is bought and merged where all asks sum to less than 1, up to the available depth', () => {
    const books = [
      book(
        [],
        [
          ['0.20', '30'],
          ['0.25', '30'],
        ],
      ),
      book(
        [],
        [
          ['0.40', '20'],
          ['0.43', '50'],
        ],
      ),
      book(
        [],
        [
          ['0.30', '40'],
          ['0.35', '50'],
        ],
      ),
    ]
    const { buy, sell } = priceSet(SET, books, NO_FEE)
    // 20 at 0.90, 10 at 0.93, 10 at 0.98; then 1.03.
    expect(buy?.walk).toMatchObject({ sets: '40.00', profit: '2.9' })
    expect(buy?.capital).toBe('37.1')
    expect(sell?.walk).toBeNull()
  })

  it('is sold by the route that ties up least where all bids sum to more than 1', () => {
    const books = [book([['0.40', '10']], []), book([['0.50', '10']], []), book([['0.30', '5']], [])]
    const { sell } = priceSet(SET, books, NO_FEE)
    expect(sell?.walk).toMatchObject({ sets: '5.00', profit: '1' })
    // A No of the likeliest costs 0.50 a share; splitting would take 1.
    expect([sell?.route.kind, sell?.route.legs[0], sell?.capital]).toEqual([
      'negate',
      { member: 1, of: 'no', side: 'buy' },
      '2.5',
    ])
  })

  it('ignores a route with a missing book', () => {
    const books = [book([['0.40', '10']], [['0.5', '1']]), { yes: null, no: null }, book([['0.30', '5']], [])]
    expect(priceSet(SET, books, NO_FEE)).toEqual({ buy: null, sell: null })
  })

  const level = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 5 }))
  const anyBook = fc
    .tuple(fc.array(level, { maxLength: 3 }), fc.array(level, { maxLength: 3 }))
    .map(([bids, asks]): MemberBooks => {
      const side = (levels: readonly (readonly [number, number])[], sign: 1 | -1) =>
        [...new Map(levels)]
          .sort(([a], [b]) => sign * (a - b))
          .map(([px, sz]) => ({ px: fromUnits(BigInt(px), 2) as Price, sz: String(sz) as Size }))
      const yes = { bids: side(bids, -1), asks: side(asks, 1) }
      return { yes, no: mirrored(yes) }
    })
  const anyBooks = fc.tuple(anyBook, anyBook, anyBook)

  it('property: on books seen from both sides every way to sell a set gains the same, and takes no more than its thinnest book', () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const results = routesOf(SET).flatMap(
          (route) => walkRoute(route, books, { feeBps: NO_FEE, sizePlaces: 2 }) ?? [],
        )
        const sold = results.filter(({ route }) => route.kind !== 'buy_all')
        expect(new Set(sold.map(({ walk }) => walk?.profit ?? '0')).size).toBe(1)
        for (const { route, walk } of results) {
          for (const { member, of, side } of walk === null ? [] : route.legs) {
            const sides = books[member]?.[of]
            const there =
              (side === 'buy' ? sides?.asks : sides?.bids)?.reduce((sum, { sz }) => sum + Number(sz), 0) ?? 0
            expect(Number(walk?.sets)).toBeLessThanOrEqual(there)
          }
        }
      }),
      { seed: SEED, numRuns: runs(100, 5000) },
    )
  })

  it('property: never gains where the bids sum to at most 1 and the asks to at least 1', () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const { buy, sell } = priceSet(SET, books, NO_FEE)
        const best = (of: 'bids' | 'asks', none: number): number =>
          books.reduce((sum, { yes }) => sum + Math.round(100 * Number(yes?.[of][0]?.px ?? none)), 0)
        if (best('asks', 1) >= 100) expect(gains(buy)).toBe(false)
        if (best('bids', 0) <= 100) expect(gains(sell)).toBe(false)
        if (buy?.walk != null) expect(compare(buy.walk.profit, '0' as Decimal)).toBe(1)
      }),
      { seed: SEED, numRuns: runs(100, 5000) },
    )
  })
})
