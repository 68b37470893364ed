import { expect, it } from 'vitest'
import { emptyOnly } from './no-html.ts'

it('maps the empty text to itself, and throws for any other text', () => {
  expect(emptyOnly('')).toBe('')
  for (const text of [' ', '<b>x</b>', '<img src=x onerror=alert(1)>']) expect(() => emptyOnly(text)).toThrow(TypeError)
})
