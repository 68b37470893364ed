import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountView, Position } from '../../../contract/account.ts'
import { unrealised } from '../../../contract/books/index.ts'
import { compare, type Money, type Price, type Size, subtract, toPlaces } from '../../../contract/decimal.ts'
import { liveMoney } from '../../queries/index.ts'
import { figuresOf } from './position-figures.ts'

const marks = fc.integer({ min: 40_000, max: 62_000 }).map((cents) => (cents / 100).toFixed(2) as Price)
const sizes = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((size) => (size / 10_000).toFixed(4) as Size)

it('a row, the top bar and the equity show the same profit to the cent, however the service rounded its own', () => {
  fc.assert(
    fc.property(sizes, marks, marks, marks, fc.integer({ min: 0, max: 4 }), (size, entryPx, markPx, now, places) => {
      const read = unrealised({ family: 'scalar', size, entryPx }, markPx)
      const position = {
        ...{ family: 'scalar', asset: 'A', size, entryPx, markPx, leverage: 10, margin: null },
        ...{ unrealizedPnl: toPlaces(read, places), realizedPnl: null, liquidationPx: null },
      } as Position
      const account = {
        positions: [position],
        money: { equity: toPlaces(read, places) },
      } as unknown as AccountView
      const row = figuresOf(position, { tickSize: '0.01' as Price, sizeDecimals: 4 }, now, null).profit as Money
      const bar = liveMoney(account, 'A', now)
      expect(toPlaces(bar.unrealised ?? ('' as Money), 2)).toBe(row)
      // The equity of an account with nothing but the position is its profit.
      expect(compare(subtract(bar.equity ?? ('' as Money), bar.unrealised ?? ('' as Money)), '0' as Money)).toBe(0)
    }),
  )
})
