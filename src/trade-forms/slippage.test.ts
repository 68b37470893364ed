import { describe, expect, it } from 'vitest'
import { slippageOf } from './slippage.ts'

describe('a slippage as typed', () => {
  it('is above 0 and at most 20 %', () => {
    expect(slippageOf('0.5')).toEqual({ percent: '0.5' })
    expect(slippageOf('20')).toEqual({ percent: '20' })
    for (const [text, words] of [
      ['', /missing/],
      ['x', /not a number/],
      ['0', /greater than 0/],
      ['-1', /greater than 0/],
      ['20.01', /at most 20/],
    ] as const) {
      expect(slippageOf(text)).toHaveProperty('issue', expect.stringMatching(words))
    }
  })
})
