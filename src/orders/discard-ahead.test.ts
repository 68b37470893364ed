import { describe, expect, it } from 'vitest'
import { ACTION_STATES, type ActionRecord, isFinal } from '../../contract/action.ts'
import { waitingFor } from './ticket-estimate.tsx'

const action = (kind: string, state: string, estimate: object | null = null) =>
  ({ id: 'one', intent: { kind }, state, estimate }) as unknown as ActionRecord
const isWaiting = (of: ActionRecord): boolean => waitingFor({ state: 'idle' }, of) === 'one'

describe('a pending estimate', () => {
  it('can be discarded until it arrives, and nothing else can', () => {
    for (const state of ACTION_STATES) {
      for (const kind of ['predict', 'binary_predict']) {
        expect([state, isWaiting(action(kind, state))]).toEqual([state, !isFinal(state)])
        // Once it has asked, its own answers apply: a confirmed one is not reported as discarded.
        expect(isWaiting(action(kind, state, { id: 'e' }))).toBe(false)
      }
      // These are sent without confirming an estimate.
      for (const kind of ['outcome_order', 'place', 'close']) expect(isWaiting(action(kind, state))).toBe(false)
    }
  })
})

describe('an action that waits for an estimate', () => {
  const intent = (kind: string) => ({ kind }) as never
  const sent = (state: 'sending' | 'accepted' | 'failed', kind = 'binary_predict') =>
    ({ state, requestId: 'one', actionId: 'one', message: '', answered: true, intent: intent(kind) }) as const
  const shown = (state: string, estimate: object | null = null) => action('binary_predict', state, estimate)

  it('can be discarded from the click on, under one id until its estimate has arrived', () => {
    expect(waitingFor({ state: 'idle' }, undefined)).toBeNull()
    expect(waitingFor(sent('sending'), undefined)).toBe('one')
    expect(waitingFor(sent('accepted'), undefined)).toBe('one')
    expect(waitingFor(sent('accepted'), shown('journalled'))).toBe('one')
    expect(waitingFor(sent('accepted'), shown('prepared', { id: 'e' }))).toBeNull()
    expect(waitingFor(sent('accepted'), shown('refused'))).toBeNull()
    expect(waitingFor(sent('failed'), undefined)).toBeNull()
  })
  it('is none for an order that is sent without confirmation', () => {
    for (const state of ['sending', 'accepted'] as const) {
      for (const kind of ['outcome_order', 'place', 'close'])
        expect(waitingFor(sent(state, kind), undefined)).toBeNull()
    }
  })
})
