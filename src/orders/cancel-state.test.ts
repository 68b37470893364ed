import { describe, expect, it } from 'vitest'
import type { ActionRecord, ActionState } from '../../contract/action.ts'
import { millis } from '../../contract/time.ts'
import { cancelStateOf, keepsRow } from './use-cancels.ts'

const cancel = (oid: string, state: ActionState, message: string | null = null): ActionRecord => ({
  id: `${oid}-${state}`,
  intent: { kind: 'cancel', asset: 'NYCTMP1', oid, cloid: null },
  state,
  steps: [],
  createdAt: millis(0),
  updatedAt: millis(0),
  cloid: null,
  oid: null,
  filled: null,
  code: null,
  message,
  field: null,
  mismatches: [],
})

describe('a cancel', () => {
  it('is pending until it is final, also while its outcome is unknown', () => {
    expect(cancelStateOf('1', [cancel('1', 'sent')]).cancelling).toBe(true)
    expect(cancelStateOf('1', [cancel('1', 'unknown')]).cancelling).toBe(true)
    expect(cancelStateOf('1', [cancel('1', 'done')]).cancelling).toBe(false)
  })
  it('that failed shows the original reason', () => {
    expect(cancelStateOf('1', [cancel('1', 'rejected', 'Order 1 is filled.')]).failure).toBe('Order 1 is filled.')
  })
  it('that was retried shows nothing of the previous attempt', () => {
    expect(cancelStateOf('1', [cancel('1', 'sent'), cancel('1', 'rejected', 'no')])).toEqual({
      cancelling: true,
      failure: null,
    })
  })
  it('of another order does not affect this one', () => {
    expect(cancelStateOf('1', [cancel('2', 'sent')])).toEqual({ cancelling: false, failure: null })
  })
  it('keeps its row rendered while only the row knows of it: until it is listed, or if it failed before that', () => {
    expect(keepsRow('idle', true)).toBe(false)
    expect([keepsRow('sending', true), keepsRow('accepted', true), keepsRow('failed', true)]).toEqual([
      true,
      true,
      true,
    ])
    expect(keepsRow('accepted', false)).toBe(false)
  })
})
