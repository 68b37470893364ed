import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { TokenBucket } from './call-rates.ts'

function bucket(burst: number, everyMs: number) {
  const clock = createFakeClock()
  return { clock, tokens: new TokenBucket({ burst, everyMs }, () => clock.monotonic()) }
}

describe('a token bucket', () => {
  it('gives its burst at once, then returns the wait for the next', () => {
    const { clock, tokens } = bucket(3, 100)
    expect([tokens.take(), tokens.take(), tokens.take()]).toEqual([0, 0, 0])
    expect(tokens.take()).toBe(100)
    clock.advance(40)
    expect(tokens.take()).toBe(60)
    clock.advance(60)
    expect([tokens.take(), tokens.take()]).toEqual([0, 100])
  })

  it('keeps its promise after that wait, for any rate', () => {
    for (const everyMs of [3, 7, 100, 333, 60_000]) {
      const { clock, tokens } = bucket(1, everyMs)
      tokens.take()
      for (let taken = 0; taken < 50; taken += 1) {
        clock.advance(everyMs / 3)
        const wait = tokens.take()
        expect(wait).toBeGreaterThan(0)
        clock.advance(wait)
        expect(tokens.take()).toBe(0)
      }
    }
  })

  it('holds no more than its burst after any rest, and ignores the wall clock', () => {
    const { clock, tokens } = bucket(2, 10)
    clock.advance(86_400_000)
    expect([tokens.take(), tokens.take(), tokens.take()]).toEqual([0, 0, 10])
    clock.setWall(clock.now() + 86_400_000)
    expect(tokens.take()).toBe(10)
  })
})
