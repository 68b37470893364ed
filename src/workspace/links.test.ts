import { describe, expect, it } from 'vitest'
import type { Instrument } from '../../contract/instrument.ts'
import { LIVE, type MarketRef } from '../../contract/market-ref.ts'
import { firstOutcome } from './links.ts'

const outcome = (outcomeId: number): MarketRef => ({ family: 'outcome', outcomeId, side: 0 })
const market = (ref: MarketRef, end: number | null, word = 'open'): Instrument =>
  ({ here: true, family: ref.family, ref, end, phase: { word, text: '' } }) as never

describe('the outcome that a link group begins with', () => {
  it('is the one that ends first of those that can be traded', () => {
    const instruments = [
      market(LIVE, 1),
      market(outcome(1), 50),
      market(outcome(2), 20, 'settling'),
      market(outcome(3), 30),
      market(outcome(4), null),
    ]
    expect(firstOutcome({ instruments })).toEqual(outcome(3))
  })

  it('is none while there is none', () => {
    expect(firstOutcome({ instruments: [market(LIVE, 1), market(outcome(2), 20, 'over')] })).toBeNull()
  })
})
