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

describe('the closed state', () => {
  it.each(['scalar', 'binary', 'outcome'])('is null for a %s market that takes orders', (family) =>
    expect(closedOf(of(family, {}), facts)).toBeNull(),
  )
  it('of a scalar market has the phase, the reason and the opening time of the next bucket', () =>
    expect(closedOf(of('scalar', { entry: nothing }), facts)).toEqual({
      title: 'Settling',
      reason: nothing.reason,
      again: { at: NOW + 60_000, isAfter: false },
    }))
  it('of one scalar asset has its own next opening, not that of another asset', () => {
    const pinned = (asset: string) => of('scalar', { entry: nothing, asset, ref: { family: 'scalar', asset } })
    expect(at(pinned('A2'))).toEqual({ at: NOW + 60_000, isAfter: false })
    expect(at(pinned('A1'))).toBeNull()
  })
  it('keeps a scalar ticket in place while reduce-only orders are taken', () =>
    expect(closedOf(of('scalar', { entry: reducing }), facts)).toBeNull())
  it('names no time in the past', () =>
    expect(at(of('scalar', { entry: nothing }), { ...facts, now: NOW + 60_000 })).toBeNull())
  it('of a binary market has its trading time, or the moment after which the next one trades', () => {
    expect(at(of('binary', { entry: wrongPhase, start: NOW + 5 }))).toEqual({ at: NOW + 5, isAfter: false })
    expect(at(of('binary', { entry: wrongPhase, start: NOW - 5, end: NOW + 5 }))).toEqual({
      at: NOW + 5,
      isAfter: true,
    })
    const pinned = of('binary', { entry: wrongPhase, end: NOW + 5, ref: { family: 'binary', asset: 'A1' } })
    expect(at(pinned)).toBeNull()
  })
  it('of a paused binary market names no time, as the service decides it', () =>
    expect(at(of('binary', { entry: reducing, start: NOW - 5, end: NOW + 5 }))).toBeNull())
  it('of a settling outcome market has the reason and no time', () =>
    expect(closedOf(of('outcome', { entry: nothing }), facts)).toMatchObject({ reason: nothing.reason, again: null }))
})
