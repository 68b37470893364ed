import { describe, expect, it } from 'vitest'
import type { BookView, BucketView, Ticker, TradesView } from '../../contract/market.ts'
import type { OutcomesView } from '../../contract/outcome.ts'
import type { Millis } from '../../contract/time.ts'
import { type Watched, worstAge } from './worst-age.ts'

const NOW = 1_000_000
const dated = (ageMs: number, stale: boolean) => ({ receivedAt: (NOW - ageMs) as Millis, stale })

const bucket: Watched = {
  topic: { kind: 'bucket' },
  payload: { current: { asset: 'NYCTMP1' }, ...dated(4000, false) } as BucketView,
}
const book = (asset: string, ageMs: number, stale = false): Watched => ({
  topic: { kind: 'book', asset, step: null, levels: 15 },
  payload: { asset, ...dated(ageMs, stale) } as BookView,
})
const ticker = (asset: string, ageMs: number, stale = false): Watched => ({
  topic: { kind: 'ticker', asset },
  payload: { asset, ...dated(ageMs, stale) } as Ticker,
})
const trades = (asset: string, ageMs: number, stale = false): Watched => ({
  topic: { kind: 'trades', asset },
  payload: { asset, ...dated(ageMs, stale) } as TradesView,
})
const outcomes = (settling: boolean): Watched => ({
  topic: { kind: 'outcomes' },
  payload: {
    markets: [{ settling, expired: false, sides: [{ coin: '#360' }, { coin: '#361' }] }],
    error: null,
    ...dated(8000, false),
  } as unknown as OutcomesView,
})

describe('the age of visible data', () => {
  it('is that of the older of the live mark and book while nothing is stale', () => {
    const watched = [bucket, book('NYCTMP1', 700), ticker('NYCTMP1', 300), trades('NYCTMP1', 50_000)]
    expect(worstAge(watched, NOW)).toEqual({ what: 'book', ageMs: 700, stale: false })
  })

  it('is that of the oldest stale item, by its name', () => {
    const watched = [bucket, book('NYCTMP1', 29_000, true), ticker('NYCTMP1', 28_000, true), book('#360', 40_000)]
    expect(worstAge(watched, NOW)).toEqual({ what: 'book', ageMs: 29_000, stale: true })
    expect(worstAge([...watched, book('#360', 31_000, true)], NOW)?.what).toBe('outcome book')
  })

  it('ignores a market that is quiet by nature', () => {
    const watched = [bucket, ticker('NYCTMP1', 300), ticker('NYCTMP2', 90_000), book('#360', 60_000)]
    expect(worstAge(watched, NOW)).toMatchObject({ what: 'mark', ageMs: 300 })
  })

  it('takes a list of trades to be as old as the newest message of its asset', () => {
    const watched = [bucket, book('NYCTMP1', 5000, true), trades('NYCTMP1', 200_000, true)]
    expect(worstAge(watched, NOW)?.ageMs).toBe(5000)
    expect(worstAge([bucket, trades('NYCTMP1', 7000, true)], NOW)).toEqual({ what: 'trades', ageMs: 7000, stale: true })
  })

  it('ignores shares that no longer trade', () => {
    const watched = [bucket, ticker('NYCTMP1', 300), book('#361', 90_000, true)]
    expect(worstAge([...watched, outcomes(false)], NOW)?.what).toBe('outcome book')
    expect(worstAge([...watched, outcomes(true)], NOW)).toMatchObject({ what: 'mark', stale: false })
  })

  it('is unknown before anything arrived', () => {
    expect(worstAge([], NOW)).toBeNull()
    expect(worstAge([bucket], NOW)).toBeNull()
  })
})
