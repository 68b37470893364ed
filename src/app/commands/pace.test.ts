import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createPace } from './announcer.tsx'

const LEAST_MS = 5000

function at() {
  const clock = createFakeClock()
  const said: string[] = []
  return { clock, said, pace: createPace(clock), say: (words: string) => () => void said.push(words) }
}

describe('what is said aloud', () => {
  it('comes at once when it is asked for, and of one market every 5 s at most however often it is asked for', () => {
    const { clock, said, pace, say } = at()
    pace.asked('scalar/live', say('one'))
    expect(said).toEqual(['one'])
    clock.advance(1000)
    pace.asked('scalar/live', say('two'))
    pace.asked('scalar/live', say('three'))
    clock.advance(LEAST_MS - 1001)
    expect(said).toEqual(['one'])
    clock.advance(1)
    expect(said).toEqual(['one', 'three'])
    clock.advance(LEAST_MS * 2)
    expect(said).toEqual(['one', 'three'])
  })

  it('does not wait for what was said of another market', () => {
    const { said, pace, say } = at()
    pace.asked('scalar/live', say('one'))
    pace.asked('binary/active', say('two'))
    expect(said).toEqual(['one', 'two'])
  })

  it('by itself keeps the same distance, and leaves the word to an answer that waits', () => {
    const { clock, said, pace, say } = at()
    pace.due('scalar/live', say('first'))
    clock.advance(LEAST_MS / 2)
    pace.due('scalar/live', say('too early'))
    pace.asked('scalar/live', say('answer'))
    clock.advance(LEAST_MS / 2 - 1)
    pace.due('scalar/live', say('beside an answer'))
    clock.advance(1)
    expect(said).toEqual(['first', 'answer'])
    // A timer of 5 s that is a moment early is not put off to the next one.
    clock.advance(LEAST_MS - 3)
    pace.due('scalar/live', say('next'))
    expect(said).toEqual(['first', 'answer', 'next'])
  })

  it('is not said any more once it was stopped', () => {
    const { clock, said, pace, say } = at()
    pace.asked('scalar/live', say('one'))
    pace.asked('scalar/live', say('two'))
    pace.stop()
    clock.advance(LEAST_MS * 2)
    expect(said).toEqual(['one'])
  })
})
