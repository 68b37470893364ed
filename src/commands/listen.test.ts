import { expect, it } from 'vitest'
import { keepsKeys } from './listen.ts'

it('what took the place of a field takes the keys of commands as the field did', () => {
  expect(keepsKeys({ matches: (selector) => selector === '[data-keeps-keys]' })).toBe(true)
  expect(keepsKeys({ matches: (selector) => selector === '[data-panel]' })).toBe(false)
})
