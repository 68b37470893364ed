import { describe, expect, it } from 'vitest'
import { fahrenheit, price } from '../../../contract/decimal.ts'
import { targetAgainst } from './ladder.ts'

describe('a target that contradicts the side', () => {
  it.each([
    ['long', '40', '553.05', 'Long loses at 40\u00a0°F'],
    ['short', '60', '553.05', 'Short loses at 60\u00a0°F'],
    ['long', '60', '553.05', null],
    ['short', '40', '553.05', null],
    ['long', '53.05', '553.05', null],
    ['short', '53.05', '553.05', null],
    ['long', '-5', '495.5', 'Long loses at −5\u00a0°F'],
  ] as const)('%s to %s from %s', (direction, target, mark, text) =>
    expect(targetAgainst(direction, fahrenheit(target), price(mark))).toBe(text),
  )
  it('is no issue while the target or the mark is unknown', () => {
    expect(targetAgainst('long', null, price('553'))).toBeNull()
    expect(targetAgainst('long', fahrenheit('40'), null)).toBeNull()
  })
})
