/** Passes values on at once after a pause, and then at most once per interval; the last one is always passed on. */
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel } from '../../contract/time.ts'
import type { WindowClock } from './window-clock.ts'

interface PacedOptions<Value> {
  /** 0 passes on everything. */
  readonly everyMs: number
  readonly clock: Pick<WindowClock, 'monotonic' | 'after'>
  /** Runs a callback in the next frame. */
  readonly inFrame: (run: () => void) => void
  readonly take: (value: Value) => void
}

interface Paced<Value> {
  /** Called in a frame. */
  next(value: Value): void
  /** Stops passing values on. */
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

type TickClock = Pick<WindowClock, 'now' | 'after'>

interface Beat {
  readonly listeners: Listeners
  stop: Cancel
}

/**
 * Ticks on the boundaries of a clock, with one shared timer per interval: everything that shows the same second changes in one frame, together with
 * waiting prices.
 */
export class Ticks {
  readonly #clock: TickClock
  readonly #inFrame: (run: () => void) => void
  readonly #beats = new Map<string, Beat>()

  /** @param inFrame runs a callback in the next frame */
  constructor(clock: TickClock, inFrame: (run: () => void) => void) {
    this.#clock = clock
    this.#inFrame = inFrame
  }

  /** Calls `listener` at each whole `intervalMs` of the clock that is `offsetMs` ahead of this machine's. */
  on(intervalMs: number, offsetMs: number, listener: () => void): Cancel {
    const key = `${intervalMs}/${offsetMs}`
    const beat = this.#beats.get(key) ?? this.#start(key, intervalMs, offsetMs)
    const cancel = beat.listeners.on(listener)
    return () => {
      cancel()
      if (beat.listeners.size > 0) return
      beat.stop()
      if (this.#beats.get(key) === beat) this.#beats.delete(key)
    }
  }

  #start(key: string, intervalMs: number, offsetMs: number): Beat {
    const beat: Beat = { listeners: new Listeners(), stop: () => undefined }
    const arm = (): void => {
      const passed = (((this.#clock.now() + offsetMs) % intervalMs) + intervalMs) % intervalMs
      // One more, because a timer may fire a fraction early.
      beat.stop = this.#clock.after(intervalMs - passed + 1, () => {
        arm()
        this.#inFrame(() => beat.listeners.notify())
      })
    }
    arm()
    this.#beats.set(key, beat)
    return beat
  }
}
