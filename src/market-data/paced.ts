/** Passes on what comes at once after a pause, and then no more often than every so many ms; the last that came is always passed on. */
import type { Cancel } from '../../contract/time.ts'
import type { WindowClock } from './window-clock.ts'

interface PacedOptions<Value> {
  /** 0 passes on everything. */
  readonly everyMs: number
  readonly clock: Pick<WindowClock, 'monotonic' | 'after'>
  /** Runs something in the next frame. */
  readonly inFrame: (run: () => void) => void
  readonly take: (value: Value) => void
}

interface Paced<Value> {
  /** Called in a frame. */
  next(value: Value): void
  /** Nothing is passed on any more. */
  stop(): void
}

export function paced<Value>({ everyMs, clock, inFrame, take }: PacedOptions<Value>): Paced<Value> {
  let takenAt = Number.NEGATIVE_INFINITY
  let waiting: { value: Value } | null = null
  let cancel: Cancel | null = null
  const pass = (value: Value): void => {
    cancel?.()
    cancel = null
    waiting = null
    takenAt = clock.monotonic()
    take(value)
  }
  return {
    next(value) {
      const left = takenAt + everyMs - clock.monotonic()
      if (left <= 0) {
        pass(value)
        return
      }
      waiting = { value }
      cancel ??= clock.after(left, () => inFrame(() => waiting !== null && pass(waiting.value)))
    },
    stop() {
      cancel?.()
      waiting = null
    },
  }
}
