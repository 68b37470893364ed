import { expect, it } from 'vitest'
import { keepsKeys } from './listen.ts'

it('an element that replaces a field suppresses command keys as the field did', () => {
  expect(keepsKeys({ matches: (selector) => selector === '[data-keeps-keys]' })).toBe(true)
  expect(keepsKeys({ matches: (selector) => selector === '[data-panel]' })).toBe(false)
})
