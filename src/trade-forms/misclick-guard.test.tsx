import { describe, expect, it } from 'vitest'
import { isHandedOver, shownAfter } from './misclick-guard.tsx'

type Shown = ReturnType<typeof shownAfter>

const NOTHING_SHOWN: Shown = { what: null, isKnown: true }
const after = (...whats: readonly (string | null)[]): Shown => whats.reduce(shownAfter, NOTHING_SHOWN)
const known = (what: string): Shown => ({ what, isKnown: true })

describe('a form whose market was replaced', () => {
  it('sends at once where nothing was shown before', () => {
    expect(isHandedOver(NOTHING_SHOWN, '#10 open')).toBe(false)
    expect(isHandedOver(after('#10 open'), '#10 open')).toBe(false)
  })
  it.each([
    ['another outcome', '#20 open'],
    ['a market of another family', 'NYCTMP1 open'],
    ['the same market that takes orders again', '#10 open'],
  ])('ignores clicks in the first frame of %s', (_, next) => {
    const before = next === '#10 open' ? '#10 closed' : '#10 open'
    expect(isHandedOver(known(before), next)).toBe(true)
    expect(isHandedOver(shownAfter(known(before), next), next)).toBe(true)
  })
  it('ignores clicks when nothing was shown in between', () =>
    expect(isHandedOver(shownAfter(known('#10 open'), null), '#20 open')).toBe(true))
  it('ignores clicks when the market returns before the other one was settled', () =>
    expect(isHandedOver(shownAfter(known('#10 open'), '#20 open'), '#10 open')).toBe(true))
})
