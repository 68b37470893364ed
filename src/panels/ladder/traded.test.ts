import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { PublicTrade, Side } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import { rowsAround } from './price-rows.ts'
import { tradedRows } from './rows-painter.tsx'
import { sizeSum, Traded } from './use-feed.ts'

const trade = (at: number, px: string, sz: string, side: Side = 'buy'): PublicTrade => ({
  tid: `t${at}`,
  asset: 'NYCTMP1',
  side,
  px: price(px),
  sz: size(sz),
  time: millis(at),
})
/** Newest first, like the tape. */
const tape = (...trades: PublicTrade[]) => ({ trades: trades.toReversed(), stale: false })
const counted = (traded: Traded): string[] =>
  [...traded.levels].map(({ price, taker, size }) => `${price} ${taker} ${size}`)

describe('the traded size at a price', () => {
  it('counts each trade once, exactly, from the oldest one of the initial tape', () => {
    const traded = new Traded()
    const [a, b, c] = [trade(1, '571.80', '0.1'), trade(2, '571.80', '0.2'), trade(3, '571.82', '5', 'sell')]
    expect(traded.take(tape(a, b))).toEqual([])
    expect(traded.take(tape(a, b, c))).toEqual([c])
    expect(traded.take(tape(b, c))).toEqual([])
    expect(counted(traded)).toEqual(['571.80 buy 0.3', '571.82 sell 5'])
    expect([traded.since, traded.last?.px]).toEqual([1, '571.82'])
  })
  it('keeps the decimals of the market, so that sums align with sizes', () => {
    const traded = new Traded()
    traded.take(tape(trade(1, '571.80', '1.2500'), trade(2, '571.80', '2.7500')))
    expect(counted(traded)).toEqual(['571.80 buy 4.0000'])
    expect([sizeSum(size('1.5'), size('2.50')), sizeSum(size('0'), size('3.0'))]).toEqual(['4.00', '3.0'])
  })
  it('restarts after stale data, with the start time of its count', () => {
    const traded = new Traded()
    traded.take(tape(trade(1, '571.80', '1')))
    traded.take({ ...tape(trade(1, '571.80', '1')), stale: true })
    expect(traded.take(tape(trade(1, '571.80', '1'), trade(9, '571.82', '2')))).toBeNull()
    expect(traded.since).toBe(1)
    expect(counted(traded)).toEqual(['571.80 buy 1', '571.82 buy 2'])
  })
  it('restarts where the tape advanced further than it can show', () => {
    const traded = new Traded()
    traded.take(tape(trade(1, '571.80', '1')))
    expect(traded.take(tape(trade(50, '571.84', '2'), trade(51, '571.84', '1')))).toBeNull()
    expect(counted(traded)).toEqual(['571.84 buy 3'])
    expect(traded.since).toBe(50)
  })
  it('of another market is dropped, and its first tape is no gap', () => {
    const traded = new Traded()
    traded.take(tape(trade(1, '571.80', '1')))
    traded.reset()
    expect([traded.since, counted(traded)]).toEqual([null, []])
    expect(traded.take(tape(trade(70, '571.90', '1')))).toEqual([])
  })
  it('is in the rows, grouped with the side that was taken', () => {
    const rows = rowsAround(price('571.80'), {
      tick: price('0.01'),
      step: price('0.05'),
      count: 5,
      isTurned: false,
      most: null,
    })
    const levels = [
      { price: price('571.83'), taker: 'buy' as const, size: size('1') },
      { price: price('571.83'), taker: 'sell' as const, size: size('2') },
      { price: price('571.81'), taker: 'buy' as const, size: size('4') },
      { price: price('599.00'), taker: 'buy' as const, size: size('8') },
    ]
    expect([...tradedRows(rows, levels, sizeSum)]).toEqual([
      [1, '5'],
      [2, '2'],
    ])
  })
})
