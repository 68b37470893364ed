import { describe, expect, it } from 'vitest'
import type { AlgoView } from '../../contract/algo.ts'
import { goesOnButton, goesOnWords, leftWords, progressWords, stateWords } from './algo-words.ts'

const slices = (more: Partial<AlgoView> = {}) =>
  ({
    ...{ side: 'buy', state: 'working', waits: null, message: null, nextAt: null, goesOn: null, average: null },
    ...{ placed: 2, filled: '4.0000', total: '10' },
    terms: { kind: 'slices', total: '10', slices: 5, every: 20, worst: '537.60', how: 'cross', requotes: 0 },
    ...more,
  }) as unknown as AlgoView
const scale = (goesOn: unknown, more: Partial<AlgoView> = {}) =>
  slices({ terms: { kind: 'scale', tif: 'GTC', orders: [{}, {}, {}] } as never, goesOn: goesOn as never, ...more })

describe('a parent order in words', () => {
  it('says how far it is, at what price on average, what is left and what bounds it', () => {
    expect(progressWords(slices({ average: '537.5500' as never }))).toBe('slice 2 of 5, filled 4 of 10 at 537.55')
    expect(progressWords(scale(null))).toBe('placed 2 of 3, filled 4 of 10')
    expect(leftWords(slices())).toBe('6 · ≤ 537.60')
    expect(leftWords(slices({ side: 'sell' }))).toBe('6 · ≥ 537.60')
    expect(leftWords(scale(null))).toBe('6')
    expect(leftWords(slices({ state: 'done' }))).toBe('')
  })

  it('says when the next slice is due, unless it waits or has something to say', () => {
    const nextAt = Date.UTC(2026, 2, 4, 13, 10, 46) as never
    expect(stateWords(slices({ nextAt }))).toMatch(/^at work, next \d\d:10:46$/)
    expect(stateWords(slices({ nextAt, waits: 'Prices are old.' }))).toBe('waits: Prices are old.')
    expect(stateWords(slices())).toBe('at work')
  })

  it('says what going on places or sends, and the button says how much of it', () => {
    const left = [
      { price: '537.20', size: '1.5000' },
      { price: '537.10', size: '2' },
    ]
    const two = scale(left, { state: 'paused' })
    expect([goesOnWords(two), goesOnButton(two)]).toEqual([
      'It places at most: buy 1.5 @ 537.20, 2 @ 537.10, 3.5 in all.',
      'Place 2 orders',
    ])
    const none = scale([], { state: 'paused' })
    expect([goesOnWords(none), goesOnButton(none)]).toEqual([
      'It places nothing more: every order of it was placed.',
      'Go on',
    ])
    const three = slices({ state: 'paused' })
    expect([goesOnWords(three), goesOnButton(three)]).toEqual([
      'It sends 3 slices, one every 20 s: buy at most 6, at most 537.60.',
      'Send 3 slices',
    ])
    const over = slices({ state: 'paused', placed: 5 })
    expect([goesOnWords(over), goesOnButton(over)]).toEqual([
      'No slice is left: it looks what became of its orders, and ends.',
      'Go on',
    ])
  })
})
