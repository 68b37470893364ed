import { expect, it } from 'vitest'
import { messageIn } from './use-ladder-presses.ts'

it('shows no message of one market in another', () => {
  const message = { market: 'scalar/live NYCTMP1', text: 'Nothing is live here now.' }
  expect(messageIn(message, message.market)).toBe(message.text)
  expect(messageIn(message, 'scalar/live NYCTMP2')).toBeNull()
})
