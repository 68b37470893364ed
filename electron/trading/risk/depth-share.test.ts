import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, SEED } from '../../../contract/testing/property-runs.ts'
import { depthRefusal, type Taking } from './depth-share.ts'

const levels = (...all: readonly (readonly [string, string])[]) => all.map(([px, sz]) => ({ px, sz })) as never
const BOOK = {
  bids: levels(['570.00', '10'], ['569.00', '30'], ['567.99', '500']),
  asks: levels(['571.00', '10'], ['572.00', '30'], ['573.01', '500']),
}
const buy = (size: string, worst: string | null, more: Partial<Taking> = {}): Taking => ({
  ...{ asset: 'NYCTMP1', family: 'scalar', side: 'buy', size: size as never, worst: worst as never, postOnly: false },
  ...more,
})
const codeOf = (order: Taking, book: typeof BOOK | null = BOOK, share: number | null = 50): unknown =>
  depthRefusal(order, book, share)?.code ?? null

describe('the share of the book that one order may take', () => {
  it.each([
    // Within 2 °F of the best ask 40 are shown: 20 may be taken.
    [buy('20', '572.00'), null],
    [buy('20.0001', '572.00'), 'limit_depth'],
    [buy('20', '580.00'), null],
    // What it cannot reach rests.
    [buy('500', '571.00'), null],
    [buy('500', '570.99'), null],
    [buy('500', '571.50'), null],
    [buy('500', '572.00'), 'limit_depth'],
    [buy('500', '572.00', { postOnly: true }), null],
    [buy('21', null), 'limit_depth'],
    [buy('20', '569.00', { side: 'sell' }), null],
    [buy('21', '569.00', { side: 'sell' }), 'limit_depth'],
  ])('%j: %s', (order, code) => expect(codeOf(order)).toBe(code))

  it('counts 5 cents for probabilities, and names the displayed and the allowed size', () => {
    const book = { bids: levels(), asks: levels(['0.400', '10'], ['0.450', '30'], ['0.451', '900']) }
    const order = buy('21', '0.450', { family: 'outcome' })
    const message = depthRefusal(order, book, 50)?.message ?? ''
    expect(message).toMatch(
      /This order could take 21 shares at once\. The book shows 40 shares within 5 ¢ of the best ask of 0\.400\. Your limit is 50 % of that, 20 shares\. Reduce the size, or use post-only\./,
    )
    expect(message).toMatch(
      /This order could take 21 shares at once\. The book shows 40 shares within 5 ¢ of the best ask of 0\.400\. Your limit is 50 % of that, 20 shares\. Reduce the size, or use post-only\./,
    )
  })

  it('fails closed where the book is unknown, except for orders that cannot trade at once', () => {
    expect(codeOf(buy('1', '571.00'), null)).toBe('limit_depth_unknown')
    expect(codeOf(buy('1', '571.00', { postOnly: true }), null)).toBe(null)
    expect(codeOf(buy('1', '571.00'), null, null)).toBe(null)
  })

  it('allows nothing on an empty side', () => {
    expect(codeOf(buy('900', '580.00'), { bids: levels(), asks: levels() } as never)).toBe(null)
  })

  it('is never exceeded, with any book', () => {
    const level = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 100 }))
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 12 }),
        ...([
          fc.integer({ min: 1, max: 200 }),
          fc.integer({ min: 0, max: 500 }),
          fc.integer({ min: 1, max: 100 }),
        ] as const),
        (made, size, reach, share) => {
          const px = new Map(made)
          const all = [...px].sort(([a], [b]) => a - b)
          const asks = levels(...all.map(([at, sz]) => [(571 + at / 100).toFixed(2), String(sz)] as const))
          const best = all[0]?.[0] ?? 0
          const order = buy(String(size), (571 + reach / 100).toFixed(2))
          const refusal = depthRefusal(order, { bids: levels(), asks }, share)
          const shown = all.filter(([at]) => at <= best + 200).reduce((sum, [, sz]) => sum + sz, 0)
          const met = all.filter(([at]) => at <= reach).reduce((sum, [, sz]) => sum + sz, 0)
          if (refusal === null) expect(Math.min(size, met) * 100).toBeLessThanOrEqual(shown * share)
          else expect(reach >= best && size * 100 > shown * share).toBe(true)
        },
      ),
      { seed: SEED, numRuns: runs(300, 5_000) },
    )
  })
})
