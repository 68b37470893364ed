import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fees, Position } from '../../../contract/account.ts'
import {
  compare,
  type Decimal,
  fahrenheit,
  fromUnits,
  type Money,
  money,
  multiply,
  type Price,
  price,
  type Size,
  signOf,
  size,
  subtract,
} from '../../../contract/decimal.ts'
import { checkOrder, marginOf, orderValue } from '../../../contract/order-rules.ts'
import { FRACTIONS, fractionOf, walkBook } from '../../trade-forms/index.ts'
import type { TicketDraft } from './draft.ts'
import { effectivePrice, placeIntentOf, sizeAtPrice } from './draft.ts'
import { afterFill, liquidationPrice } from './liquidation.ts'
import { maxSize } from './max-size.ts'
import { sharedMax, summarize } from './summary.ts'

type SummaryInput = Parameters<typeof summarize>[0]

const fees: Fees = { makerBps: '1.0' as Decimal, takerBps: '4.5' as Decimal }
const market = { tickSize: price('0.01'), sizeDecimals: 4, maxLeverage: 20 }
const level = (px: string, sz: string) => ({ px: price(px), sz: size(sz) })
const book = {
  bids: [level('571.82', '100'), level('571.81', '50'), level('571.79', '10')],
  asks: [level('571.86', '20'), level('571.91', '118.3214'), level('572.00', '5')],
}
const draft = (over: Partial<TicketDraft> = {}): TicketDraft => ({
  unit: 'mark',
  price: '571.80',
  size: '150',
  tif: 'GTC',
  reduceOnly: false,
  ...over,
})
const long450: Position = {
  family: 'scalar',
  asset: 'NYCTMP1',
  size: size('450'),
  entryPx: price('571.29'),
  markPx: null,
  leverage: 10,
  margin: money('25708.05'),
  unrealizedPnl: null,
  realizedPnl: null,
  liquidationPx: null,
}
const input = (over: Partial<SummaryInput> = {}): SummaryInput => ({
  draft: draft(),
  settleText: '',
  market,
  ticker: { mark: price('571.84'), temperature: fahrenheit('71.84') },
  book,
  position: null,
  accountKnown: true,
  available: money('10000'),
  leverage: 10,
  fees,
  minimumValue: null,
  ...over,
})
const codes = (issues: readonly { code: string }[]): string[] => issues.map((issue) => issue.code)

describe('the summary of a resting buy', () => {
  const summary = summarize(input({ settleText: '72.50' }))
  it('has value, margin and maximum loss', () => {
    expect(summary.buy.figures).toMatchObject({ value: '85770', margin: '8577' })
    expect(summary.buy.figures?.worstCase).toBe('8615.5965')
  })
  it('shows no immediate fill and the level at which it rests', () => {
    expect(summary.buy.figures?.walk).toMatchObject({
      filled: '0',
      average: null,
      rest: '150',
      queue: { level: 3, of: 4, joins: false },
    })
  })
  it('charges the maker fee', () => {
    expect(summary.buy.figures?.fee).toMatchObject({ taker: '0', maker: '8.577', total: '8.577' })
  })
  it('gives the result at the chosen settlement after fees', () => {
    expect(summary.buy.figures?.settled).toBe('96.423')
  })
  it('gives the liquidation estimate in both units', () => {
    // (571.80 × 150 − 8577) × 40 ÷ (150 × 39) = 527.815…, rounded up to the tick
    expect(summary.buy.figures?.liquidation).toEqual({ mark: '527.82', temperature: '27.82' })
  })
})

describe('an order that trades on arrival', () => {
  it('averages over the levels it takes and shows its worst price', () => {
    const walk = walkBook('buy', price('571.95'), size('100'), book)
    expect(walk).toMatchObject({
      filled: '100',
      worst: '571.91',
      levels: 2,
      rest: '0',
      queue: null,
      beyondShown: false,
    })
    expect(walk.average).toBe('571.9')
  })
  it('shows when it reaches past the last watched level', () => {
    expect(walkBook('sell', price('500'), size('1000'), book)).toMatchObject({
      filled: '160',
      rest: '840',
      beyondShown: true,
    })
  })
  it('as IOC pays no maker fee and counts only the fill', () => {
    const { figures } = summarize(input({ draft: draft({ price: '571.86', size: '30', tif: 'IOC' }) })).buy
    expect(figures?.fee?.maker).toBe('0')
    expect(figures?.settled).toBe(subtract('-0.4' as Decimal, '5.14674' as Decimal))
  })
  it('as ALO warns when it would cross, and only then', () => {
    const at = (text: string) => summarize(input({ draft: draft({ price: text, tif: 'ALO' }) })).buy.figures?.wouldCross
    expect(at('571.86')).toBe(true)
    expect(at('571.85')).toBe(false)
  })
  it('needs margin at the better bid when it sells below it', () => {
    const { figures } = summarize(input({ draft: draft({ price: '500', size: '10' }) })).sell
    expect(figures?.margin).toBe('571.82')
  })
})

