import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createPace } from './announcer.tsx'

const MIN_MS = 5000

function at() {
  const clock = createFakeClock()
  const messages: string[] = []
  return { clock, said: messages, pace: createPace(clock), say: (text: string) => () => void messages.push(text) }
}

describe('announcements', () => {
  it('are made at once on request, and at most every 5 s per market regardless of the number of requests', () => {
    const { clock, said, pace, say } = at()
    pace.requested('scalar/live', say('one'))
    expect(said).toEqual(['one'])
    clock.advance(1000)
    pace.requested('scalar/live', say('two'))
    pace.requested('scalar/live', say('three'))
    clock.advance(MIN_MS - 1001)
    expect(said).toEqual(['one'])
    clock.advance(1)
    expect(said).toEqual(['one', 'three'])
    clock.advance(MIN_MS * 2)
    expect(said).toEqual(['one', 'three'])
  })

  it('do not wait for those of another market', () => {
    const { said, pace, say } = at()
    pace.requested('scalar/live', say('one'))
    pace.requested('binary/active', say('two'))
    expect(said).toEqual(['one', 'two'])
  })

  it('on change keep the same interval, and give way to a waiting request', () => {
    const { clock, said, pace, say } = at()
    pace.due('scalar/live', say('first'))
    clock.advance(MIN_MS / 2)
    pace.due('scalar/live', say('too early'))
    pace.requested('scalar/live', say('answer'))
    clock.advance(MIN_MS / 2 - 1)
    pace.due('scalar/live', say('beside an answer'))
    clock.advance(1)
    expect(said).toEqual(['first', 'answer'])
    // A 5 s timer that fires slightly early is not deferred to the next one.
    clock.advance(MIN_MS - 3)
    pace.due('scalar/live', say('next'))
    expect(said).toEqual(['first', 'answer', 'next'])
  })

  it('are no longer made once stopped', () => {
    const { clock, said, pace, say } = at()
    pace.requested('scalar/live', say('one'))
    pace.requested('scalar/live', say('two'))
    pace.stop()
    clock.advance(MIN_MS * 2)
    expect(said).toEqual(['one'])
  })
})
