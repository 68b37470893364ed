import { expect, it } from 'vitest'
import { uncaught } from './bridge.tsx'

it('reports the error of an event, or else its message, but no deferred ResizeObserver notification', () => {
  const error = new Error('stopped')
  expect(uncaught({ error, message: 'Uncaught Error: stopped' })).toBe(error)
  expect(uncaught({ error: null, message: 'Script error.' })).toBe('Script error.')
  expect(uncaught({ error: null, message: 'ResizeObserver loop completed with undelivered notifications.' })).toBeNull()
})
