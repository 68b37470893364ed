import { describe, expect, it } from 'vitest'
import type { EntryState } from '../../../contract/entry.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { ClosedFacts } from '../closed.ts'
import { closedOf } from './families.ts'

const NOW = 1_000_000
const nothing: EntryState = { takes: 'nothing', code: 'market_closed', reason: 'Settling: orders open again.' }
const reducing: EntryState = { takes: 'reducing', code: 'market_closed', reason: 'It is paused.' }
const wrongPhase: EntryState = { takes: 'reducing', code: 'binary_wrong_phase', reason: 'It is staging.' }
const of = (family: string, change: object): Instrument =>
  ({
    here: true,
    family,
    ref: { family, asset: family === 'binary' ? 'active' : 'live' },
    asset: 'A1',
    entry: { takes: 'everything' },
    phase: { word: 'settling', text: 'Settling' },
    start: null,
    end: null,
    ...change,
  }) as never
const facts: ClosedFacts = {
  next: { asset: 'A2', start: NOW + 60_000, end: NOW + 120_000, phaseText: null } as never,
  now: NOW,
}
const at = (instrument: Instrument, given = facts) => closedOf(instrument, given)?.again

describe('the state of a market that takes no orders', () => {
  it.each(['scalar', 'binary', 'outcome'])('is none of a %s market that takes them', (family) =>
    expect(closedOf(of(family, {}), facts)).toBeNull(),
  )
  it('of a scalar market says the phase, the reason and when the next bucket opens', () =>
    expect(closedOf(of('scalar', { entry: nothing }), facts)).toEqual({
      title: 'Settling',
      reason: nothing.reason,
      again: { at: NOW + 60_000, isAfter: false },
    }))
  it('of one scalar asset says its own next time, and no other one’s', () => {
    const pinned = (asset: string) => of('scalar', { entry: nothing, asset, ref: { family: 'scalar', asset } })
    expect(at(pinned('A2'))).toEqual({ at: NOW + 60_000, isAfter: false })
    expect(at(pinned('A1'))).toBeNull()
  })
  it('leaves a scalar ticket in place where reduce-only orders are taken', () =>
    expect(closedOf(of('scalar', { entry: reducing }), facts)).toBeNull())
  it('names no time that has passed', () =>
    expect(at(of('scalar', { entry: nothing }), { ...facts, now: NOW + 60_000 })).toBeNull())
  it('of a binary market says when it trades, or after which moment the next one does', () => {
    expect(at(of('binary', { entry: wrongPhase, start: NOW + 5 }))).toEqual({ at: NOW + 5, isAfter: false })
    expect(at(of('binary', { entry: wrongPhase, start: NOW - 5, end: NOW + 5 }))).toEqual({
      at: NOW + 5,
      isAfter: true,
    })
    const pinned = of('binary', { entry: wrongPhase, end: NOW + 5, ref: { family: 'binary', asset: 'A1' } })
    expect(at(pinned)).toBeNull()
  })
  it('of a binary market that is paused names no time: the service says when', () =>
    expect(at(of('binary', { entry: reducing, start: NOW - 5, end: NOW + 5 }))).toBeNull())
  it('of an outcome market that settles says why, and no time', () =>
    expect(closedOf(of('outcome', { entry: nothing }), facts)).toMatchObject({ reason: nothing.reason, again: null }))
})
