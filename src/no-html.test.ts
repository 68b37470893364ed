import { expect, it } from 'vitest'
import { emptyOnly } from './no-html.ts'

it('makes nothing of no text, and of any other text an error', () => {
  expect(emptyOnly('')).toBe('')
  for (const text of [' ', '<b>x</b>', '<img src=x onerror=alert(1)>']) expect(() => emptyOnly(text)).toThrow(TypeError)
})
