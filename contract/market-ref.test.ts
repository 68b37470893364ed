import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIVE, follows, LIVE, type MarketRef, parseRefText, refText, sameRef } from './market-ref.ts'

const asset = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' })
const anyRef: fc.Arbitrary<MarketRef> = fc.oneof(
  fc.record({ family: fc.constant('scalar' as const), asset }),
  fc.record({ family: fc.constant('binary' as const), asset }),
  fc.record({ family: fc.constant('outcome' as const), outcomeId: fc.nat(), side: fc.nat(20) }),
)

describe('market refs', () => {
  it('round-trip through their text', () => {
    fc.assert(
      fc.property(anyRef, (ref) => {
        expect(parseRefText(refText(ref))).toEqual(ref)
      }),
    )
  })

  it('are equal exactly when their texts are equal', () => {
    fc.assert(
      fc.property(anyRef, anyRef, (a, b) => {
        expect(sameRef(a, b)).toBe(refText(a) === refText(b))
        expect(sameRef(a, { ...a })).toBe(true)
      }),
    )
    expect(sameRef(null, null)).toBe(true)
    expect(sameRef(LIVE, null)).toBe(false)
  })

  it('follow the live market, or always name the same market', () => {
    expect(follows(LIVE)).toBe(true)
    expect(follows(ACTIVE)).toBe(true)
    expect(follows({ family: 'scalar', asset: 'NYCTMP1' })).toBe(false)
    expect(follows({ family: 'scalar', asset: 'active' })).toBe(false)
    expect(follows({ family: 'outcome', outcomeId: 3601, side: 0 })).toBe(false)
  })

  it.each([
    '',
    'scalar',
    'scalar/',
    'scalar/A/B',
    'scalar/%E0%A4%A',
    'scalar/%41',
    `scalar/${'A'.repeat(41)}`,
    'future/A',
    'outcome/3601',
    'outcome/3601/0/1',
    'outcome/03601/0',
    'outcome/-1/0',
    'outcome/3601/x',
    'outcome/9007199254740993/0',
  ])('reject invalid text: %j', (text) => {
    expect(parseRefText(text)).toBeNull()
  })
})
