import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../contract/account.ts'
import { unrealised } from '../../contract/books/index.ts'
import { add, compare, type Decimal, type Price, type Size, subtract, ZERO } from '../../contract/decimal.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { exitLabel, exitText, exitValueOf } from './exit-value.ts'

type Level = readonly [px: string, sz: string]
const levels = (...all: readonly Level[]) => all.map(([px, sz]) => ({ px: px as Price, sz: sz as Size }))
const position = (size: string, entryPx: string, family: Position['family'] = 'scalar') =>
  ({ family, size: size as Size, entryPx: entryPx as Price }) as const
const BOOK = {
  bids: levels(['553.00', '4'], ['552.50', '6'], ['552.00', '10']),
  asks: levels(['553.20', '5'], ['553.60', '5']),
}
const MARK = '553.10' as Price
const BPS = '4.5' as Decimal

describe('the result of closing a position now', () => {
  it.each([
    [
      'a long, through the bids',
      position('10', '550.00'),
      { average: '552.7', levels: 2, net: '24.512850', spread: '4' },
    ],
    [
      'a short, through the asks',
      position('-10', '555.00'),
      { average: '553.4', levels: 2, net: '13.5097', spread: '3' },
    ],
  ])('%s', (_what, held, { average, levels: deep, net, spread }) => {
    const exit = exitValueOf(held, BOOK, MARK, BPS)
    expect(exit).toMatchObject({ levels: deep, rest: '0' })
    expect(compare(exit?.average ?? ZERO, average as Price)).toBe(0)
    expect(compare(exit?.net ?? ZERO, net as Price)).toBe(0)
    expect(compare(exit?.spread ?? ZERO, spread as Price)).toBe(0)
  })

  it('explains the difference from Unrealized, and where the book ends', () => {
    const whole = exitValueOf(position('10', '550.00'), BOOK, MARK, BPS)
    expect(whole && exitLabel(whole, 'USDC')).toBe(
      'All of it closed at current book prices: average 552.70, 2 levels deep. Versus Unrealized at the mark: 4.00 USDC lost to spread and depth, 2.49 USDC fee deducted.',
    )
    const part = exitValueOf(position('-25', '555.00'), BOOK, MARK, null)
    expect(part && exitText(part)).toBe('+\u00a016.00 for 10')
    expect(part && exitLabel(part, 'USDC')).toContain('10 of it closed')
    expect(part && exitLabel(part, 'USDC')).toContain('fee unknown, not deducted')
    expect(part && exitLabel(part, 'USDC')).toContain(
      '10 of it closed at current book prices: average 553.40, 2 levels deep.',
    )
  })

  it('is null where the other side is empty, and has no fee of another family', () => {
    expect(exitValueOf(position('10', '550.00'), { bids: [], asks: BOOK.asks }, MARK, BPS)).toBeNull()
    const shares = exitValueOf(position('5', '0.40', 'outcome'), { bids: levels(['0.45', '9']), asks: [] }, null, null)
    expect(shares).toMatchObject({ fee: null, spread: null })
    expect(compare(shares?.net ?? ZERO, '0.25' as Price)).toBe(0)
  })

  it('DOWN contracts close by buying UP, and are described as held', () => {
    const down = exitValueOf(position('-10', '0.60', 'binary'), { bids: [], asks: levels(['0.55', '10']) }, null, null)
    expect(compare(down?.average ?? ZERO, '0.45' as Price)).toBe(0)
    expect(compare(down?.net ?? ZERO, '0.5' as Price)).toBe(0)
  })

  it('differs from the unrealized result of the closed part by spread and fee only', () => {
    const cents = fc.integer({ min: 1, max: 100_000 }).map((value) => (value / 100).toFixed(2))
    const side = fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(side, cents, fc.boolean(), cents, cents, (book, size, isLong, entry, mark) => {
        const both = levels(...book)
        const held = position(isLong ? size : `-${size}`, entry)
        const exit = exitValueOf(held, { bids: both, asks: both }, mark as Price, BPS)
        if (exit === null) throw new Error('nobody')
        const closed = { ...held, size: (isLong ? exit.closed : `-${exit.closed}`) as Size }
        const apart = add(exit.spread ?? ZERO, exit.fee ?? ZERO)
        expect(compare(subtract(unrealised(closed, mark as Price), apart), exit.net)).toBe(0)
        expect(compare(add(exit.closed, exit.rest), size as Size)).toBe(0)
      }),
      { numRuns: runs(200, 10_000) },
    )
  })
})
