import { beforeEach, describe, expect, it } from 'vitest'
import { setBinaryTerms, useBinaryTerms } from './binary-terms.ts'
import { draftsOf, onDraftsChange, restoreDrafts } from './drafts.ts'
import { setOutcomeDraft, showOutcome, useOutcomeStore } from './outcome-store.ts'
import { setTerms, useTicketTerms } from './ticket-mode.ts'
import { useTicketStore } from './ticket-store.ts'

function reset(): void {
  useTicketStore.setState(useTicketStore.getInitialState(), true)
  useTicketTerms.setState(useTicketTerms.getInitialState(), true)
  useBinaryTerms.setState(useBinaryTerms.getInitialState(), true)
  useOutcomeStore.setState(useOutcomeStore.getInitialState(), true)
}

describe('what is typed and not sent', () => {
  beforeEach(reset)
  it('is the same after the window opened anew', () => {
    useTicketStore.getState().setPrice('571.80')
    setTerms({ mode: 'market', slippage: '1' })
    setBinaryTerms({ amount: '25' })
    showOutcome(36, 1)
    setOutcomeDraft({ price: '0.21', side: 'sell' })
    const kept: unknown = JSON.parse(JSON.stringify(draftsOf()))
    reset()
    restoreDrafts(kept)
    expect(draftsOf()).toEqual(kept)
    expect(useOutcomeStore.getState()).toMatchObject({ outcomeId: 36, side: 1, draft: { price: '0.21', side: 'sell' } })
  })
  it.each([
    [null],
    [[]],
    [{ ticket: 7, binary: null, outcomes: [] }],
    [{ ticket: { price: 5, size: 'x'.repeat(61), unit: 'k', tif: 'FOK', reduceOnly: 'yes', mode: 'odd' } }],
    [{ binary: { amount: {} }, outcomes: { outcomeId: -1, index: 1.5, side: 'hold', mode: 'odd', price: 2 } }],
  ])('leaves out what no form would take: %o', (saved) => {
    const before = draftsOf()
    restoreDrafts(saved)
    expect(draftsOf()).toEqual(before)
  })
  it('is told as it changes, until nobody listens', () => {
    let changes = 0
    const stop = onDraftsChange(() => {
      changes += 1
    })
    setBinaryTerms({ amount: '1' })
    setOutcomeDraft({ size: '2' })
    stop()
    setBinaryTerms({ amount: '3' })
    expect(changes).toBe(2)
  })
})
