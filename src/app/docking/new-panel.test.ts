import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, type MarketRef } from '../../../contract/market-ref.ts'
import { linkedTo, type PanelInstance, type PanelMarket } from '../../workspace/index.ts'
import { marketOfNew } from './new-panel.ts'

const OUTCOME: MarketRef = { family: 'outcome', outcomeId: 7, side: 1 }
const panel = (kind: string, market: PanelMarket | null): PanelInstance => ({
  id: `${kind}-1`,
  kind,
  market,
  options: {},
})

describe('a new panel shows', () => {
  it.each<[string, string, readonly PanelInstance[], PanelMarket | null]>([
    ['the live market where nothing is open', 'chart', [], linkedTo(1, LIVE)],
    ['the last used market, in its link group', 'book', [panel('chart', linkedTo(5, OUTCOME))], linkedTo(5, OUTCOME)],
    [
      'the last used market, pinned alike',
      'book',
      [panel('chart', { by: 'pin', market: ACTIVE })],
      { by: 'pin', market: ACTIVE },
    ],
    [
      'the last market that it can show',
      'phase',
      [panel('chart', linkedTo(1, LIVE)), panel('book', linkedTo(6, ACTIVE))],
      linkedTo(6, ACTIVE),
    ],
    [
      'its family’s default where no panel shows one',
      'phase',
      [panel('chart', linkedTo(1, LIVE))],
      linkedTo(2, ACTIVE),
    ],
    ['the outcomes of group 3', 'question', [], linkedTo(3)],
    ['no market where its kind shows none', 'positions', [panel('chart', linkedTo(1, LIVE))], null],
  ])('%s', (_what, kind, open, market) => {
    expect(marketOfNew(kind, open)).toEqual(market)
  })

  it('the market of the panel that stays, without staying itself', () => {
    const stays: PanelMarket = { ...linkedTo(1, ACTIVE), stays: true }
    expect(marketOfNew('book', [panel('ticket', stays)])).toEqual(linkedTo(1, ACTIVE))
  })
})
