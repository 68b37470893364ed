import { describe, expect, it } from 'vitest'
import { judgeFill } from './judge-fill.ts'
import { judgePosition } from './judge-position.ts'

type PositionFacts = Parameters<typeof judgePosition>[0]
type FillFacts = Parameters<typeof judgeFill>[0]

/** A fill of which everything says that it is another client's. */
const FILL: FillFacts = {
  isPast: false,
  isServices: false,
  isOwn: false,
  isTold: false,
  mayBeOwn: false,
  isLiquidation: false,
  looks: 2,
  isSearched: true,
}

describe('whose a fill is', () => {
  it.each<[rule: string, change: Partial<FillFacts>, verdict: ReturnType<typeof judgeFill>]>([
    ['nothing explains it', {}, 'foreign'],
    ['nothing explains it, and it was listed just now', { looks: 1 }, 'open'],
    ['an action made its order', { isOwn: true }, 'known'],
    [
      'an action made its order, before the wallet was first seen as the clock has it',
      { isOwn: true, isPast: true },
      'known',
    ],
    ['it is a settlement or a liquidation by its word', { isServices: true }, 'known'],
    ['its order was told', { isTold: true }, 'known'],
    ['it is older than what the terminal has seen', { isPast: true }, 'past'],
    ['it is older, and an action waits for its id', { isPast: true, mayBeOwn: true }, 'past'],
    ['an action in its asset waits for its id', { mayBeOwn: true }, 'open'],
    ['it closes a position that is being liquidated', { isLiquidation: true }, 'known'],
    ['the history could not be read', { isSearched: false }, 'open'],
    ['the history could not be read for a liquidation', { isSearched: false, isLiquidation: true }, 'known'],
  ])('%s', (_rule, change, verdict) => {
    expect(judgeFill({ ...FILL, ...change })).toBe(verdict)
  })
})

/** A position that is more than fills make it, for certain. */
const POSITION: PositionFacts = {
  isNone: false,
  isGone: false,
  unexplained: '10' as never,
  isAdopting: false,
  isQuiet: false,
  isComplete: true,
  hasOtherCause: false,
  isCertain: true,
}
const EXACT = { unexplained: '0' as never }

describe('whether fills explain a position', () => {
  it.each<[rule: string, change: Partial<PositionFacts>, verdict: ReturnType<typeof judgePosition>]>([
    ['they do not', {}, 'foreign'],
    ['they do', EXACT, 'explained'],
    ['they do not, in one read', { isCertain: false }, 'open'],
    ['they do not, and its market has ended or it is liquidated or converted', { hasOtherCause: true }, 'anew'],
    ['they do not, and it is gone', { isNone: true, isGone: true }, 'anew'],
    ['they do not, and a read does not show it yet', { isNone: true }, 'open'],
    ['they are not all known', { isComplete: false }, 'anew'],
    ['they are not all known, and yet agree', { ...EXACT, isComplete: false }, 'anew'],
    ['what it was at first is not certain', { isAdopting: true }, 'open'],
    ['what it was at first is certain now', { isAdopting: true, isQuiet: true }, 'adopt'],
    [
      'what it was at first is certain now, whatever was before',
      { isAdopting: true, isQuiet: true, isComplete: false },
      'adopt',
    ],
  ])('%s', (_rule, change, verdict) => {
    expect(judgePosition({ ...POSITION, ...change })).toBe(verdict)
  })
})
