import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { heldBy, standingAfter, stands } from './use-statement.ts'

const buy = { kind: 'place', asset: 'A', side: 'buy', reduceOnly: false }
const protection = { kind: 'worst', price: '0.4' } as const
const shares = { kind: 'outcome_order', asset: '#10', mode: { kind: 'market', protection } }
const action = (state: string, filled: string | null = null) =>
  ({ state, intent: buy, filled }) as unknown as ActionRecord
const fresh: ReturnType<typeof standingAfter> = { requestId: null, draft: '', left: false, wasHeld: false }

/** What is shown after these moments, each a draft and whether something is held. */
function shown(of: ActionRecord, ...moments: readonly (readonly [string, boolean | null])[]): boolean {
  let standing = fresh
  for (const [draft, held] of moments) standing = standingAfter(standing, { requestId: 'a', draft, held })
  return stands(of, standing, moments.at(-1)?.[1] ?? null)
}

describe('a sentence does not outlive its truth', () => {
  it('stands under the draft that it is about', () => {
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 700', false])).toBe(true)
    expect(shown(action('filled'), ['1 at 700', null], ['1 at 700', true])).toBe(true)
  })
  it('goes when another draft is begun, and does not come back with the old one', () => {
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 70', false])).toBe(false)
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 70', false], ['1 at 700', false])).toBe(false)
    expect(shown(action('resting'), ['1 at 700', false], ['2 at 700', false])).toBe(false)
  })
  it('goes when the market is handed over to another asset, but for what is still under way', () => {
    const before = JSON.stringify(['NYCTMP1', '1 at 700'])
    const after = JSON.stringify(['NYCTMP2', '1 at 700'])
    for (const state of ['filled', 'cancelled', 'expired', 'rejected', 'refused', 'resting']) {
      expect(shown(action(state, '1'), [before, false], [after, false])).toBe(false)
    }
    expect(shown(action('unknown'), [before, false], [after, false])).toBe(true)
  })
  it('stays while it is under way, whatever is typed', () => {
    for (const state of ['sent', 'unknown', 'prepared', 'partly_filled']) {
      expect(shown(action(state), ['1 at 700', false], ['2', false])).toBe(true)
    }
  })
  it('“filled” goes once what was bought is closed, settled or liquidated', () => {
    expect(shown(action('filled'), ['1', false], ['1', true], ['1', false])).toBe(false)
    expect(shown(action('cancelled', '0.5'), ['1', false], ['1', true], ['1', false])).toBe(false)
    expect(shown(action('cancelled', '0'), ['1', false], ['1', true], ['1', false])).toBe(true)
  })
  it('“filled” stays where it says what became of the position', () => {
    const gone = { ...fresh, requestId: 'a', wasHeld: true }
    expect(stands(action('filled'), gone, false, true)).toBe(true)
    expect(stands(action('filled'), { ...gone, left: true }, false, true)).toBe(false)
  })
  it('a position that was not read yet is no position that is gone', () => {
    expect(shown(action('filled'), ['1', false], ['1', false])).toBe(true)
    expect(shown(action('filled'), ['1', true], ['1', null])).toBe(true)
  })
  it('the next order begins a new one', () => {
    const left = standingAfter({ ...fresh, requestId: 'a', left: true }, { requestId: 'b', draft: '2', held: null })
    expect(left).toEqual({ requestId: 'b', draft: '2', left: false, wasHeld: false })
  })
  it.each([
    ['a buy', buy, 1],
    ['a sale', { ...buy, side: 'sell' }, -1],
    ['a prediction of DOWN', { kind: 'binary_predict', asset: 'B', direction: 'DOWN', protection }, -1],
    ['shares that are bought', { ...shares, side: 'buy' }, 1],
  ] as const)(
    '%s is held only as what it enters: not by what it reversed, nor once it is reversed',
    (_, intent, way) => {
      expect(heldBy(intent as never, way)).toBe(true)
      expect(heldBy(intent as never, way === 1 ? -1 : 1)).toBe(false)
      expect(heldBy(intent as never, 0)).toBe(false)
      expect(heldBy(intent as never, null)).toBeNull()
    },
  )
  it('what only leaves a position is never taken back by the position being gone', () => {
    for (const intent of [
      { ...buy, side: 'sell', reduceOnly: true },
      { ...shares, side: 'sell' },
      { kind: 'close', asset: 'A', position: 'long', protection },
    ]) {
      expect(heldBy(intent as never, 1)).toBe(false)
      expect(heldBy(intent as never, -1)).toBe(false)
    }
  })
})
