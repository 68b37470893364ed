import { describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import { throughBest } from './walk-book.ts'

const scalar = { family: 'scalar', prices: { bid: price('553.40'), ask: price('554.20') }, most: '1' } as const
const shares = { family: 'outcome', prices: { bid: price('0.40'), ask: price('0.42') }, most: '10' } as const

describe('a limit price through the best price', () => {
  it.each([
    ['buy', '560.10', '5.90 °F through the ask', true],
    ['buy', '555.20', '1.00 °F through the ask', false],
    ['buy', '555.21', '1.01 °F through the ask', true],
    ['sell', '553.00', '0.40 °F through the bid', false],
    ['sell', '500', '53.40 °F through the bid', true],
  ] as const)('%s at %s: %s', (side, at, text, isFar) => {
    const through = throughBest(side, price(at), scalar)
    expect(through?.text).toBe(text)
    expect(through?.isFar).toBe(isFar)
  })
  it('has no message for a resting one, nor for an empty side', () => {
    expect(throughBest('buy', price('554.20'), scalar)).toBeNull()
    expect(throughBest('sell', price('554.20'), scalar)).toBeNull()
    expect(throughBest('buy', null, scalar)).toBeNull()
    expect(throughBest('buy', price('600'), { ...scalar, prices: { bid: null, ask: null } })).toBeNull()
  })
  it('of shares is in cents', () => {
    expect(throughBest('buy', price('0.55'), shares)).toMatchObject({
      text: '13 ¢ through the ask',
      crosses: 'Buy crosses by 13 ¢',
      isFar: true,
    })
    expect(throughBest('buy', price('0.52'), shares)).toMatchObject({ text: '10 ¢ through the ask', isFar: false })
  })
})
