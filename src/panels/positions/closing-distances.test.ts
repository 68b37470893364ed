import { describe, expect, it } from 'vitest'
import { closeDistancesOf } from '../../../contract/protection.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { closingDistances } from './position-lines.ts'

const set = closeDistancesOf({ ...DEFAULT_SETTINGS, closeShareCents: '1', closeShareCentsBound: '10' })

describe('the close distances of a panel', () => {
  it('come from the settings for each family, until changed in the panel', () => {
    expect(closingDistances({}, set)).toEqual({
      scalar: { distance: '0.10', bound: '1' },
      binary: { distance: '0.02', bound: '0.05' },
      outcome: { distance: '0.01', bound: '0.1' },
    })
    expect(closingDistances({ closeBound: '5', closeCentsFirst: '5' }, set)).toMatchObject({
      scalar: { distance: '0.10', bound: '5' },
      binary: { distance: '0.05', bound: '0.05' },
      outcome: { distance: '0.05', bound: '0.1' },
    })
  })
})
