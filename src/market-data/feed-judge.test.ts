import { describe, expect, it } from 'vitest'
import { FeedJudge } from './feed-judge.ts'

describe('the judge of a window’s feed', () => {
  /** A window that is held up: time goes by, and no timer of it runs. */
  function heldUp() {
    const clock = { now: 0, monotonic: () => clock.now, after: () => () => undefined }
    const judge = new FeedJudge({ clock, connection: () => undefined })
    let told = 0
    judge.onChange(() => {
      told += 1
    })
    return { clock, judge, told: () => told }
  }

  it('says nothing else of main’s silence between two verdicts than it told', () => {
    const { clock, judge, told } = heldUp()
    judge.tookBatch(true)
    judge.judge()
    clock.now = 2500
    // Read while the window is held up: what is read here stays on screen until a change is told.
    expect(judge.silent).toBe(false)
    judge.tookBatch(true)
    judge.judge()
    expect(judge.silent).toBe(false)
    expect(told()).toBe(0)
  })

  it('tells of the silence, and of its end', () => {
    const { clock, judge, told } = heldUp()
    clock.now = 2000
    judge.judge()
    expect(judge.silent).toBe(true)
    expect(told()).toBe(1)
    judge.tookBatch(true)
    judge.judge()
    expect(judge.silent).toBe(false)
    expect(told()).toBe(2)
  })
})
