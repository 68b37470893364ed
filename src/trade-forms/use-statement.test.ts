import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { heldBy, isShown, statementAfter } from './use-statement.ts'

const buy = { kind: 'place', asset: 'A', side: 'buy', reduceOnly: false }
const protection = { kind: 'worst', price: '0.4' } as const
const shares = { kind: 'outcome_order', asset: '#10', mode: { kind: 'market', protection } }
const action = (state: string, filled: string | null = null) =>
  ({ state, intent: buy, filled }) as unknown as ActionRecord
const fresh: ReturnType<typeof statementAfter> = { requestId: null, draft: '', left: false, wasHeld: false }

/** Whether it is shown after these moments, each a draft and whether a position is held. */
function shown(of: ActionRecord, ...moments: readonly (readonly [string, boolean | null])[]): boolean {
  let standing = fresh
  for (const [draft, held] of moments) standing = statementAfter(standing, { requestId: 'a', draft, held })
  return isShown(of, standing, moments.at(-1)?.[1] ?? null)
}

describe('a statement about the last order', () => {
  it('is shown under the draft that it concerns', () => {
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 700', false])).toBe(true)
    expect(shown(action('filled'), ['1 at 700', null], ['1 at 700', true])).toBe(true)
  })
  it('disappears with another draft, and does not return with the old one', () => {
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 70', false])).toBe(false)
    expect(shown(action('refused'), ['1 at 700', false], ['1 at 70', false], ['1 at 700', false])).toBe(false)
    expect(shown(action('resting'), ['1 at 700', false], ['2 at 700', false])).toBe(false)
  })
  it('disappears when the market rolls over to another asset, unless it is still pending', () => {
    const before = JSON.stringify(['NYCTMP1', '1 at 700'])
    const after = JSON.stringify(['NYCTMP2', '1 at 700'])
    for (const state of ['filled', 'cancelled', 'expired', 'rejected', 'refused', 'resting']) {
      expect(shown(action(state, '1'), [before, false], [after, false])).toBe(false)
    }
    expect(shown(action('unknown'), [before, false], [after, false])).toBe(true)
  })
  it('stays while it is pending, regardless of what is typed', () => {
    for (const state of ['sent', 'unknown', 'prepared', 'partly_filled']) {
      expect(shown(action(state), ['1 at 700', false], ['2', false])).toBe(true)
    }
  })
  it('that is “filled” disappears once the position is closed, settled or liquidated', () => {
    expect(shown(action('filled'), ['1', false], ['1', true], ['1', false])).toBe(false)
    expect(shown(action('cancelled', '0.5'), ['1', false], ['1', true], ['1', false])).toBe(false)
    expect(shown(action('cancelled', '0'), ['1', false], ['1', true], ['1', false])).toBe(true)
  })
  it('that is “filled” stays where it includes the position’s end', () => {
    const gone = { ...fresh, requestId: 'a', wasHeld: true }
    expect(isShown(action('filled'), gone, false, true)).toBe(true)
    expect(isShown(action('filled'), { ...gone, left: true }, false, true)).toBe(false)
  })
  it('does not take an unread position for a closed one', () => {
    expect(shown(action('filled'), ['1', false], ['1', false])).toBe(true)
    expect(shown(action('filled'), ['1', true], ['1', null])).toBe(true)
  })
  it('is replaced by that of the next order', () => {
    const left = statementAfter({ ...fresh, requestId: 'a', left: true }, { requestId: 'b', draft: '2', held: null })
    expect(left).toEqual({ requestId: 'b', draft: '2', left: false, wasHeld: false })
  })
  it.each([
    ['a buy', buy, 1],
    ['a sale', { ...buy, side: 'sell' }, -1],
    ['a prediction of DOWN', { kind: 'binary_predict', asset: 'B', direction: 'DOWN', protection }, -1],
    ['shares that are bought', { ...shares, side: 'buy' }, 1],
  ] as const)(
    'counts the position of %s only as the side it enters: not what it reversed, nor once it is reversed',
    (_, intent, way) => {
      expect(heldBy(intent as never, way)).toBe(true)
      expect(heldBy(intent as never, way === 1 ? -1 : 1)).toBe(false)
      expect(heldBy(intent as never, 0)).toBe(false)
      expect(heldBy(intent as never, null)).toBeNull()
    },
  )
  it('of an order that only reduces is never removed because the position is gone', () => {
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
