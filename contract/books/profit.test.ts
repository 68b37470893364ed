import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Family } from '../account.ts'
import { compare, type Decimal, divide, type Price, price, type Size, signOf, size, subtract } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import { createBooks, unrealisedAt } from './books.ts'
import { profitOf, unrealised } from './profit.ts'

const PRICES: { readonly [F in Family]: fc.Arbitrary<Price> } = {
  scalar: fc.integer({ min: 40_000, max: 65_000 }).map((cents) => price((cents / 100).toFixed(2))),
  binary: fc.integer({ min: 1, max: 999 }).map((thousandths) => price((thousandths / 1000).toFixed(3))),
  outcome: fc.integer({ min: 1, max: 999 }).map((thousandths) => price((thousandths / 1000).toFixed(3))),
}
const trades = (family: Family) =>
  fc.tuple(
    fc.constant(family),
    fc.boolean(),
    fc.array(fc.tuple(PRICES[family], fc.integer({ min: 1, max: 5_000_000 })), { minLength: 1, maxLength: 5 }),
    PRICES[family],
  )

it("the books and the service's figures give a position the same value, in every family", () => {
  fc.assert(
    fc.property(fc.oneof(trades('scalar'), trades('binary'), trades('outcome')), ([family, isLong, fills, mark]) => {
      const books = createBooks()
      const side = isLong || family === 'outcome' ? 'buy' : 'sell'
      for (const [i, [at, lots]] of fills.entries())
        books.apply({
          ...{ kind: 'fill', tid: String(i), oid: '1', cause: null, family, asset: 'A', side, price: at },
          ...{ size: size((lots / 10_000).toFixed(4)), fee: null, realizedPnl: null, time: millis(i) },
        })
      const held = books.of('A')
      if (held?.cost == null) throw new Error('it is held at a known cost')
      const total = held.size.replace('-', '') as Size
      // The average entry as a service reports it: the price of UP for binary contracts.
      const own = divide(held.cost, total, 30) as Decimal
      const isDown = family === 'binary' && side === 'sell'
      const entryPx = (isDown ? subtract('1' as Decimal, own) : own.replace('-', '')) as Price
      const position = { family, size: held.size, entryPx, unrealizedPnl: null }
      const byBooks = unrealisedAt(held, mark)
      const reported = profitOf(position, mark)
      if (byBooks === null || reported === null) throw new Error('both are known')
      // The entry is reported to 9 places: times the size, that is the permitted difference.
      const apart = subtract(byBooks, reported)
      expect(compare(apart.replace('-', '') as Decimal, '0.0000026' as Decimal)).toBeLessThanOrEqual(0)
      if (signOf(apart) !== 0) return
      expect(reported).toBe(unrealised(position, mark))
    }),
    { numRuns: runs(300, 5_000) },
  )
})

it('uses the service’s own figure when no mark is known', () => {
  const position = { family: 'scalar', size: size('2'), entryPx: price('570'), unrealizedPnl: null } as const
  expect(profitOf(position, null)).toBeNull()
  expect(profitOf(position, price('571.5'))).toBe('3')
})
