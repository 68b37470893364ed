import { describe, expect, it } from 'vitest'
import type { Instrument } from '../contract/instrument.ts'
import { isStillOf } from './price-menu.tsx'

const of = (key: string, asset: string | null) => ({ key, asset }) as Pick<Instrument, 'key' | 'asset'>
const own = of('scalar/NYC', 'NYCTMP1')
const opened = { instrument: own, drawn: own }

describe('an open menu at a price', () => {
  it('stays while its market is shown, even when it is republished', () =>
    expect(isStillOf(opened, { instrument: { ...own }, drawn: { ...own } })).toBe(true))
  it.each([
    ['another market', of('scalar/CHI', 'CHITMP1')],
    ['the next asset of its series', of('scalar/NYC', 'NYCTMP2')],
    ['no asset', of('scalar/NYC', null)],
  ])('closes with %s', (_, next) => {
    expect(isStillOf(opened, { instrument: next, drawn: next })).toBe(false)
    expect(isStillOf(opened, { instrument: own, drawn: next })).toBe(false)
    expect(isStillOf(opened, { instrument: next, drawn: own })).toBe(false)
  })
})
