import { describe, expect, it } from 'vitest'
import type { Size } from '../decimal.ts'
import { causeOf, type DifferenceFacts, isAtRest, LAG, seenAgain } from './difference.ts'

/** A position that is certainly larger than its entries. */
const FACTS: DifferenceFacts = {
  shown: '15' as Size,
  expected: '5' as Size,
  difference: { since: 0, reads: 2 },
  now: LAG,
  isSettling: false,
  areFillsRead: true,
  isComplete: true,
  isInDoubt: false,
  hasEnded: false,
  wasAtLiquidation: false,
  mayBeConverted: false,
}
const LESS = { shown: '2' as Size }
const GONE = { shown: '0' as Size }
const NEXT_TURN = { shown: '-3' as Size }

describe('a position that no entry explains', () => {
  it.each<[rule: string, change: Partial<DifferenceFacts>, cause: ReturnType<typeof causeOf>]>([
    ['is from another client', {}, 'external'],
    ['is from another client when the position is smaller', LESS, 'external'],
    ['may lag: one read shows it', { difference: { since: 0, reads: 1 } }, 'lagging'],
    ['may lag: reads show it for less than ten seconds', { now: LAG - 1 }, 'lagging'],
    ['may lag: fills were not read after it', { areFillsRead: false }, 'lagging'],
    ['may be from this terminal: a sent action is in doubt', { isInDoubt: true }, 'lagging'],
    ['is adopted when not all fills are known', { isComplete: false }, 'settling'],
    ['is adopted at the start, once its reads are at rest', { isSettling: true }, 'settling'],
    ['may lag at the start', { isSettling: true, now: LAG - 1 }, 'lagging'],
    ['is settled when its market has ended', { ...GONE, hasEnded: true, now: 3_000 }, 'settlement'],
    ['is settled when the asset has its next bucket', { ...NEXT_TURN, hasEnded: true }, 'settlement'],
    ['is settled even when an action is in doubt', { ...GONE, hasEnded: true, isInDoubt: true }, 'settlement'],
    ['is from another client when it grew after the end', { hasEnded: true }, 'external'],
    ['is liquidated when the mark reached the price', { ...GONE, wasAtLiquidation: true }, 'liquidation'],
    ['is liquidated in part', { ...LESS, wasAtLiquidation: true }, 'liquidation'],
    ['is from another client when it grew at the liquidation price', { wasAtLiquidation: true }, 'external'],
    ['is converted', { mayBeConverted: true }, 'conversion'],
    ['is gone without a reason', GONE, 'unknown'],
  ])('%s', (_rule, change, cause) => {
    expect(causeOf({ ...FACTS, ...change })).toBe(cause)
  })

  it('starts again with a read that shows another difference', () => {
    const first = seenAgain(undefined, '15' as Size, '5' as Size, 1)
    expect(seenAgain(first, '15.0' as Size, '5' as Size, 9)).toEqual({ by: '10', since: 1, reads: 2 })
    expect(seenAgain(first, '15' as Size, '4' as Size, 9)).toEqual({ by: '11', since: 9, reads: 1 })
  })

  it('is at rest once reads and entries have agreed for ten seconds', () => {
    const none = { by: '0' as Size, since: 5, reads: 2 }
    expect([isAtRest(none, 5 + LAG - 1), isAtRest(none, 5 + LAG)]).toEqual([false, true])
    expect(isAtRest({ ...none, by: '1' as Size }, 5 + LAG)).toBe(false)
  })
})
