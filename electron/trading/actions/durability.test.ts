import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../contract/intent.ts'
import type { Durability } from '../../storage/index.ts'
import { type ActionEventType, durabilityOf } from './state-machine.ts'

const order = { intent: { kind: 'place' } as Intent }
const transfer = { intent: { kind: 'transfer' } as Intent }

const ROWS: { readonly [E in ActionEventType]: readonly [Durability, Durability] } = {
  check_passed: ['written', 'written'],
  journalled: ['syncing', 'syncing'],
  prepared: ['written', 'written'],
  awaiting_confirmation: ['written', 'written'],
  estimated: ['written', 'written'],
  verified: ['written', 'written'],
  signed: ['written', 'written'],
  sent: ['synced', 'synced'],
  stale: ['syncing', 'syncing'],
  acknowledged: ['written', 'synced'],
  no_answer: ['written', 'written'],
  never_left: ['written', 'synced'],
  resting: ['written', 'written'],
  partly_filled: ['written', 'written'],
  filled: ['written', 'written'],
  cancelled: ['written', 'written'],
  expired: ['written', 'written'],
  surfaced: ['written', 'written'],
  confirmed: ['written', 'synced'],
  said_made: ['synced', 'synced'],
  said_not_made: ['synced', 'synced'],
  never_arrived: ['written', 'written'],
  refused: ['synced', 'synced'],
  rejected: ['written', 'synced'],
  noted: ['written', 'written'],
}

describe('the durability of a step', () => {
  it.each(Object.entries(ROWS))('%s: %s', (event, [ofOrder, ofTransfer]) => {
    expect(durabilityOf(order, event as ActionEventType)).toBe(ofOrder)
    expect(durabilityOf(transfer, event as ActionEventType)).toBe(ofTransfer)
  })
})
