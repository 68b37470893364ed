import { describe, expect, it } from 'vitest'
import type { Order, Position } from '../../../contract/account.ts'
import { type Decimal, money, price, size } from '../../../contract/decimal.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, LadderOrder, LadderPress } from '../ladder/index.ts'
import { ladderOf } from './families.ts'
import { binary, outcome, scalar } from './testing/instruments.ts'

const facts = (more: Partial<LadderFacts> = {}): LadderFacts => ({
  ...{ position: null, isKnown: true, orders: [], leverage: 10, bid: null, slack: price('1') },
  money: { available: money('1000'), usdc: null, usdhOutcome: money('50') },
  fees: { makerBps: '1' as Decimal, takerBps: '5' as Decimal },
  ...more,
})
const press = (side: LadderPress['side'], px: string, sz: string, tif: LadderPress['tif'] = 'GTC'): LadderPress => ({
  side,
  price: price(px),
  size: sz as Decimal,
  tif,
})
const held = (family: Position['family'], sz: string, entry: string): Position =>
  ({
    family,
    asset: 'X',
    size: size(sz),
    entryPx: price(entry),
    margin: null,
    leverage: null,
    realizedPnl: null,
  }) as Position
const textOf = (order: LadderOrder): string => ('refusal' in order ? order.refusal : order.text)

describe('a click in the ladder of a scalar market', () => {
  const ladder = ladderOf(scalar())
  it.each(ladder.ways)('is a %s limit at the price of the row', (tif) => {
    expect(ladder.orderOf(press('sell', '571.80', '50', tif), facts())).toEqual({
      intent: { kind: 'place', asset: 'NYCTMP1', side: 'sell', price: '571.80', size: '50', tif, reduceOnly: false },
      text: 'Sell 50 at 571.80',
    })
  })
  it('does nothing while no bucket is live', () => {
    expect(ladderOf(scalar({ asset: null })).orderOf(press('buy', '571.80', '50'), facts())).toHaveProperty('refusal')
  })
  it('shows the exact result if the market settles at the row, including the realized result', () => {
    const position = { ...held('scalar', '450', '571.29'), realizedPnl: money('-5.6') }
    expect(ladder.resultAt(price('571.84'), position)).toBe('241.9')
    expect(ladder.resultAt(price('571.84'), held('scalar', '-0.1', '571.9'))).toBe('0.006')
    expect([ladder.result.title, ladder.pays(position)]).toEqual(['P&L if settled here', null])
  })
})

describe('the size of a click', () => {
  const of = (by: 'contracts' | 'money' | 'percent', amount: string): SizePreset => ({ by, amount: amount as Decimal })
  const risk: SizePreset = { by: 'risk', amount: '20' as Decimal, stop: price('0.5') }
  const at = (side: 'buy' | 'sell', px: string) => ({ side, price: price(px) })

  it('is calculated at the price of the row, in the unit that is sent', () => {
    const ladder = ladderOf(scalar())
    expect(ladder.sizeOf(of('contracts', '50'), at('buy', '571.50'), facts())).toMatchObject({ size: '50' })
    expect(ladder.sizeOf(of('money', '1000'), at('buy', '500'), facts())).toMatchObject({ size: '2.00' })
    expect(ladder.sizeOf(of('money', '1000'), at('sell', '500'), facts({ bid: price('800') }))).toMatchObject({
      size: '1.25',
    })
    expect(ladder.sizeOf(of('percent', '50'), at('buy', '500'), facts({ fees: null }))).toMatchObject({
      size: '10.00',
    })
    expect(ladder.sizeOf(risk, at('buy', '571.5'), facts())).toMatchObject({ size: '9.65' })
    expect(ladder.sizeOf(of('percent', '50'), at('buy', '500'), facts({ money: null }))).toMatchObject({
      state: 'lacks',
    })
  })

  it('sells a fraction of the held shares, and buys a fraction of what the money buys', () => {
    const ladder = ladderOf(outcome(360, 0))
    const own = facts({ position: held('outcome', '80', '0.5') })
    expect(ladder.sizeOf(of('percent', '25'), at('sell', '0.560'), own)).toMatchObject({ size: '20.00' })
    expect(ladder.sizeOf(of('percent', '100'), at('buy', '0.500'), own)).toMatchObject({ size: '100.00' })
    expect(ladder.sizeOf(risk, at('sell', '0.560'), own)).toMatchObject({ state: 'wrong' })
  })

  it('of a prediction is an amount', () => {
    const ladder = ladderOf(binary())
    expect(ladder.sizeOf(of('money', '25'), at('buy', '0.630'), facts())).toMatchObject({ size: '25' })
    expect(ladder.sizeOf(of('percent', '50'), at('sell', '0.630'), facts())).toMatchObject({ size: '500.00' })
  })
})

