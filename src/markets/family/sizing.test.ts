import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  fromUnits,
  isMultipleOf,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  subtract,
} from '../../../contract/decimal.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { binaryAmount } from '../binary/index.ts'
import { outcomeSize } from '../outcome/index.ts'
import { scalarSize } from '../scalar/index.ts'

type ScalarSizeFacts = Parameters<typeof scalarSize>[1]
type OutcomeSizeFacts = Parameters<typeof outcomeSize>[1]
type BinarySizeFacts = Parameters<typeof binaryAmount>[1]

const px = (text: string): Price => text as Price
const FEES = { makerBps: '1' as Decimal, takerBps: '5' as Decimal }
const STOP = { distance: px('0.5'), slack: px('1') }

const scalar = (more: Partial<ScalarSizeFacts> = {}): ScalarSizeFacts => ({
  prices: { buy: px('571.5'), sell: px('571.5') },
  bid: px('571.4'),
  most: '450.1234' as Size,
  sizeDecimals: 2,
  fees: FEES,
  stop: null,
  reduceOnly: false,
  ...more,
})
const outcome = (more: Partial<OutcomeSizeFacts> = {}): OutcomeSizeFacts => ({
  side: 'buy',
  bound: px('0.21'),
  most: '476' as Size,
  sizeDecimals: 0,
  stop: null,
  ...more,
})
const binary = (more: Partial<BinarySizeFacts> = {}): BinarySizeFacts => ({
  available: '123.456' as Money,
  prices: [px('0.60'), px('0.42')],
  stop: null,
  ...more,
})

describe('the size of a scalar order', () => {
  it.each<[string, Parameters<typeof scalarSize>[0], ScalarSizeFacts, object]>([
    ['contracts stay as typed', { text: '38.4', by: 'contracts' }, scalar(), { size: '38.4' }],
    ['money buys at the price', { text: '1000', by: 'money' }, scalar(), { size: '1.74' }],
    [
      'money uses the bid at which a sale may fill',
      { text: '1000', by: 'money' },
      scalar({ bid: px('700') }),
      { size: '1.42' },
    ],
    ['a fraction is of the maximum that can be sent', { text: '25', by: 'percent' }, scalar(), { size: '112.53' }],
    // 1.5 to the bound, and 5 bp of 571.5 and of 573 in fees: 2.07225 each.
    ['risk includes stop, bound and fees', { text: '20', by: 'risk' }, scalar({ stop: STOP }), { size: '9.65' }],
    ['risk waits for a stop', { text: '20', by: 'risk' }, scalar(), { text: 'Enter a stop distance.' }],
    [
      'risk waits for fees',
      { text: '20', by: 'risk' },
      scalar({ stop: STOP, fees: null }),
      { text: 'Fees not loaded yet.' },
    ],
    [
      'reduce-only has no stop',
      { text: '20', by: 'risk' },
      scalar({ stop: STOP, reduceOnly: true }),
      { state: 'wrong' },
    ],
    [
      'money waits for a price',
      { text: '20', by: 'money' },
      scalar({ prices: { buy: null, sell: null } }),
      { text: 'Enter a price first.' },
    ],
    ['a part waits for the account', { text: '20', by: 'percent' }, scalar({ most: null }), { state: 'lacks' }],
    ['more than the maximum is invalid', { text: '101', by: 'percent' }, scalar(), { text: 'At most 100 %.' }],
    [
      'less than a lot is invalid',
      { text: '1', by: 'money' },
      scalar(),
      { text: 'Below the minimum of 0.01 contracts.' },
    ],
    ['an empty size is missing', { text: ' ', by: 'money' }, scalar(), { state: 'lacks' }],
    [
      'a lone comma is refused',
      { text: '1,000', by: 'money' },
      scalar(),
      { text: 'Size “1,000” is ambiguous. Type 1000 or 1.000.' },
    ],
    ['zero is not a size', { text: '0', by: 'risk' }, scalar({ stop: STOP }), { state: 'wrong' }],
  ])('%s', (_rule, typed, facts, found) => {
    expect(scalarSize(typed, facts)).toMatchObject(found)
  })
})

