import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Money, type Price, type Size } from './decimal.ts'
import { runs } from './testing/property-runs.ts'
import { type RiskOrder, type RiskPosition, type RiskStop, worstCase } from './worst-case.ts'

type AtRisk = Parameters<typeof worstCase>[0]

const held = (asset: string, size: string, price: string, atMost: string | null = null): RiskPosition => ({
  asset,
  size: size as Size,
  price: price as Price,
  atMost: atMost as Money | null,
})
const order = (asset: string, side: 'buy' | 'sell', price: string, size: string, leverage = 1): RiskOrder => ({
  asset,
  side,
  price: price as Price,
  size: size as Size,
  leverage,
})
const stop = (
  asset: string,
  position: 'long' | 'short',
  trigger: string,
  bound: string,
  closes = '1000',
): RiskStop => ({
  asset,
  position,
  trigger: trigger as Price,
  bound: bound as Price,
  size: closes as Size,
})
const risk = (more: Partial<AtRisk>): AtRisk => ({
  positions: [],
  orders: [],
  stops: [],
  isProbability: (asset) => asset !== 'A',
  mirrorOf: (asset) => (asset === '#10' ? '#11' : asset === '#11' ? '#10' : null),
  ...more,
})

describe('the worst case now', () => {
  it.each<[string, Partial<AtRisk>, string]>([
    ['without positions and orders', {}, '0'],
    ['of a position without a stop: its maximum loss', { positions: [held('A', '2', '570', '40')] }, '40'],
    ['of a position without figures of the venue: its value', { positions: [held('A', '2', '570')] }, '1140'],
    [
      'of a position with a stop: to the bound of the stop, not its trigger',
      { positions: [held('A', '2', '570', '40')], stops: [stop('A', 'long', '565', '564')] },
      '12',
    ],
    [
      'of a short with a stop above',
      { positions: [held('A', '-2', '570', '40')], stops: [stop('A', 'short', '575', '576.5')] },
      '13',
    ],
    [
      'of half a stop: half to the bound, half in full',
      { positions: [held('A', '2', '570', '40')], stops: [stop('A', 'long', '565', '564', '1')] },
      '26',
    ],
    [
      'of two stops, one below the other: each closes part of what is left',
      {
        positions: [held('A', '4', '570', '80')],
        stops: [stop('A', 'long', '565', '564', '2'), stop('A', 'long', '560', '559')],
      },
      '34',
    ],
    [
      'of a stop for a number of contracts: those to its bound, the rest in full',
      {
        positions: [held('A', '4', '570', '80')],
        stops: [stop('A', 'long', '565', '564', '1')],
      },
      '66',
    ],
    [
      'of a stop for more contracts than are held: all of them',
      {
        positions: [held('A', '4', '570', '80')],
        stops: [stop('A', 'long', '565', '564', '9')],
      },
      '24',
    ],
    [
      'of two stops at one trigger: the worse bound comes first',
      {
        positions: [held('A', '2', '570', '40')],
        stops: [stop('A', 'long', '565', '564.5'), stop('A', 'long', '565', '563')],
      },
      '14',
    ],
    [
      'ignores a stop of the other side, or of another market',
      {
        positions: [held('A', '2', '570', '40')],
        stops: [stop('A', 'short', '575', '576'), stop('B', 'long', '565', '564')],
      },
      '40',
    ],
    [
      'is at most what can be lost, however far a stop slips',
      { positions: [held('A', '2', '570', '40')], stops: [stop('A', 'long', '545', '500')] },
      '40',
    ],
    [
      'is never negative: a stop that locks in a gain is no loss, and offsets none',
      {
        positions: [held('A', '2', '570', '40'), held('B', '10', '0.5')],
        stops: [stop('A', 'long', '572', '571')],
      },
      '5',
    ],
    ['of a resting order: its margin', { orders: [order('A', 'buy', '570', '1', 10)] }, '57'],
    [
      'of orders on both sides: one after the other',
      { orders: [order('A', 'buy', '569', '1', 10), order('A', 'sell', '571', '1', 10)] },
      '114',
    ],
    [
      'of an order that a stop closes with the position',
      {
        positions: [held('A', '2', '570', '40')],
        orders: [order('A', 'buy', '568', '1', 10)],
        stops: [stop('A', 'long', '565', '564')],
      },
      '16',
    ],
    [
      'of an order that fills at the trigger or beyond it: its stop is used up',
      {
        positions: [held('A', '2', '570', '40')],
        orders: [order('A', 'buy', '565', '1', 10)],
        stops: [stop('A', 'long', '565', '564')],
      },
      '68.5',
    ],
    [
      'of an order at the trigger of a stop with a worse bound than the next: as if it filled first',
      {
        orders: [order('A', 'buy', '76', '1', 1)],
        stops: [stop('A', 'long', '76', '74'), stop('A', 'long', '75', '75')],
      },
      '2',
    ],
    [
      'of more orders at stop triggers than are calculated: as if there were no stop',
      {
        orders: Array.from({ length: 9 }, () => order('A', 'buy', '76', '1', 1)),
        stops: [stop('A', 'long', '76', '75')],
      },
      '684',
    ],
    ['of shares: their value', { positions: [held('#20', '100', '0.35')] }, '35'],
    ['of contracts on DOWN: 1 minus the price', { positions: [held('B', '-100', '0.35')] }, '65'],
    ['of an order for shares: its cost', { orders: [order('#20', 'buy', '0.4', '50', 1)] }, '20'],
    [
      'of both sides of an outcome: the worse result',
      { positions: [held('#10', '100', '0.6'), held('#11', '80', '0.4')] },
      '12',
    ],
    ['of a whole set: zero', { positions: [held('#10', '100', '0.6'), held('#11', '100', '0.4')] }, '0'],
    [
      'of a set with an order: only fills that lose count, not those that gain',
      {
        positions: [held('#10', '100', '0.6'), held('#11', '100', '0.4')],
        orders: [order('#10', 'buy', '0.5', '10'), order('#11', 'buy', '0.3', '20')],
      },
      '6',
    ],
    [
      'of both sides with a stop on one: each separately, because the stop may have removed the hedge',
      {
        positions: [held('#10', '100', '0.6'), held('#11', '100', '0.4')],
        stops: [stop('#10', 'long', '0.5', '0.45')],
      },
      '55',
    ],
  ])('%s', (_, more, loss) => {
    expect(compare(worstCase(risk(more)).loss, loss as Money), worstCase(risk(more)).loss).toBe(0)
  })

  it('names each market with a possible loss, the largest first', () => {
    const { parts } = worstCase(
      risk({
        positions: [
          held('#20', '10', '0.5'),
          held('A', '1', '570', '20'),
          held('#10', '5', '0.6'),
          held('#11', '5', '0.4'),
        ],
      }),
    )
    expect(parts.map(({ asset }) => asset)).toEqual(['A', '#20'])
  })
})

