import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { released, type Seen } from './press.ts'

const seen: Seen = { price: price('571.80'), side: 'buy', asset: 'NYCTMP1', tick: price('0.01') }

describe('a press in a row', () => {
  it('counts where it is let go over the price that was seen when it went down', () => {
    expect(released(seen, { ...seen })).toEqual({ counts: true, seen })
  })
  it.each([
    ['another price', { ...seen, price: price('571.81') }],
    ['the other side', { ...seen, side: 'sell' as const }],
    ['nothing', null],
  ])('traders B9: let go over %s it sends nothing, and there is nothing to say', (_what, up) => {
    expect(released(seen, up)).toEqual({ counts: false, words: null })
  })
  it('traders B9: another market under the press cancels it and says so, be its price the same', () => {
    const release = released(seen, { ...seen, asset: 'NYCTMP2' })
    expect(release).toEqual({
      counts: false,
      words: 'Nothing was sent: the market went from NYCTMP1 to NYCTMP2 under the press.',
    })
  })
  it('traders B9: another tick under the press cancels it and says so', () => {
    expect(released(seen, { ...seen, tick: price('0.02') })).toEqual({
      counts: false,
      words: 'Nothing was sent: the tick went from 0.01 to 0.02 under the press.',
    })
  })
  it('that began nowhere is none', () => {
    expect(released(null, seen)).toEqual({ counts: false, words: null })
  })
})
