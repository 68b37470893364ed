import { describe, expect, it } from 'vitest'
import type { Decimal } from '../../../contract/decimal.ts'
import { DEFAULT_SIZES } from '../../../contract/size-presets.ts'
import { chosenAt, presetFrom } from './ladder-tools.tsx'

describe('the size of a click', () => {
  it('is the chosen one, wherever it now is in the list', () => {
    const [least, ...others] = DEFAULT_SIZES.scalar
    const ten = presetFrom({ by: 'contracts', amount: '10' })
    expect(chosenAt(DEFAULT_SIZES.scalar, ten)).toBe(2)
    expect(chosenAt(others, ten)).toBe(1)
    expect(chosenAt([...others.filter(({ amount }) => amount !== '10')], ten)).toBe(0)
    expect(chosenAt(DEFAULT_SIZES.scalar, null)).toBe(0)
    expect(least).toEqual({ by: 'contracts', amount: '1' as Decimal })
  })

  it.each([
    [null, null],
    ['50', null],
    [{ sizes: ['10'], at: 0 }, null],
    [{ by: 'lots', amount: '10' }, null],
    [{ by: 'contracts', amount: '1e3' }, null],
    [{ by: 'risk', amount: '20' }, null],
    [
      { by: 'risk', amount: '20', stop: '0.5' },
      { by: 'risk', amount: '20', stop: '0.5' },
    ],
  ])('that was saved is read, or is null: %j', (kept, preset) => {
    expect(presetFrom(kept)).toEqual(preset)
  })
})
