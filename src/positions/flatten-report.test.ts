import { describe, expect, it } from 'vitest'
import type { MarketReport } from '../../contract/flatten.ts'
import { type Done, doneSince, isUnfinished, marketText } from './flatten-report.tsx'

describe('the report of a flatten', () => {
  const market = (position: MarketReport['position'], change: Partial<MarketReport> = {}): MarketReport => ({
    asset: 'NYCTMP1',
    cancelled: 0,
    orders: 0,
    position,
    message: null,
    ...change,
  })
  /** The rest of the report after these reads of the positions. */
  function left(one: MarketReport, ...reads: readonly (readonly string[])[]): Done | null {
    let done: Done | null = { report: { markets: [one], stopped: [], unknown: [], failures: [] }, held: null }
    for (const read of reads) {
      if (done === null) throw new Error('it went too early')
      done = doneSince(done, read)
    }
    return done
  }
  const reported = (...reads: readonly (readonly string[])[]): readonly string[] | null =>
    left(market('closed'), ...reads)?.held ?? null
  it('stays while its closed positions leave the account', () => {
    expect(reported(['NYCTMP1', 'GBETA'], ['NYCTMP1', 'GBETA'], ['GBETA'], [])).toEqual([])
  })
  it('disappears once a position is opened afterwards, in another market or the same', () => {
    expect(reported(['NYCTMP1'], [], ['GBETA'])).toBeNull()
    expect(reported(['NYCTMP1'], [], ['NYCTMP1'])).toBeNull()
    expect(reported([], ['NYCTMP1'])).toBeNull()
  })
  it('reports a closing position as closed once it is gone, and that everything is done', () => {
    const closing = market('closing', { message: 'No answer yet.' })
    const during = left(closing, ['NYCTMP1'], ['NYCTMP1'])
    expect(during?.report.markets).toEqual([closing])
    const after = left(closing, ['NYCTMP1'], [])
    expect(after?.report.markets).toEqual([market('closed')])
    expect(after !== null && isUnfinished(after.report)).toBe(false)
    expect(left(closing, ['NYCTMP1'], [], ['GBETA'])).toBeNull()
  })
  it('stays over a new position while something is not done, and never assumes a close that it did not see', () => {
    const closing = market('closing')
    expect(left(closing, ['NYCTMP1'], ['NYCTMP1', 'GBETA'])?.report.markets).toEqual([closing])
    expect(left(closing, [], [])?.report.markets).toEqual([closing])
    const uncancelled = market('closing', { cancelled: 1, orders: 2, message: 'Too late.' })
    const half = left(uncancelled, ['NYCTMP1'], [])
    expect(half?.report.markets).toEqual([{ ...uncancelled, position: 'closed' }])
    expect(half !== null && isUnfinished(half.report)).toBe(true)
  })
})

describe('the report of a market', () => {
  const report = { asset: 'NYCTMP1', cancelled: 2, orders: 2, position: 'closed', message: null } as const
  it('has its orders and its position', () => {
    expect(marketText(report)).toBe('NYCTMP1: 2 orders canceled, position closed.')
    expect(marketText({ ...report, cancelled: 1, position: 'failed', message: 'No bids.' }, 'Rain')).toBe(
      'Rain: 1 of 2 orders canceled, position not closed. No bids.',
    )
  })
})
