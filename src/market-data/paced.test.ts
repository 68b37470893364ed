import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { paced } from './paced.ts'

function setUp(everyMs = 100) {
  const clock = createFakeClock()
  const taken: [at: number, value: number][] = []
  const frames: (() => void)[] = []
  const { next, stop } = paced<number>({
    everyMs,
    clock,
    inFrame: (run) => void frames.push(run),
    take: (value) => void taken.push([clock.monotonic(), value]),
  })
  const frame = (ms: number) => {
    clock.advance(ms)
    for (const run of frames.splice(0)) run()
  }
  return { next, stop, taken, frame }
}

describe('paced values', () => {
  it('are passed on at once after a pause, then ten times a second, always the newest', () => {
    const { next, taken, frame } = setUp()
    for (let i = 0; i <= 60; i += 1) {
      next(i)
      frame(10)
    }
    expect(taken.map(([at]) => at)).toEqual([0, 100, 200, 300, 400, 500, 600])
    expect(taken.at(3)).toEqual([300, 29])
  })

  it('are passed on eventually when no more arrive', () => {
    const { next, taken, frame } = setUp()
    next(1)
    frame(20)
    next(2)
    next(3)
    frame(79)
    expect(taken).toEqual([[0, 1]])
    frame(1)
    expect(taken).toEqual([
      [0, 1],
      [100, 3],
    ])
    frame(500)
    expect(taken).toHaveLength(2)
  })

  it('are all passed on without a pace, and none after the end', () => {
    const all = setUp(0)
    for (let i = 0; i < 5; i += 1) {
      all.next(i)
      all.frame(1)
    }
    expect(all.taken).toHaveLength(5)
    const ended = setUp()
    ended.next(1)
    ended.next(2)
    ended.stop()
    ended.frame(1000)
    expect(ended.taken).toHaveLength(1)
  })
})
