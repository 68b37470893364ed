import { expect, it } from 'vitest'
import { wordsIn } from './use-hand.ts'

it('shows no message of one market in another', () => {
  const said = { market: 'scalar/live NYCTMP1', words: 'Nothing is live here now.' }
  expect(wordsIn(said, said.market)).toBe(said.words)
  expect(wordsIn(said, 'scalar/live NYCTMP2')).toBeNull()
})
