import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { groupMoved, joined, marketChosen, pinned } from './links.ts'
import { type LinkedMarket, linkedTo } from './panel-instances.ts'

const OUTCOME: MarketRef = { family: 'outcome', outcomeId: 3601, side: 0 }
const stays = (shown: MarketRef): LinkedMarket => ({ ...linkedTo(1, shown), stays: true })

describe('a linked panel whose group changes its market', () => {
  it.each([
    ['follows', linkedTo(1, LIVE), OUTCOME, false, linkedTo(1, OUTCOME)],
    ['stays while it is held', linkedTo(1, LIVE), OUTCOME, true, stays(LIVE)],
    ['stays after it stayed once, even after the hold ended', stays(LIVE), OUTCOME, false, stays(LIVE)],
    ['has nothing to follow once the group is back', stays(LIVE), LIVE, true, linkedTo(1, LIVE)],
    ['shows its first market, held or not', linkedTo(1), ACTIVE, true, linkedTo(1, ACTIVE)],
    ['keeps its market while the group has none', linkedTo(1, LIVE), null, false, linkedTo(1, LIVE)],
  ] as const)('%s', (_what, before, market, isHeld, after) => {
    expect(groupMoved(before, market, isHeld)).toEqual(after)
  })

  it('is never switched during use, and never left behind without notice, for any sequence', () => {
    const market = fc.constantFrom<MarketRef>(LIVE, ACTIVE, OUTCOME)
    const event = fc.oneof(
      fc.record({ does: fc.constant('group' as const), market }),
      fc.record({ does: fc.constant('hold' as const), isHeld: fc.boolean() }),
      fc.record({ does: fc.constant('follow' as const) }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let panel = linkedTo(1, LIVE)
        let group: MarketRef = LIVE
        let isHeld = false
        for (const one of events) {
          const before = panel
          if (one.does === 'hold') isHeld = one.isHeld
          if (one.does === 'group') {
            group = one.market
            panel = groupMoved(panel, group, isHeld)
            if (isHeld) expect(panel.shown).toEqual(before.shown)
          }
          if (one.does === 'follow') panel = marketChosen(panel, group) as LinkedMarket
          // It shows the group's market, or reports that it does not.
          expect(panel.stays).toBe(!sameRef(panel.shown, group))
        }
      }),
    )
  })
})

describe('a linked or pinned panel', () => {
  it.each([
    ['takes the group’s market as it joins', { by: 'pin', market: LIVE }, OUTCOME, false, linkedTo(2, OUTCOME)],
    ['joins with its own where the group has none', { by: 'pin', market: LIVE }, null, false, linkedTo(2, LIVE)],
    ['stays with its typed text as it joins', linkedTo(1, LIVE), OUTCOME, true, { ...stays(LIVE), group: 2 }],
  ] as const)('%s', (_what, before, market, isHeld, after) => {
    expect(joined(before, 2, market, isHeld)).toEqual(after)
  })

  it('is pinned to what it shows', () => {
    expect(pinned(stays(LIVE))).toEqual({ by: 'pin', market: LIVE })
    expect(pinned(linkedTo(4))).toEqual(linkedTo(4))
  })

  it('follows its own trader’s choice, even when it stayed', () => {
    expect(marketChosen(stays(LIVE), OUTCOME)).toEqual(linkedTo(1, OUTCOME))
    expect(marketChosen({ by: 'pin', market: LIVE }, OUTCOME)).toEqual({ by: 'pin', market: OUTCOME })
    expect(marketChosen(null, OUTCOME)).toEqual({ by: 'pin', market: OUTCOME })
  })
})