describe('the size of an outcome order', () => {
  it.each<[string, Parameters<typeof outcomeSize>[0], OutcomeSizeFacts, object]>([
    ['money buys at the worst price', { text: '10', by: 'money' }, outcome(), { size: '47' }],
    ['a fraction is of the maximum', { text: '50', by: 'percent' }, outcome(), { size: '238' }],
    [
      'risk includes stop and bound',
      { text: '10', by: 'risk' },
      outcome({ stop: { distance: px('0.05'), slack: px('0.05') } }),
      { size: '100' },
    ],
    [
      'a share loses no more than it cost',
      { text: '10', by: 'risk' },
      outcome({ stop: { distance: px('0.3'), slack: px('0.05') } }),
      { size: '47' },
    ],
    ['a sale has no stop', { text: '10', by: 'risk' }, outcome({ side: 'sell', stop: STOP }), { state: 'wrong' }],
    [
      'a fraction of the position needs no price',
      { text: '50', by: 'percent' },
      outcome({ side: 'sell', bound: null, most: '7' as Size }),
      { size: '3' },
    ],
  ])('%s', (_rule, typed, facts, found) => {
    expect(outcomeSize(typed, facts)).toMatchObject(found)
  })
})

describe('the amount of a prediction', () => {
  it.each<[string, Parameters<typeof binaryAmount>[0], BinarySizeFacts, object]>([
    ['money stays as typed', { text: '25', by: 'money' }, binary(), { size: '25' }],
    ['a fraction is of the available balance, in cents', { text: '50', by: 'percent' }, binary(), { size: '61.72' }],
    // UP: 10 × 0.60 ÷ 0.15; DOWN: 10 × 0.42 ÷ 0.15, which is less.
    [
      'risk is calculated for the direction that loses more of its amount',
      { text: '10', by: 'risk' },
      binary({ stop: { distance: px('0.1'), slack: px('0.05') } }),
      { size: '28.00' },
    ],
    ['risk waits for a price', { text: '10', by: 'risk' }, binary({ stop: STOP, prices: [] }), { state: 'lacks' }],
    ['contracts are not available', { text: '10', by: 'contracts' }, binary(), { state: 'wrong' }],
  ])('%s', (_rule, typed, facts, found) => {
    expect(binaryAmount(typed, facts)).toMatchObject(found)
  })
})

const decimals = (most: number, places: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 1n, max: BigInt(most) }).map((units) => fromUnits(units, places))
const sizeIn = (read: ReturnType<typeof scalarSize>): Size | null => (read.state === 'known' ? read.size : null)

