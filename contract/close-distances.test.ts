import { describe, expect, it } from 'vitest'
import { closeDistancesOf } from './close-distances.ts'
import { loosenedSettings } from './settings-loosened.ts'
import { DEFAULT_SETTINGS } from './settings-table.ts'

describe('how far closes may go', () => {
  it('is what it was before it could be set, until it is', () => {
    expect(closeDistancesOf(DEFAULT_SETTINGS)).toEqual({
      scalar: { distance: '0.10', bound: '1' },
      binary: { distance: '0.02', bound: '0.05' },
      outcome: { distance: '0.02', bound: '0.05' },
    })
  })
  it('is set for each family, and begins at its bound where that is nearer', () => {
    const chosen = {
      ...DEFAULT_SETTINGS,
      closeShareCents: '10',
      closeShareCentsBound: '5',
      closeDegreesBound: '0.25',
    } as const
    expect(closeDistancesOf(chosen)).toMatchObject({
      scalar: { distance: '0.10', bound: '0.25' },
      binary: { distance: '0.02', bound: '0.05' },
      outcome: { distance: '0.05', bound: '0.05' },
    })
  })
  it('asks where it is set further, and not where it is set nearer', () => {
    expect(loosenedSettings(DEFAULT_SETTINGS, { closeDegreesBound: '5', closeBinaryCents: '5' })).toEqual([
      'Closes of temperature positions at most, °F: Widen to 1 °F → Widen to 5 °F',
      'Closes of binary contracts at first, cents: Close 2 cents from the price → Close 5 cents from the price',
    ])
    expect(loosenedSettings(DEFAULT_SETTINGS, { closeDegreesBound: '0.5', closeShareCents: '1' })).toEqual([])
  })
})
