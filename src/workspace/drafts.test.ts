import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import { LIVE, type MarketRef } from '../../contract/market-ref.ts'
import { type ExitDraft, NO_EXITS } from '../exit-plan/index.ts'
import { draftsByPanel, draftsToSave, NOTHING_TYPED, type PanelDrafts } from './panel-drafts.ts'
import { linkedTo, type PanelMarket } from './panel-instances.ts'

const panel = (id: string, market: PanelMarket | null = null) => ({ id, market })
const OUTCOME: MarketRef = { family: 'outcome', outcomeId: 3601, side: 1 }

const TYPED: PanelDrafts = {
  scalar: {
    ...NOTHING_TYPED.scalar,
    price: '571.80',
    mode: 'market',
    distance: '0.25',
    tif: 'ALO',
    reduceOnly: true,
    sizeBy: 'risk',
  },
  binary: { ...NOTHING_TYPED.binary, amount: '25', amountBy: 'percent', distance: '10' },
  outcome: { ...NOTHING_TYPED.outcome, price: '0.21', side: 'sell', sizeBy: 'money' },
}

describe('saved drafts', () => {
  it('are restored in each panel after the window reopens', () => {
    const drafts = {
      'ticket-1': TYPED,
      'ticket-2': {
        ...NOTHING_TYPED,
        binary: { ...NOTHING_TYPED.binary, amount: '7', distance: '2' },
      },
    }
    const kept: unknown = JSON.parse(
      JSON.stringify(draftsToSave(drafts, [panel('ticket-1'), panel('ticket-2', linkedTo(1, LIVE))])),
    )
    expect(draftsByPanel(kept, [panel('ticket-1'), panel('ticket-2', linkedTo(1, LIVE))])).toEqual(drafts)
  })

  it('include the exit plan of each form, if the fields would accept it', () => {
    const exits: ExitDraft = {
      name: null,
      texts: { ...NO_EXITS, stop: '0.35', targets: [{ level: '0.5', share: '50' }], breakEven: 'first_target' },
      shares: 'contracts',
      accepts: true,
      risk: { did: 'set', before: '0.5', name: 'Tight' },
      stopAt: { asset: 'NYCTMP1', price: '571.15' as Price, side: 'long', distance: '0.35' },
    }
    const drafts = { 'ticket-1': { ...TYPED, scalar: { ...TYPED.scalar, exits } } }
    const kept = JSON.parse(JSON.stringify(draftsToSave(drafts, [panel('ticket-1', linkedTo(1, LIVE))])))
    const back = draftsByPanel(kept, [panel('ticket-1', linkedTo(1, LIVE))])['ticket-1']
    expect(back?.scalar.exits).toEqual(exits)
    expect(back?.binary.exits).toEqual(NOTHING_TYPED.binary.exits)
    const odd = {
      risk: { did: 'gone', stop: '1' },
      stopAt: { asset: 'NYCTMP1', price: 'near', side: 'up', distance: '0.35' },
      texts: { stop: 5, targets: [{ level: '1' }], breakEven: 'at_once' },
      shares: 'all',
      accepts: 'yes',
    }
    expect(draftsByPanel({ 'ticket-1': { scalar: { exits: odd } } }, [])['ticket-1']).toEqual(NOTHING_TYPED)
  })

  it('are kept for the panels that still exist', () => {
    expect(draftsToSave({ 'ticket-1': TYPED, 'ticket-2': TYPED }, [panel('ticket-2'), panel('book-1')])).toHaveProperty(
      'ticket-2',
    )
    expect(draftsToSave({ 'ticket-1': TYPED }, [panel('ticket-2')])).toEqual({})
  })

  it('have no price of another market where a workspace restores the panel with one', () => {
    const typedFor = (market: PanelMarket | null): unknown =>
      JSON.parse(JSON.stringify(draftsToSave({ 'ticket-1': TYPED }, [panel('ticket-1', market)])))
    const backAt = (kept: unknown, market: PanelMarket | null) =>
      draftsByPanel(kept, [panel('ticket-1', market)])['ticket-1']
    const pinned: PanelMarket = { by: 'pin', market: OUTCOME }
    expect(backAt(typedFor(linkedTo(1, LIVE)), pinned)).toEqual({
      ...TYPED,
      scalar: { ...TYPED.scalar, price: '' },
      outcome: { ...TYPED.outcome, price: '' },
    })
    expect(backAt(typedFor(linkedTo(3, OUTCOME)), pinned)).toEqual(TYPED)
    expect(backAt(typedFor(null), pinned)).toEqual(TYPED)
  })

  it('never select the trader’s own wallet as signer', () => {
    const wallet: PanelDrafts = { ...TYPED, scalar: { ...TYPED.scalar, signer: 'wallet' } }
    const kept = draftsToSave({ 'ticket-1': wallet }, [panel('ticket-1')])
    expect(JSON.stringify(kept)).not.toContain('wallet')
    expect(draftsByPanel({ 'ticket-1': { scalar: { ...wallet.scalar } } }, [])['ticket-1']?.scalar.signer).toBe('agent')
  })

  it.each([
    [null],
    [[]],
    [{ 'ticket-1': 7 }],
    [
      {
        'ticket-1': {
          scalar: { price: 5, size: 'x'.repeat(61), unit: 'k', tif: 'FOK', reduceOnly: 'yes', mode: 'odd' },
        },
      },
    ],
    [{ 'ticket-1': { binary: { amount: {} }, outcome: { side: 'hold', mode: 'odd', price: 2 } } }],
    [{ ticket: 7, binary: null, outcomes: [] }],
  ])('omit what no form would accept: %o', (kept) => {
    for (const drafts of Object.values(draftsByPanel(kept, []))) {
      expect(drafts).toEqual(NOTHING_TYPED)
    }
  })
})
