import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionState, isFinal } from '../../../contract/action.ts'
import type { Size } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { BUY } from '../testing/setup.ts'
import { type ActionEvent, type ActionEventType, transition } from './state-machine.ts'

/**
 * A second implementation of an action's states, from the design instead of the table: a linear path until the action is sent, and a market in which
 * reads decide.
 */
const ROAD = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent'] as const
const STEPS = ['check_passed', 'journalled', 'prepared', 'verified', 'signed', 'sent'] as const

class Model {
  state: ActionState = 'drafted'
  filled: number | null = null
  stale = 0
  surfaced = false
  sent = 0
  /** Something was sent and is not known to have been rejected. */
  out = false

  /** The state after the event; null when it is illegal. */
  next(type: ActionEventType, filled: number): ActionState | null {
    const shrinks = this.filled !== null && filled < this.filled
    if (isFinal(this.state)) return type === 'surfaced' && this.state !== 'done' && !shrinks ? 'unknown' : null
    if (type === 'noted') return this.state
    const at = ROAD.indexOf(this.state as (typeof ROAD)[number])
    return at >= 0 ? this.#onTheRoad(type, at) : this.#inTheMarket(type, filled)
  }

  #onTheRoad(type: ActionEventType, at: number): ActionState | null {
    if (type === STEPS[at]) return ROAD[at + 1] ?? null
    const sent = this.state === 'sent'
    switch (type) {
      case 'refused':
        return sent ? null : 'refused'
      case 'rejected':
        return sent || this.state === 'journalled' ? 'rejected' : null
      case 'stale':
        return (sent || this.state === 'prepared' || this.state === 'verified') && this.stale < 2 ? 'journalled' : null
      case 'awaiting_confirmation':
      case 'estimated':
        return this.state === 'prepared' ? 'prepared' : null
      case 'acknowledged':
        return sent ? 'acknowledged' : null
      case 'no_answer':
        return sent || this.state === 'signed' || (this.state === 'journalled' && this.sent > 0) ? 'unknown' : null
      case 'never_left':
        return sent ? 'refused' : null
      case 'confirmed':
        return this.state === 'journalled' ? 'done' : null
      default:
        return null
    }
  }

  #inTheMarket(type: ActionEventType, filled: number): ActionState | null {
    const shrinks = this.filled !== null && filled < this.filled
    const unseen = this.state === 'acknowledged' || this.state === 'unknown'
    switch (type) {
      case 'partly_filled':
      case 'filled':
      case 'cancelled':
      case 'expired':
        return shrinks ? null : type
      case 'resting':
        return unseen && !shrinks ? 'resting' : null
      case 'confirmed':
        return unseen ? 'done' : null
      case 'rejected':
        return this.state === 'partly_filled' ? null : 'rejected'
      case 'acknowledged':
        return this.state === 'unknown' ? 'acknowledged' : null
      case 'said_made':
        return this.state === 'unknown' ? 'done' : null
      case 'said_not_made':
      case 'never_arrived':
        return this.state === 'unknown' ? 'expired' : null
      case 'stale':
        return this.state === 'unknown' && this.stale < 2 && !this.surfaced ? 'journalled' : null
      default:
        return null
    }
  }

  take(type: ActionEventType, filled: number, state: ActionState): void {
    this.state = state
    if (type === 'stale') this.stale += 1
    if (type === 'surfaced') this.surfaced = true
    if (type === 'sent') this.sent += 1
    this.out =
      (this.out || type === 'sent') &&
      !['stale', 'never_left', 'rejected', 'never_arrived', 'said_not_made'].includes(type)
    if (SIGHTINGS.has(type)) this.filled = filled
  }
}

const SIGHTINGS: ReadonlySet<string> = new Set([
  ...['resting', 'partly_filled', 'filled', 'cancelled', 'expired', 'surfaced'],
])
const refusal = { code: 'c', message: 'words', field: null }
function eventOf(type: ActionEventType, filled: number): ActionEvent {
  const seen = { oid: '1', cloid: null, filled: String(filled) as unknown as Size, detail: null }
  const prepared = { orderId: 'o', actionHash: '0x' as const, nonce: 1, expiresAt: null }
  const sighting = SIGHTINGS.has(type) && seen
  return {
    type,
    refusal,
    mismatches: [],
    message: 'words',
    detail: null,
    oid: '1',
    cloid: null,
    ...sighting,
    ...(type === 'prepared' && { prepared }),
  } as never
}

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

const TYPES: readonly ActionEventType[] = [
  ...STEPS,
  'awaiting_confirmation',
  'estimated',
  'stale',
  'acknowledged',
  'no_answer',
  'never_left',
  'resting',
  'partly_filled',
  'filled',
  'cancelled',
  'expired',
  'confirmed',
  'never_arrived',
  'said_made',
  'said_not_made',
  'refused',
  'rejected',
  'noted',
]

const ONWARD: ReadonlySet<string> = new Set([...STEPS, 'acknowledged', 'no_answer', 'resting', 'partly_filled'])

describe('10,000 random sessions of the state machine', () => {
  it('match the model event by event, and never send twice', () => {
    const reached = new Map<ActionState, number>()
    const event = fc.record({ pick: fc.nat(1000), filled: fc.nat(4), wild: fc.nat(11) })
    fc.assert(
      fc.property(fc.array(event, { minLength: 4, maxLength: 24 }), (session) => {
        const model = new Model()
        let action = drafted
        for (const { pick, filled, wild } of session) {
          /** Purely random events seldom get far: most are those that the model allows, and most of these lead towards the market. */
          const possible = TYPES.filter((type) => model.next(type, filled) !== null)
          const onward = possible.filter((type) => ONWARD.has(type))
          const tame = wild > 2 && onward.length > 0 ? onward : possible
          const from = wild === 0 || tame.length === 0 ? TYPES : tame
          const type = from[pick % from.length] as ActionEventType
          const predicted = model.next(type, filled)
          const result = transition(action, eventOf(type, filled), millis(1))
          if (result.ok !== (predicted !== null) || (result.ok && result.value.state !== predicted)) {
            throw new Error(`${type} in ${action.state}: the model says ${predicted}, the machine otherwise`)
          }
          if (!result.ok || predicted === null) continue
          if (type === 'sent' && model.out) throw new Error('sent while it was out already')
          model.take(type, filled, predicted)
          action = result.value
          if (model.sent > 3) throw new Error('sent more than three times')
          if (Number(action.filled) !== Number(model.filled)) throw new Error(`filled ${action.filled}`)
        }
        reached.set(action.state, (reached.get(action.state) ?? 0) + 1)
      }),
      { numRuns: runs(3000, 100_000) },
    )
    /** Sessions that never got anywhere would prove nothing. */
    for (const state of [
      'filled',
      'cancelled',
      'done',
      'refused',
      'rejected',
      'expired',
      'unknown',
      'resting',
    ] as const) {
      expect(reached.get(state) ?? 0, state).toBeGreaterThan(20)
    }
  })
})