describe('temperature and mark', () => {
  it('give the same order', () => {
    const f = summarize(input({ draft: draft({ unit: 'f', price: '71.8' }) }))
    expect(f.price).toEqual({ mark: '571.80', temperature: '71.80' })
    const requested = { price: f.price?.mark ?? null, size: f.size }
    expect(placeIntentOf('NYCTMP1', 'buy', draft({ unit: 'f', price: '71.8' }), requested)).toMatchObject({
      price: '571.80',
    })
    expect(sizeAtPrice(f.price!.mark, f.size, 'mark')).toBe('150 at 571.80')
    expect(sizeAtPrice(f.price!.mark, f.size, 'f'), 'in the unit that is chosen').toBe('150 at 71.80 °F')
  })
  it('below zero are valid prices', () => {
    expect(summarize(input({ draft: draft({ unit: 'f', price: '-10' }) })).price?.mark).toBe('490.00')
  })
})

describe('issues belong to the right field', () => {
  it.each([
    ['price', { price: '571.805' }, 'off_tick', 'multiple of 0.01'],
    ['price', { unit: 'f', price: '71.805' }, 'off_tick', 'mark 571.805'],
    ['price', { price: '-571.80' }, 'not_positive', 'greater than 0'],
    ['price', { price: '0' }, 'not_positive', 'greater than 0'],
    ['size', { size: '-1' }, 'not_positive', 'greater than 0'],
    ['size', { size: '0' }, 'not_positive', 'greater than 0'],
    ['size', { size: '1.00005' }, 'too_precise', 'at most 4 decimals'],
    ['size', { size: '10000' }, 'exceeds_account', 'USDC margin'],
    ['size', { reduceOnly: true }, 'reduce_only_would_increase', 'no position'],
  ] as const)('%s: %o', (field, over, code, text) => {
    const { issues } = summarize(input({ draft: draft(over) })).buy
    expect(issues[0]).toMatchObject({ field, code })
    expect(issues[0]?.message).toContain(text)
  })
  it.each(['abc', '1e3', '1,000', '571.80.1', '--5', 'NaN', 'Infinity', '0x10'])('%s is not a number', (text) => {
    expect(codes(summarize(input({ draft: draft({ price: text }) })).issues)).toEqual(['not_a_number'])
    expect(codes(summarize(input({ draft: draft({ size: text }) })).issues)).toEqual(['not_a_number'])
  })
  it('empty fields are missing, not wrong', () => {
    expect(codes(summarize(input({ draft: draft({ price: '', size: ' ' }) })).issues)).toEqual(['missing', 'missing'])
  })
  it('reduce-only on the adding side has an issue', () => {
    const summary = summarize(input({ draft: draft({ reduceOnly: true }), position: long450 }))
    expect(summary.buy.issues[0]?.message).toBe('Reduce-only, but a buy would add to the long position of 450.')
    expect(summary.sell.issues).toEqual([])
  })
  it('an unread account skips the account checks', () => {
    expect(summarize(input({ draft: draft({ size: '10000' }), accountKnown: false })).buy.issues).toEqual([])
  })
})

describe('an order against a position', () => {
  const summary = summarize(input({ draft: draft({ size: '450' }), position: long450, available: money('0') }))
  it('needs no margin and closes only', () => {
    expect(summary.sell.figures).toMatchObject({ margin: '0', closesOnly: true, liquidation: null })
    expect(summary.sell.issues).toEqual([])
    expect(codes(summary.buy.issues)).toEqual(['exceeds_account'])
  })
  it('with reduce-only takes fractions of the position', () => {
    const reducing = summarize(input({ draft: draft({ reduceOnly: true }), position: long450 }))
    const max = sharedMax(reducing, true)
    expect(max).toBe('450.0000')
    expect(fractionOf(max!, 75, 4)).toBe('337.5000')
  })
  it('keeps entry and margin in proportion when it reverses the position', () => {
    const held = { size: size('10'), entry: price('500'), margin: money('500') }
    expect(afterFill(held, 'sell', size('4'), price('600'), 10)).toEqual({ size: '6', entry: '500', margin: '300' })
    expect(afterFill(held, 'sell', size('10'), price('600'), 10)).toBeNull()
    expect(afterFill(held, 'sell', size('12'), price('600'), 10)).toEqual({ size: '-2', entry: '600', margin: '120' })
  })
})

