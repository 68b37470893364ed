import { describe, expect, it } from 'vitest'
import type { Decimal } from '../../../contract/decimal.ts'
import type { LadderSizes } from '../../markets/ladder/index.ts'
import { chosenFrom, sizesOf, typedSizes } from './sizes.ts'
import { leftOf } from './use-one-click.ts'

const sizes: LadderSizes = { unit: 'contracts', presets: ['10' as Decimal, '50' as Decimal], places: 2 }

describe('the sizes of the ladder', () => {
  it('are those of the family until the trader sets others', () => {
    expect(sizesOf(chosenFrom(undefined), sizes)).toEqual({ all: ['10', '50'], at: 0 })
    expect(sizesOf(chosenFrom({ sizes: ['3', '7'], at: 1 }), sizes)).toEqual({ all: ['3', '7'], at: 1 })
  })
  it.each([[null], [7], ['10'], [{}], [{ sizes: 'all', at: 'x' }], [{ sizes: [0, '-1', 'ten', null], at: -1 }]])(
    'are the defaults where what was kept is %j',
    (kept) => {
      expect(sizesOf(chosenFrom(kept), sizes)).toEqual({ all: ['10', '50'], at: 0 })
    },
  )
  it('are at most as many as there are keys, and one of them is chosen', () => {
    const many = { sizes: Array.from({ length: 20 }, (_, at) => `${at + 1}`), at: 8 }
    expect(sizesOf(chosenFrom(many), sizes).all).toHaveLength(9)
    expect(sizesOf(chosenFrom({ sizes: ['3'], at: 8 }), sizes).at).toBe(0)
  })
  it('are the same object for the same thing that was kept, so that nothing renders for it', () => {
    const kept = { sizes: ['3'], at: 0 }
    expect(chosenFrom(kept)).toBe(chosenFrom(kept))
  })
  it.each([
    ['10 2.50  7', ['10', '2.5', '7']],
    ['', /one size at least, in contracts/],
    ['1 2 3 4 5 6 7 8 9 10', /At most 9/],
    ['10, 20', /“10,” is not a number/],
    ['0', /greater than 0/],
    ['1.234', /at most 2 decimals/],
  ])('typed as “%s” they are %s', (text, expected) => {
    const typed = typedSizes(text, sizes)
    if (Array.isArray(expected)) expect(typed).toEqual({ sizes: expected })
    else expect(typed).toEqual({ issue: expect.stringMatching(expected as RegExp) })
  })
})

describe('an armed one-click', () => {
  it.each([
    [600_000, 0, 1, '10 min'],
    [600_000, 541_000, 59 / 600, '59 s'],
    [600_000, 480_500, 119.5 / 600, '2 min'],
    [600_000, 900_000, 0, '0 s'],
  ])('of %i ms says after %i ms how much is left of it', (armedFor, gone, share, words) => {
    const left = leftOf({ armedUntil: 1_000_000 + armedFor, armedFor }, 1_000_000 + gone)
    expect(left.share).toBeCloseTo(share)
    expect(left.words).toBe(words)
  })
})
