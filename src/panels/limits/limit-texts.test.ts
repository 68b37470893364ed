import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { limitsOf, textsOf } from './limits-panel.tsx'

describe('the limits form', () => {
  it('reads the same limits back from their texts', () => {
    expect(limitsOf(textsOf(DEFAULT_LIMITS))).toEqual(DEFAULT_LIMITS)
  })
})