const decimals = (max: number, places: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max }).map((units) => fromUnits(BigInt(units), places))
const anyText = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[+\-−]?\d{0,70}\.?\d{0,70}$/),
  fc.constantFrom('', '-', '.', '0', '-0.00', '9'.repeat(60), `0.${'0'.repeat(57)}1`),
)
const position = fc.option(
  fc.record({ units: fc.integer({ min: -9_000_000, max: 9_000_000 }), entry: decimals(90_000, 2) }).map(
    ({ units, entry }): Position => ({
      ...long450,
      size: fromUnits(BigInt(units), 4) as unknown as Size,
      entryPx: entry as unknown as Price,
      margin: null,
    }),
  ),
)

describe('properties', () => {
  it('no text makes the summary throw', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        anyText,
        fc.constantFrom('mark', 'f'),
        fc.constantFrom('GTC', 'IOC', 'ALO'),
        fc.boolean(),
        position,
        (priceText, sizeText, settleText, unit, tif, reduceOnly, held) => {
          const summary = summarize(
            input({
              draft: { price: priceText, size: sizeText, unit, tif, reduceOnly } as TicketDraft,
              settleText,
              position: held,
            }),
          )
          expect(summary.buy.side).toBe('buy')
        },
      ),
      { numRuns: 400 },
    )
  })

  it('100 % never exceeds what the account allows, and never needs more than margin and fees cover', () => {
    fc.assert(
      fc.property(
        decimals(90_000, 2),
        decimals(2_000_000_000, 6),
        fc.integer({ min: 1, max: 50 }),
        decimals(2000, 2),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
        position,
        (px, available, leverage, bps, sizeDecimals, side, held) => {
          const at = px as unknown as Price
          const max = maxSize({
            side,
            price: at,
            available: available as unknown as Money,
            leverage,
            sizeDecimals,
            position: held?.size ?? size('0'),
            feeBps: bps as Decimal,
            reduceOnly: false,
          })!
          const terms = { side, price: at, size: max, reduceOnly: false }
          const context = {
            tickSize: price('0.01'),
            sizeDecimals,
            leverage,
            available: available as unknown as Money,
            position: held?.size ?? size('0'),
            minimumValue: null,
          }
          expect(codes(checkOrder(terms, context)).filter((code) => code !== 'not_positive')).toEqual([])
          if (held !== null || signOf(max) <= 0) return
          const value = orderValue({ price: at, size: max })
          const fee = multiply(multiply(value, bps as Decimal), '0.0001' as Decimal)
          expect(compare(marginOf(value, leverage), subtract(available as Decimal, fee))).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('fractions never exceed the whole, and only 100 % may be all of it', () => {
    fc.assert(
      fc.property(decimals(2_000_000_000, 4), fc.constantFrom(...FRACTIONS), (max, percent) => {
        const part = fractionOf(max as unknown as Size, percent, 4)
        expect(compare(part, max as Decimal)).toBeLessThanOrEqual(0)
        if (percent === 100) expect(compare(part, max as Decimal)).toBe(0)
      }),
    )
  })

  it('a walk neither creates nor loses size, and never fills beyond its limit', () => {
    fc.assert(
      fc.property(
        decimals(60_000, 2),
        decimals(5_000_000, 4),
        fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
        (px, sz, side) => {
          const walk = walkBook(side, price(px), size(sz), book)
          expect(compare(subtract(size(sz), walk.filled), walk.rest)).toBe(0)
          if (walk.worst !== null) {
            expect(compare(walk.worst, price(px)) * (side === 'buy' ? 1 : -1)).toBeLessThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('a long is liquidated below its entry, a short above it', () => {
    fc.assert(
      fc.property(decimals(90_000, 2), decimals(5_000_000, 4), fc.integer({ min: 1, max: 20 }), (px, sz, leverage) => {
        const tick = price('0.01')
        const buy = liquidationPrice(afterFill(null, 'buy', size(sz), price(px), leverage)!, 20, tick)
        const sell = liquidationPrice(afterFill(null, 'sell', size(sz), price(px), leverage)!, 20, tick)
        if (buy !== null) expect(compare(buy, price(px))).toBeLessThanOrEqual(0)
        if (sell !== null) expect(compare(sell, price(px))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

it.each(['mark', 'f'] as const)('a temperature as tables copy it is one in a price field in %s', (unit) => {
  expect(effectivePrice({ price: '71.84\u00a0°F', unit }, 2)?.mark).toBe('571.84')
})
