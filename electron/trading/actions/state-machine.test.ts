import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTION_STATES, isFinal } from '../../../contract/action.ts'
import { compare, type Size } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { BUY } from '../testing/setup.ts'
import { type ActionEvent, type ActionEventType, MAX_STALE, TRANSITIONS, transition } from './state-machine.ts'

const drafted: StoredAction = {
  id: 'a',
  intent: BUY,
  state: 'drafted',
  steps: [{ state: 'drafted', at: millis(0), detail: null }],
  createdAt: millis(0),
  updatedAt: millis(0),
  cloid: null,
  oid: null,
  filled: null,
  code: null,
  message: null,
  field: null,
  mismatches: [],
  profile: 'model',
  account: '',
  prepared: null,
}

const refusal = { code: 'internal', message: 'words', field: null } as const
const seen = (filled: string) => ({ oid: '1', cloid: null, filled: filled as unknown as Size, detail: null })
const samples: { readonly [T in ActionEventType]: (filled: string) => ActionEvent } = {
  check_passed: () => ({ type: 'check_passed' }),
  journalled: () => ({ type: 'journalled' }),
  prepared: () => ({
    type: 'prepared',
    prepared: { orderId: 'o', actionHash: '0x', nonce: 1, expiresAt: null },
    cloid: null,
    detail: null,
  }),
  awaiting_confirmation: () => ({ type: 'awaiting_confirmation', message: 'not verified', unverified: 'No nonce.' }),
  estimated: () => ({
    type: 'estimated',
    message: 'waits',
    unverified: null,
    estimate: {
      id: 'o',
      average: null,
      worst: null,
      limit: null,
      targetMark: '571' as never,
      contracts: null,
      validUntil: null,
    },
  }),
  verified: () => ({ type: 'verified', detail: null }),
  signed: () => ({ type: 'signed', detail: null }),
  sent: () => ({ type: 'sent' }),
  stale: () => ({ type: 'stale', detail: 'stale' }),
  acknowledged: () => ({ type: 'acknowledged', oid: '1', cloid: null, detail: null }),
  no_answer: () => ({ type: 'no_answer', refusal }),
  never_left: () => ({ type: 'never_left', refusal }),
  resting: (filled) => ({ type: 'resting', ...seen(filled) }),
  partly_filled: (filled) => ({ type: 'partly_filled', ...seen(filled) }),
  filled: (filled) => ({ type: 'filled', ...seen(filled) }),
  cancelled: (filled) => ({ type: 'cancelled', ...seen(filled) }),
  expired: (filled) => ({ type: 'expired', ...seen(filled) }),
  surfaced: (filled) => ({ type: 'surfaced', ...seen(filled) }),
  confirmed: () => ({ type: 'confirmed', detail: null }),
  never_arrived: () => ({ type: 'never_arrived', refusal }),
  said_made: () => ({ type: 'said_made', detail: 'words' }),
  said_not_made: () => ({ type: 'said_not_made', refusal }),
  refused: () => ({ type: 'refused', refusal, mismatches: [] }),
  rejected: () => ({ type: 'rejected', refusal }),
  noted: () => ({ type: 'noted', detail: 'note' }),
}
const types = Object.keys(samples) as ActionEventType[]
const sendsOf = (action: StoredAction) => action.steps.filter((step) => step.state === 'sent').length

describe('the states of an action', () => {
  it('leaves a final state only when the service shows the order again; every other can be left', () => {
    for (const state of ACTION_STATES) {
      const ways = Object.keys(TRANSITIONS[state])
      if (isFinal(state)) expect(ways, state).toEqual(state === 'done' ? [] : ['surfaced'])
      else expect(ways.length, state).toBeGreaterThan(0)
    }
  })

  it('takes an order from drafted to filled through every step, and skips none', () => {
    const path: ActionEventType[] = ['check_passed', 'journalled', 'prepared', 'verified', 'signed', 'sent']
    let action = drafted
    for (const [index, type] of [...path, 'acknowledged', 'resting', 'partly_filled', 'filled'].entries()) {
      for (const later of path.slice(index + 1)) {
        expect(transition(action, samples[later]('0'), millis(1)).ok, `${later} from ${action.state}`).toBe(false)
      }
      const result = transition(action, samples[type as ActionEventType]('1'), millis(index))
      if (!result.ok) throw new Error(result.error.reason)
      action = result.value
    }
    expect(action.state).toBe('filled')
    expect(action.steps).toHaveLength(11)
  })

  it('allows a refusal only before anything was sent; after that only the service or reads decide', () => {
    for (const state of ACTION_STATES) {
      const before = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed'].includes(state)
      expect(TRANSITIONS[state].refused !== undefined, state).toBe(before)
    }
  })

  it('lets an unknown action end in any way, and be prepared again only once it went stale without a trace', () => {
    const { unknown } = TRANSITIONS
    expect(Object.keys(unknown).sort()).toEqual([
      'acknowledged',
      'cancelled',
      'confirmed',
      'expired',
      'filled',
      'never_arrived',
      'noted',
      'partly_filled',
      'rejected',
      'resting',
      'said_made',
      'said_not_made',
      'stale',
    ])
  })

  it('never leaves a final state, shrinks a fill, or sends twice without a stale answer in between, in any sequence of events', () => {
    const event = fc.tuple(fc.constantFrom(...types), fc.integer({ min: 0, max: 4 }).map(String))
    /** Purely random events seldom get far: each may be followed by one that the table allows. */
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat()), { minLength: 5, maxLength: 40 }), (sequence) => {
        let action = drafted
        for (const [[random, filled], pick] of sequence) {
          const allowed = Object.keys(TRANSITIONS[action.state]) as ActionEventType[]
          const type = pick % 3 === 0 || allowed.length === 0 ? random : allowed[pick % allowed.length]!
          const before = action
          const result = transition(before, samples[type](filled), millis(1))
          if (isFinal(before.state) && type !== 'surfaced') expect(result.ok).toBe(false)
          if (!result.ok) continue
          action = result.value
          expect(action.steps.length).toBe(before.steps.length + 1)
          if (before.filled !== null) expect(compare(action.filled!, before.filled)).toBeGreaterThanOrEqual(0)
          const states = distinct(action).map((step) => step.state)
          for (const [index, state] of states.entries()) {
            if (state === 'sent' && states.lastIndexOf('sent') > index) expect(states[index + 1]).toBe('journalled')
          }
          expect(sendsOf({ ...action, steps: distinct(action) })).toBeLessThanOrEqual(1 + MAX_STALE)
        }
      }),
      { numRuns: runs(1000, 100_000) },
    )
  })
})

/** Steps without the notes, which repeat a state. */
function distinct(action: StoredAction) {
  return action.steps.filter((step, index) => step.state !== action.steps[index - 1]?.state)
}