describe('any typed size', () => {
  it('a scalar order never costs more than the typed money at any of its prices, and one more lot would', () => {
    fc.assert(
      fc.property(
        ...[decimals(100_000_000, 2), decimals(100_000, 2), decimals(100_000, 2), decimals(100_000, 2)],
        fc.nat({ max: 4 }),
        (money, buy, sell, bid, sizeDecimals) => {
          const facts = scalar({ prices: { buy: px(buy), sell: px(sell) }, bid: px(bid), sizeDecimals })
          const size = sizeIn(scalarSize({ text: money, by: 'money' }, facts)) ?? ('0' as Size)
          const lot = lotOf(sizeDecimals)
          expect(isMultipleOf(size, lot)).toBe(true)
          for (const price of [buy, sell, bid]) {
            expect(compare(multiply(size, px(price)), money as Decimal)).toBeLessThanOrEqual(0)
          }
          const more = [buy, sell, bid].map((price) => multiply(add(size, lot as Size), px(price)))
          expect(more.some((worth) => compare(worth, money as Decimal) > 0)).toBe(true)
        },
      ),
    )
  })

  it('a scalar order loses no more than the typed risk, fees included, where its stop closes at its bound, long or short', () => {
    fc.assert(
      fc.property(
        ...[decimals(10_000_000, 2), decimals(100_000, 2), decimals(5_000, 2), decimals(200, 2), decimals(300, 1)],
        fc.nat({ max: 4 }),
        (risk, price, distance, slack, taker, sizeDecimals) => {
          const stop = { distance: px(distance), slack: px(slack) }
          const fees = { makerBps: '-1' as Decimal, takerBps: taker as Decimal }
          const facts = scalar({ prices: { buy: px(price), sell: px(price) }, bid: null, stop, fees, sizeDecimals })
          const size = sizeIn(scalarSize({ text: risk, by: 'risk' }, facts))
          if (size === null) return
          const rate = divide(taker as Decimal, BASIS_POINTS, 12)
          for (const out of [add(px(price), add(stop.distance, stop.slack)), subtract(px(price), stop.distance)]) {
            const moved = multiply(size, add(stop.distance, stop.slack))
            const paid = multiply(multiply(size, add(px(price), out)), rate)
            expect(compare(add<Decimal>(moved, paid), risk as Decimal)).toBeLessThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('a fraction of the maximum never exceeds it, and only 100 % may be all of it', () => {
    fc.assert(
      fc.property(decimals(2_000_000_000, 4), decimals(10_000, 2), (most, percent) => {
        const size = sizeIn(
          scalarSize({ text: percent, by: 'percent' }, scalar({ most: most as Size, sizeDecimals: 4 })),
        )
        if (size === null) return
        expect(
          compare(multiply<Decimal, Decimal>(size, '100' as Decimal), multiply(most as Decimal, percent as Decimal)),
        ).toBeLessThanOrEqual(0)
        if (percent === '100.00') expect(compare(size, most as Decimal)).toBe(0)
      }),
    )
  })

  it('shares cost no more than the typed money, and lose no more than the risk', () => {
    fc.assert(
      fc.property(
        ...[decimals(1_000_000, 2), decimals(999, 3), decimals(500, 3), decimals(100, 3)],
        fc.nat({ max: 2 }),
        (typed, price, distance, slack, sizeDecimals) => {
          const stop = { distance: px(distance), slack: px(slack) }
          const facts = outcome({ bound: px(price), stop, sizeDecimals })
          const bought = sizeIn(outcomeSize({ text: typed, by: 'money' }, facts)) ?? ('0' as Size)
          expect(compare(multiply(bought, px(price)), typed as Decimal)).toBeLessThanOrEqual(0)
          const risked = sizeIn(outcomeSize({ text: typed, by: 'risk' }, facts)) ?? ('0' as Size)
          const each = lesser(px(price), add(stop.distance, stop.slack))
          expect(compare(multiply(risked, each), typed as Decimal)).toBeLessThanOrEqual(0)
        },
      ),
    )
  })

  it('the contracts of a prediction lose no more than the risk in either direction', () => {
    fc.assert(
      fc.property(
        ...[decimals(1_000_000, 2), decimals(99, 2), decimals(99, 2), decimals(50, 2), decimals(10, 2)],
        (risk, up, down, distance, slack) => {
          const stop = { distance: px(distance), slack: px(slack) }
          const amount = sizeIn(binaryAmount({ text: risk, by: 'risk' }, binary({ prices: [px(up), px(down)], stop })))
          if (amount === null) return
          for (const price of [up, down]) {
            // amount ÷ price contracts, each losing the distance between price and bound, and no more than the price.
            const lost = multiply<Decimal, Decimal>(amount, lesser(px(price), add(stop.distance, stop.slack)))
            expect(compare(lost, multiply<Decimal, Decimal>(risk as Decimal, price as Decimal))).toBeLessThanOrEqual(0)
          }
        },
      ),
    )
  })
})
