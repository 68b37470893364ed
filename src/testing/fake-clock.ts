/** A window clock that a test advances manually; frames occur when the test runs them. */
import { createFakeClock as createFakeTimers, type FakeClock as FakeTimers } from '../../contract/testing/fake-clock.ts'
import type { WindowClock } from '../market-data/index.ts'

export interface FakeClock extends WindowClock, Pick<FakeTimers, 'advance'> {
  /** Runs the pending animation frame. */
  frame(): void
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  const { now, monotonic, after, every, advance } = createFakeTimers(start)
  let frames: ((epochMs: number) => void)[] = []
  return {
    now,
    monotonic,
    after,
    every,
    advance,
    nextFrame(run) {
      frames.push(run)
    },
    frame() {
      const waiting = frames
      frames = []
      for (const run of waiting) run(now())
    },
  }
}
