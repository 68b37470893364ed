import { describe, expect, it } from 'vitest'
import { FeedJudge } from './feed-judge.ts'

describe('the freshness judge of a window’s feed', () => {
  /** A blocked window: time passes, and none of its timers runs. */
  function heldUp() {
    const clock = { now: 0, monotonic: () => clock.now, after: () => () => undefined }
    const judge = new FeedJudge({ clock, connection: () => undefined })
    let reported = 0
    judge.onChange(() => {
      reported += 1
    })
    return { clock, judge, reports: () => reported }
  }

  it('reports the same silence of main between two judgments as it published', () => {
    const { clock, judge, reports } = heldUp()
    judge.tookBatch(true)
    judge.judge()
    clock.now = 2500
    // Read while the window is blocked: what is read here stays on screen until a change is published.
    expect(judge.silent).toBe(false)
    judge.tookBatch(true)
    judge.judge()
    expect(judge.silent).toBe(false)
    expect(reports()).toBe(0)
  })

  it('publishes the silence, and its end', () => {
    const { clock, judge, reports } = heldUp()
    clock.now = 2000
    judge.judge()
    expect(judge.silent).toBe(true)
    expect(reports()).toBe(1)
    judge.tookBatch(true)
    judge.judge()
    expect(judge.silent).toBe(false)
    expect(reports()).toBe(2)
  })
})
