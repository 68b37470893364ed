import { describe, expect, it } from 'vitest'
import type { StoredAction } from '../../storage/index.ts'
import { OUTCOMES, outcomeOf, type ShownOf } from './outcome-table.ts'
import type { ProofOfAbsence } from './proof-of-absence.ts'

type Effect = keyof ShownOf

type Proof = 'now' | 'agreed' | 'expired' | 'word'

/** Proof of one kind and no other; requests are counted. */
function proving(proof: Proof | null): { absence: ProofOfAbsence; counted: string[] } {
  const counted: string[] = []
  const count = (kind: Proof) => (): boolean => {
    counted.push(kind)
    return proof === kind
  }
  const counters = { countAgreed: count('agreed'), countAbsent: count('expired'), countWord: count('word') }
  return { absence: counters as unknown as ProofOfAbsence, counted }
}

const actionIn = (state: string): StoredAction =>
  ({ state, oid: '7', cloid: null, steps: [{ detail: 'said before' }] }) as unknown as StoredAction
const message = { confirmed: 'c', cancelled: 'x', never_arrived: 'n', not_applied: 'a', still_open: 's', noted: 'o' }

/** Each row: effect, what reads show, state, the result and its proof. Null: no result, regardless of the proof. */
const ROWS: readonly (readonly [effect: Effect, shown: string, state: string, follows: string | null, proof: Proof])[] =
  [
    ['order', 'absent', 'unknown', 'never_arrived', 'expired'],
    ['order', 'absent', 'acknowledged', 'rejected not_applied', 'expired'],
    ['order', 'absent', 'resting', null, 'now'],
    ['order', 'absent', 'partly_filled', null, 'now'],
    ['order', 'gone_in_part', 'unknown', 'cancelled', 'agreed'],
    ['order', 'gone_in_part', 'acknowledged', 'cancelled', 'agreed'],
    ['order', 'gone_in_part', 'partly_filled', 'cancelled', 'agreed'],
    ['order', 'odd_word', 'unknown', 'cancelled', 'word'],
    ['order', 'odd_word', 'acknowledged', 'cancelled', 'word'],
    ['order', 'odd_word', 'resting', 'cancelled', 'word'],
    ['cancel', 'still_open', 'unknown', 'never_arrived', 'expired'],
    ['cancel', 'still_open', 'acknowledged', 'rejected still_open', 'expired'],
    ['cancel', 'still_open', 'resting', null, 'now'],
    ['cancel', 'gone', 'unknown', 'confirmed', 'expired'],
    ['cancel', 'gone', 'acknowledged', 'confirmed', 'agreed'],
    ['cancel', 'gone', 'resting', null, 'now'],
    ['leverage', 'shown', 'unknown', 'confirmed', 'now'],
    ['leverage', 'shown', 'acknowledged', 'confirmed', 'now'],
    ['leverage', 'shown', 'resting', null, 'now'],
    ['leverage', 'no_position', 'unknown', 'never_arrived', 'expired'],
    ['leverage', 'no_position', 'acknowledged', 'confirmed', 'now'],
    ['leverage', 'no_position', 'resting', null, 'now'],
    ['leverage', 'other', 'unknown', 'never_arrived', 'expired'],
    ['leverage', 'other', 'acknowledged', 'rejected not_applied', 'expired'],
    ['leverage', 'other', 'resting', null, 'now'],
    ['repeatable', 'nothing', 'unknown', 'never_arrived', 'now'],
    ['repeatable', 'nothing', 'acknowledged', 'confirmed', 'now'],
    ['repeatable', 'nothing', 'resting', null, 'now'],
    ['transfer', 'moved', 'unknown', 'confirmed', 'now'],
    ['transfer', 'moved', 'acknowledged', 'confirmed', 'now'],
    ['transfer', 'moved', 'resting', null, 'now'],
    ['transfer', 'unchanged', 'unknown', 'never_arrived', 'expired'],
    ['transfer', 'unchanged', 'acknowledged', 'rejected not_applied', 'expired'],
    ['transfer', 'unchanged', 'resting', null, 'now'],
    ['transfer', 'unclear', 'unknown', 'noted', 'now'],
    ['transfer', 'unclear', 'acknowledged', 'confirmed', 'now'],
    ['transfer', 'unclear', 'resting', null, 'now'],
    ['convert', 'listed', 'unknown', 'confirmed', 'now'],
    ['convert', 'listed', 'acknowledged', 'confirmed', 'now'],
    ['convert', 'listed', 'resting', null, 'now'],
    ['convert', 'absent', 'unknown', 'never_arrived', 'expired'],
    ['convert', 'absent', 'acknowledged', 'rejected not_applied', 'expired'],
    ['convert', 'absent', 'resting', null, 'now'],
    ['convert', 'no_history', 'unknown', 'noted', 'now'],
    ['convert', 'no_history', 'acknowledged', 'confirmed', 'now'],
    ['convert', 'no_history', 'resting', null, 'now'],
  ]

describe('the result of an action, by its state and what the reads show', () => {
  it.each(ROWS)('%s, %s, %s: %s, proven by %s', (effect, shown, state, follows, proof) => {
    const take = (absence: ProofOfAbsence) =>
      outcomeOf(
        actionIn(state),
        effect,
        shown as ShownOf[Effect] as never,
        { text: message, began: 1 as never },
        absence,
      )
    const [proven, unproven] = [proving(proof), proving(null)]
    const event = take(proven.absence)
    const code = event?.type === 'rejected' ? ` ${event.refusal.code}` : ''
    expect(event === null ? null : `${event.type}${code}`).toBe(follows)
    expect(proven.counted).toEqual(proof === 'now' ? [] : [proof])
    if (proof !== 'now') expect(take(unproven.absence)).toBeNull()
  })

  it('has a row here for each of its own', () => {
    const shown = Object.entries(OUTCOMES).flatMap(([effect, rows]) =>
      Object.keys(rows).map((one) => `${effect} ${one}`),
    )
    expect(new Set(ROWS.map(([effect, one]) => `${effect} ${one}`))).toEqual(new Set(shown))
    for (const one of shown) {
      const states = ROWS.filter(([effect, of]) => `${effect} ${of}` === one).map(([, , state]) => state)
      expect(states).toEqual(expect.arrayContaining(['unknown', 'acknowledged']))
    }
  })

  it('is noted once when it cannot be decided', () => {
    const about = { text: { noted: 'said before' }, began: 1 as never }
    expect(outcomeOf(actionIn('unknown'), 'convert', 'no_history', about, proving(null).absence)).toBeNull()
  })

  it('restores the code of a note once if another replaced it: a transfer waits for the trader by it', () => {
    const about = { text: { noted: 'said before' }, began: 1 as never, code: 'transfer_unclear' } as const
    const noted = (action: StoredAction) => outcomeOf(action, 'transfer', 'unclear', about, proving(null).absence)
    expect(noted({ ...actionIn('unknown'), code: 'internal' })).toEqual({
      type: 'noted',
      detail: 'said before',
      code: 'transfer_unclear',
    })
    expect(noted({ ...actionIn('unknown'), code: 'transfer_unclear' })).toBeNull()
  })

  it('ends an order as it was last seen', () => {
    const seen = { oid: '8', cloid: null, filled: '2' as never, word: 'odd' }
    const about = { text: message, began: 1 as never, seen }
    expect(outcomeOf(actionIn('resting'), 'order', 'odd_word', about, proving('word').absence)).toEqual({
      type: 'cancelled',
      oid: '8',
      cloid: null,
      filled: '2',
      detail: 'x',
    })
  })
})
