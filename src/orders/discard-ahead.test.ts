import { describe, expect, it } from 'vitest'
import { ACTION_STATES, isFinal } from '../../contract/action.ts'
import { willAsk } from './discard-ahead.ts'

const action = (kind: string, state: string, estimate: object | null = null) =>
  ({ intent: { kind }, state, estimate }) as unknown as Parameters<typeof willAsk>[0]

describe('an estimate that is on its way', () => {
  it('can be left until it has come, and nothing else can', () => {
    for (const state of ACTION_STATES) {
      for (const kind of ['predict', 'binary_predict']) {
        expect([state, willAsk(action(kind, state))]).toEqual([state, !isFinal(state)])
        // Once it asked, its own answers are the way: what was confirmed is not said to be left.
        expect(willAsk(action(kind, state, { id: 'e' }))).toBe(false)
      }
      // These are sent without a word on an estimate.
      for (const kind of ['outcome_order', 'place', 'close']) expect(willAsk(action(kind, state))).toBe(false)
    }
  })
})