describe('a click in the ladder of an outcome', () => {
  const ladder = ladderOf(outcome(360, 0))
  it('as a market order has the row as its worst price, and sells no more than is held', () => {
    expect(ladder.ways).toEqual(['GTC', 'IOC'])
    const order = ladder.orderOf(press('sell', '0.560', '50', 'IOC'), facts({ position: held('outcome', '30', '0.5') }))
    expect(order).toMatchObject({
      intent: { size: '30.00', mode: { kind: 'market', protection: { kind: 'worst', price: '0.560' } } },
      text: 'Sell 30 Yes at 0.560 or better, IOC, all shares not in orders',
    })
  })
  it('is a resting limit order', () => {
    expect(ladder.orderOf(press('buy', '0.560', '50'), facts())).toMatchObject({
      intent: {
        kind: 'outcome_order',
        asset: '#3600',
        side: 'buy',
        size: '50',
        mode: { kind: 'limit', price: '0.560' },
      },
    })
  })
  it.each([
    ['80', [], '50', 'Sell 50 Yes at 0.560'],
    ['30.456', [], '30.45', 'Sell 30.45 Yes at 0.560, all shares not in orders'],
    ['80', ['60'], '20.00', 'Sell 20 Yes at 0.560, all shares not in orders'],
  ])('sells of %s shares with %j in orders never more than the rest', (shares, resting, sold, message) => {
    const orders = resting.map((one) => ({ side: 'sell', size: size(one), filled: size('0') }) as Order)
    const order = ladder.orderOf(
      press('sell', '0.560', '50'),
      facts({ position: held('outcome', shares, '0.5'), orders }),
    )
    expect(order).toMatchObject({ intent: { size: sold }, text: message })
    expect('intent' in order && addsExposure(order.intent)).toBe(false)
  })
  it('sells nothing that is not held, already in orders, or not known to be held', () => {
    const sale = press('sell', '0.560', '50')
    expect(textOf(ladder.orderOf(sale, facts()))).toMatch(
      /You hold no Yes shares to sell\. Click the bid side to buy\./,
    )
    const all = { side: 'sell', size: size('30'), filled: size('0') } as Order
    expect(textOf(ladder.orderOf(sale, facts({ position: held('outcome', '30', '0.5'), orders: [all] })))).toMatch(
      /All your Yes shares are already in orders\./,
    )
    expect(textOf(ladder.orderOf(sale, facts({ isKnown: false })))).toMatch(/Account not loaded yet\./)
  })
  it('shows the result of closing at the row, and the final payout of the shares', () => {
    const position = held('outcome', '60', '0.5')
    expect([ladder.resultAt(price('0.56'), position), ladder.pays(position)]).toEqual(['3.6', 'pays 60.00 or 0'])
    expect(ladder.result.title).toBe('P&L if closed here')
  })
})

describe('a click in the ladder of a binary market', () => {
  const ladder = ladderOf(binary())
  it.each([
    ['buy', 'UP', 'UP for 25 USDC at 0.630 or better'],
    ['sell', 'DOWN', 'DOWN for 25 USDC at 0.370 or better'],
  ] as const)('to %s requests an estimate of %s, with the row as its worst price', (side, direction, message) => {
    expect(ladder.orderOf(press(side, '0.630', '25'), facts())).toEqual({
      intent: {
        kind: 'binary_predict',
        asset: 'NYCBIN1',
        direction,
        amount: '25',
        protection: { kind: 'worst', price: '0.630' },
      },
      text: message,
    })
  })
  it.each([
    ['sell', '82', 'long', 'Close 82 UP at 0.630 or better'],
    ['buy', '-82', 'short', 'Close 82 DOWN at 0.370 or better'],
  ] as const)('to %s closes the opposite position, no worse than the row', (side, shares, position, message) => {
    const order = ladder.orderOf(press(side, '0.630', '25'), facts({ position: held('binary', shares, '0.6') }))
    expect(order).toEqual({
      intent: {
        kind: 'close',
        asset: 'NYCBIN1',
        position,
        size: null,
        protection: { kind: 'worst', price: '0.630', bound: null },
      },
      text: message,
    })
    expect('intent' in order && addsExposure(order.intent)).toBe(false)
  })
  it('does nothing while the position is unknown, as it could close or add', () => {
    expect(textOf(ladder.orderOf(press('buy', '0.630', '25'), facts({ isKnown: false })))).toMatch(
      /Account not loaded yet\./,
    )
  })
  it('explains a row, that no order can be moved, and the results of the contracts', () => {
    expect([ladder.note, ladder.staysPut]).toEqual([
      expect.stringMatching(/worst price/),
      expect.stringMatching(/Orders never rest in binary markets, so you cannot move, join, post or scale\./),
    ])
    const position = held('binary', '-10', '0.6')
    expect([ladder.resultAt(price('0.55'), position), ladder.pays(position)]).toEqual([
      '0.5',
      'DOWN: +\u00a06.00 or −\u00a02.00',
    ])
  })
})
