import { describe, expect, it } from 'vitest'
import type { ActionState } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Submission } from '../trade-forms/index.ts'
import { closeStateOf, keepsRow } from './closing.tsx'

const intent = { kind: 'close', asset: 'NYCTMP1', size: null } as Intent
const sending: Submission = { state: 'sending', requestId: 'r', intent }
const accepted: Submission = { state: 'accepted', requestId: 'r', intent, actionId: 'a' }
const failed: Submission = { state: 'failed', requestId: 'r', intent, message: 'Not armed.', answered: true }
const action = (state: ActionState, message: string | null = null) =>
  ({ id: 'a', state, message, filled: null, steps: [] }) as const

describe('a close', () => {
  it('keeps its row rendered from the click until its outcome is known', () => {
    expect(keepsRow(closeStateOf({ state: 'idle' }, undefined))).toBe(false)
    expect(keepsRow(closeStateOf(sending, undefined))).toBe(true)
    expect(keepsRow(closeStateOf(accepted, undefined))).toBe(true)
    for (const state of ['prepared', 'sent', 'unknown'] as const) {
      expect(keepsRow(closeStateOf(accepted, action(state)))).toBe(true)
    }
    expect(keepsRow(closeStateOf(accepted, action('filled')))).toBe(false)
  })

  it('keeps it too while it shows the original reason of a failure', () => {
    expect(closeStateOf(failed, undefined)).toEqual({
      ...{ isUnderWay: false, isUnsure: false, failure: 'Not armed.', progress: null },
    })
    const refused = closeStateOf(accepted, action('rejected', 'Reduce-only order would increase the position.'))
    expect(refused.failure).toBe('Reduce-only order would increase the position.')
    expect([failed, accepted].map((one) => keepsRow(closeStateOf(one, action('expired'))))).toEqual([true, true])
    expect(closeStateOf(accepted, action('refused')).failure).toBe('The close failed.')
  })

  it('that takes more than one order shows its closed part so far, and in the end what its bound left open', () => {
    const sent = { state: 'sent', at: 1, detail: null } as never
    const widening = { ...action('acknowledged'), steps: [sent, sent], filled: '40.0' as never }
    expect(closeStateOf(accepted, widening).progress).toEqual({
      actionId: 'a',
      text: 'Closed 40 so far; order 2 sent at a wider price.',
    })
    expect(closeStateOf(accepted, { ...widening, steps: [sent] }).progress).toBeNull()
    expect(closeStateOf(accepted, { ...widening, state: 'filled' }).progress).toBeNull()
    const message = '40 of 50 closed; the rest would trade beyond your cap of 70.83 °F.'
    expect(closeStateOf(accepted, { ...widening, state: 'cancelled', message: message }).failure).toBe(message)
  })

  it('without an answer is shown as being looked up, as it may have happened', () => {
    const { isUnsure, isUnderWay, failure } = closeStateOf(accepted, action('unknown'))
    expect([isUnsure, isUnderWay]).toEqual([true, true])
    expect(failure).toMatch(/checking with the venue/)
  })
})
