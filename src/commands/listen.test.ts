import { expect, it } from 'vitest'
import { takesNextKeys } from './listen.ts'

it('an element that replaces a field suppresses command keys as the field did', () => {
  expect(takesNextKeys({ matches: (selector) => selector === '[data-keeps-keys]' })).toBe(true)
  expect(takesNextKeys({ matches: (selector) => selector === '[data-panel]' })).toBe(false)
})
