import { afterAll, describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { InstrumentView } from '../../contract/instrument.ts'
import { ACTIVE, LIVE, type MarketRef } from '../../contract/market-ref.ts'
import { fillTicket, type PickedOrder } from './fill-ticket.ts'
import { changeDraft, draftsOfPanel, dropPrices, usePanelDrafts, useWantedSides } from './panel-drafts.ts'
import { linkedTo, type PanelInstance, type PanelMarket } from './panel-instances.ts'
import { showsPanels, ticketFor } from './show-panel.tsx'
import { isStillOf, marketOfTicket } from './take-price.ts'

const NAMED: MarketRef = { family: 'scalar', asset: 'NYCTMP1' }
const panel = (id: string, market: PanelMarket, kind = 'ticket'): PanelInstance => ({ id, kind, market, options: {} })
const BOOK = panel('book', linkedTo(1, LIVE), 'book')

describe('a clicked price', () => {
  it.each<[string, readonly PanelInstance[], string | null]>([
    [
      'the ticket of its link group',
      [panel('pinned', { by: 'pin', market: LIVE }), panel('one', linkedTo(1, LIVE))],
      'one',
    ],
    [
      'the last used one where several could take it',
      [panel('b', linkedTo(2, LIVE)), panel('a', linkedTo(3, LIVE))],
      'b',
    ],
    ['no ticket of another market', [panel('other', linkedTo(2, ACTIVE))], null],
    ['no ticket that stays with another market', [panel('held', { ...linkedTo(1, ACTIVE), stays: true })], null],
    ['no panel that is no ticket', [BOOK], null],
  ])('goes to %s', (_what, panels, id) => {
    expect(ticketFor(panels, LIVE, BOOK)).toBe(id)
  })

  it('goes to a ticket that shows the same market under its own name', () => {
    const panels = [panel('named', { by: 'pin', market: NAMED })]
    expect(ticketFor(panels, LIVE, BOOK)).toBeNull()
    expect(ticketFor(panels, LIVE, BOOK, () => true)).toBe('named')
  })
})

describe('a price without a ticket', () => {
  it.each<[string, PanelMarket | null, PanelMarket]>([
    ['linked like the panel it was clicked in', linkedTo(1, LIVE), linkedTo(1, LIVE)],
    ['pinned where that panel has since moved on to another market', linkedTo(1, ACTIVE), { by: 'pin', market: LIVE }],
    ['pinned where that panel no longer shows a market', null, { by: 'pin', market: LIVE }],
  ])('opens a ticket of its own market, %s', (_what, now, market) => {
    expect(marketOfTicket({ market: LIVE }, { ...BOOK, market: now })).toEqual(market)
  })
  it('opens one where the panel is gone', () => {
    expect(marketOfTicket({ market: LIVE }, undefined)).toEqual({ by: 'pin', market: LIVE })
  })
  it('does not apply to the asset that a following market rolled over to', () => {
    const as = (asset: string): InstrumentView => ({ here: true, asset }) as InstrumentView
    expect(isStillOf({ asset: 'NYCTMP1' }, as('NYCTMP1'))).toBe(true)
    expect(isStillOf({ asset: 'NYCTMP1' }, undefined)).toBe(true)
    expect(isStillOf({ asset: 'NYCTMP1' }, as('NYCTMP2'))).toBe(false)
  })
})

describe('a clicked order', () => {
  afterAll(() => usePanelDrafts.setState({ drafts: {} }))
  const order: PickedOrder = { side: 'sell', price: price('571.90'), size: size('50'), tif: 'ALO', stop: null }
  const take = (taken: PickedOrder | null): void =>
    fillTicket('ticket', { market: LIVE, price: order.price, order: taken })

  it('is filled in completely: its side and terms replace earlier choices in the ticket', () => {
    changeDraft('ticket', 'scalar', { tif: 'IOC', reduceOnly: true, mode: 'market' })
    take(order)
    expect(draftsOfPanel('ticket').scalar).toMatchObject({
      ...{ price: '571.90', size: '50', tif: 'ALO', reduceOnly: false, mode: 'limit' },
    })
    expect(useWantedSides.getState().sides).toEqual({ ticket: 'sell' })
  })
  it('with a stop removes the template name of the plan', () => {
    const { exits } = draftsOfPanel('ticket').scalar
    changeDraft('ticket', 'scalar', { exits: { ...exits, name: 'Tight' } })
    take(order)
    expect(draftsOfPanel('ticket').scalar.exits.name).toBe('Tight')
    take({ ...order, stop: price('0.5') })
    expect(draftsOfPanel('ticket').scalar.exits).toMatchObject({ name: null, texts: { stop: '0.5' } })
  })
  it('leads to DOWN where it was clicked in a binary market', () => {
    const market: MarketRef = { family: 'binary', asset: 'NYCBIN1' }
    fillTicket('binary', { market, price: order.price, order })
    expect(useWantedSides.getState().sides.binary).toBe('sell')
  })
  it('brings its ticket to the front, unlike a price alone', () => {
    const shown: string[] = []
    const stop = showsPanels({ kind: () => undefined, instance: (id) => shown.push(id) })
    take(null)
    expect(shown).toEqual([])
    take(order)
    expect(shown).toEqual(['ticket'])
    stop()
    take(order)
    expect(shown).toEqual(['ticket'])
  })
  it.each<[string, () => void]>([
    ['a price alone', () => take(null)],
    ['a buy', () => take({ ...order, side: 'buy' })],
    ['another market', () => dropPrices('ticket')],
  ])('no longer leads to Sell after %s', (_what, then) => {
    take(order)
    then()
    expect(useWantedSides.getState().sides.ticket ?? 'buy').toBe('buy')
  })
})
