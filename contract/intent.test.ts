import { describe, expect, it } from 'vitest'
import { calls } from './ipc.ts'

const intent = {
  kind: 'close',
  asset: 'NYCTMP1',
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const shown = { average: '571.25', worst: null, fee: null, mark: '571.00', mid: null, bookAge: 120 }
const read = (more: object) =>
  calls.submit.input.parse({ requestId: '00000000-0000-4000-8000-000000000001', intent, ...more })

describe('figures shown with an order', () => {
  it('are submitted with it', () => {
    expect(read({ shown }).shown).toEqual(shown)
    expect(read({}).shown).toBeUndefined()
  })

  it.each([
    ['a figure with many digits', { mark: `571.${'3'.repeat(80)}` }, { mark: null }],
    ['an exponent', { average: '5.7e2' }, { average: null }],
    ['text that is not a number', { average: 'NaN' }, { average: null }],
    ['a number instead of text', { average: 571.25 }, { average: null }],
    ['a missing figure', { average: undefined }, { average: null }],
    ['a negative age, from differing clocks', { bookAge: -40 }, { bookAge: null }],
    ['a NaN age', { bookAge: Number.NaN }, { bookAge: null }],
    ['an infinite age', { bookAge: Number.POSITIVE_INFINITY }, { bookAge: null }],
    ['a fractional age in ms', { bookAge: 0.5 }, { bookAge: null }],
  ])('never refuse it: %s is dropped', (_, wrong, left) => {
    expect(read({ shown: { ...shown, ...wrong } }).shown).toEqual({ ...shown, ...left })
  })

  it.each([['text'], [null], [[]], [7], [{ ...shown, more: '1' }]])(
    'never refuse it: %j is dropped entirely',
    (wrong) => {
      const taken = read({ shown: wrong })
      expect(taken.shown).toBeUndefined()
      expect(taken.intent).toEqual(intent)
    },
  )
})
