import { describe, expect, it } from 'vitest'
import { worstCaseWords } from './worst-case-words.ts'

const words = (loss: string | null, limit: string | null, why: string | null = null) => {
  const { figure, of, tone, explanation } = worstCaseWords({ loss: loss as never, limit: limit as never, why })
  return `${figure} of ${of} ${tone}: ${explanation.split('.')[0]}`
}

describe('the worst case in the status bar', () => {
  it.each([
    ['0', null, '0 of null calm: What could be lost'],
    ['1234.01', null, '1,235 of null calm: What could be lost'],
    ['1599.99', '2000', '1,600 of 2,000 calm: What could be lost'],
    ['1600', '2000', '1,600 of 2,000 warn: Near your limit'],
    ['1999.99', '2000', '2,000 of 2,000 warn: Near your limit'],
    ['2000', '2000', '2,000 of 2,000 bad: At your limit'],
    ['2000.01', '2000', '2,001 of 2,000 bad: Beyond your limit'],
  ])('of %s with a limit of %s', (loss, limit, start) => {
    expect(words(loss, limit).startsWith(start)).toBe(true)
  })

  it('that is not known says so, and what follows from it', () => {
    expect(words(null, '2000', 'Not known: no price of NYCTMP1')).toBe(
      '— of 2,000 calm: Not known: no price of NYCTMP1 What adds exposure is refused until it is known',
    )
    expect(words(null, null)).toBe('— of null calm: Not known yet')
  })
})
