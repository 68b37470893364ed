import { describe, expect, it } from 'vitest'
import { keysAfter } from './trading-keys.tsx'

describe('armed trading keys', () => {
  const armed = (was: string | null, acting: string | null | undefined) => keysAfter(was, { isArmed: true, acting })

  it('are armed for the market in use, as soon as it is known', () => {
    expect(armed(null, null)).toEqual({ asset: null, ends: false })
    expect(armed(null, 'NYCTMP1')).toEqual({ asset: 'NYCTMP1', ends: false })
    expect(armed('NYCTMP1', 'NYCTMP1')).toEqual({ asset: 'NYCTMP1', ends: false })
  })
  it.each([
    ['another panel is used', 'GBETA'],
    ['the live market rolled over to the next asset', 'NYCTMP2'],
  ])('are disarmed where %s', (_what, acting) => {
    expect(armed('NYCTMP1', acting)).toEqual({ asset: 'NYCTMP1', ends: true })
  })
  it('stay armed while a market is being read, or in a panel that shows none, and are disarmed in the next market', () => {
    for (const acting of [null, undefined]) expect(armed('NYCTMP1', acting)).toEqual({ asset: 'NYCTMP1', ends: false })
    expect(armed('NYCTMP1', 'NYCTMP2').ends).toBe(true)
  })
  it('can be armed again for the market then in use', () => {
    expect(keysAfter('NYCTMP1', { isArmed: false, acting: 'NYCTMP2' })).toEqual({ asset: null, ends: false })
    expect(armed(null, 'NYCTMP2')).toEqual({ asset: 'NYCTMP2', ends: false })
  })
})
