import { describe, expect, it } from 'vitest'
import { heldSince, marketWords } from './close-everything.tsx'

describe('B9: the report of a flattening', () => {
  /** What is left of the report after these reads of what is held. */
  const reported = (...reads: readonly (readonly string[])[]): readonly string[] | null => {
    let held: readonly string[] | null = null
    for (const [index, read] of reads.entries()) {
      held = heldSince(held, read)
      if (held === null) return index === reads.length - 1 ? null : ['gone too early']
    }
    return held
  }
  it('stays while what it closed leaves the account', () => {
    expect(reported(['NYCTMP1', 'GBETA'], ['NYCTMP1', 'GBETA'], ['GBETA'], [])).toEqual([])
  })
  it('goes once a position is opened afterwards, in another market or the same', () => {
    expect(reported(['NYCTMP1'], [], ['GBETA'])).toBeNull()
    expect(reported(['NYCTMP1'], [], ['NYCTMP1'])).toBeNull()
    expect(reported([], ['NYCTMP1'])).toBeNull()
  })
})

describe('what became of a market', () => {
  const report = { asset: 'NYCTMP1', cancelled: 2, orders: 2, position: 'closed', message: null } as const
  it('is told with its orders and its position', () => {
    expect(marketWords(report)).toBe('NYCTMP1: 2 orders cancelled, position closed.')
    expect(marketWords({ ...report, cancelled: 1, position: 'failed', message: 'No bids.' }, 'Rain')).toBe(
      'Rain: 1 of 2 orders cancelled, position not closed. No bids.',
    )
  })
})