/** Prices are whole steps of 1 from 1 to twice the lowest price, so that no short loses more than its value. */
const arbitrary = fc.record({
  size: fc.integer({ min: -5, max: 5 }),
  orders: fc.array(
    fc.record({ buy: fc.boolean(), price: fc.integer({ min: 60, max: 100 }), size: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 4 },
  ),
  stops: fc.array(
    fc.record({ long: fc.boolean(), far: fc.integer({ min: 1, max: 15 }), slip: fc.integer({ min: 0, max: 5 }) }),
    { maxLength: 3 },
  ),
  path: fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 }),
})
const NOW = 80

describe('for every path of the price', () => {
  it('the loss is at most the worst case, with every order filled at its price and every stop at its bound', () => {
    fc.assert(
      fc.property(arbitrary, ({ size, orders, stops, path }) => {
        const bounds = stops.map(({ long, far, slip }) => ({
          long,
          trigger: long ? NOW - far : NOW + far,
          bound: long ? NOW - far - slip : NOW + far + slip,
          used: false,
        }))
        const stated = worstCase(
          risk({
            positions: size === 0 ? [] : [held('A', String(size), String(NOW))],
            orders: orders.map(({ buy, price, size }) => order('A', buy ? 'buy' : 'sell', String(price), String(size))),
            stops: bounds.map(({ long, trigger, bound }) =>
              stop('A', long ? 'long' : 'short', String(trigger), String(bound)),
            ),
          }),
        )
        const open = orders.map((one) => ({ ...one }))
        let [position, cash, price] = [size, -size * NOW, NOW]
        const look = (): void => {
          for (const one of open) {
            if (one.size === 0 || (one.buy ? price > one.price : price < one.price)) continue
            cash += (one.buy ? -1 : 1) * one.size * one.price
            position += (one.buy ? 1 : -1) * one.size
            one.size = 0
          }
          for (const one of bounds) {
            if (one.used || (one.long ? price > one.trigger : price < one.trigger)) continue
            one.used = true
            if (one.long ? position <= 0 : position >= 0) continue
            cash += position * one.bound
            position = 0
          }
          expect(-(cash + position * price)).toBeLessThanOrEqual(Number(stated.loss))
        }
        look()
        for (const next of path) {
          while (price !== next) {
            price += Math.sign(next - price)
            look()
          }
        }
      }),
      { numRuns: runs(500, 20_000) },
    )
  })

  it('another order never reduces it, and stops never increase it beyond having none', () => {
    fc.assert(
      fc.property(arbitrary, ({ size, orders, stops }) => {
        const positions = size === 0 ? [] : [held('A', String(size), String(NOW))]
        const requests = orders.map(({ buy, price, size }) =>
          order('A', buy ? 'buy' : 'sell', String(price), String(size)),
        )
        const kept = stops.map(({ long, far, slip }) =>
          stop(
            'A',
            long ? 'long' : 'short',
            String(long ? NOW - far : NOW + far),
            String(long ? NOW - far - slip : NOW + far + slip),
          ),
        )
        const loss = (some: readonly RiskOrder[], with_: readonly RiskStop[]) =>
          worstCase(risk({ positions, orders: some, stops: with_ })).loss
        const all = loss(requests, kept)
        expect(compare(loss(requests.slice(1), kept), all)).toBeLessThanOrEqual(0)
        expect(compare(all, loss(requests, []))).toBeLessThanOrEqual(0)
      }),
      { numRuns: runs(300, 5000) },
    )
  })
})
