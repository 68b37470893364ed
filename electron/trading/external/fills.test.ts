import { describe, expect, it } from 'vitest'
import { judgeFill } from './fills.ts'

type FillFacts = Parameters<typeof judgeFill>[0]

/** A fill with every sign of another client. */
const FILL: FillFacts = {
  isPast: false,
  isServices: false,
  isOwn: false,
  isReported: false,
  mayBeOwn: false,
  isLiquidation: false,
  looks: 2,
  isSettlement: false,
  isSearched: true,
}

describe('the origin of a fill', () => {
  it.each<[rule: string, change: Partial<FillFacts>, verdict: ReturnType<typeof judgeFill>]>([
    ['nothing explains it', {}, 'external'],
    ['nothing explains it, and it was listed just now', { looks: 1 }, 'open'],
    ['an action made its order', { isOwn: true }, 'known'],
    ['an action made its order, before the wallet was first seen by the clock', { isOwn: true, isPast: true }, 'known'],
    ['its cause is a settlement or a liquidation', { isServices: true }, 'known'],
    ['its order was reported', { isReported: true }, 'known'],
    ['its market had ended, and the history lacks its order', { isSettlement: true }, 'known'],
    ['its market had ended, and it was listed just now', { isSettlement: true, looks: 1 }, 'open'],
    ['it is older than the terminal’s records', { isPast: true }, 'past'],
    ['it is older, and an action waits for its id', { isPast: true, mayBeOwn: true }, 'past'],
    ['an action in its asset waits for its id', { mayBeOwn: true }, 'open'],
    ['it closes a position that is being liquidated', { isLiquidation: true }, 'known'],
    ['the history could not be read', { isSearched: false }, 'open'],
    ['the history could not be read for a liquidation', { isSearched: false, isLiquidation: true }, 'known'],
  ])('%s', (_rule, change, verdict) => {
    expect(judgeFill({ ...FILL, ...change })).toBe(verdict)
  })
})
