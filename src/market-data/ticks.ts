/**
 * Ticks on the boundaries of a clock, one timer for all who want the same: what shows the same second changes in one frame, and in that of
 * the prices that wait for one.
 */
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel } from '../../contract/time.ts'
import type { WindowClock } from './window-clock.ts'

type TickClock = Pick<WindowClock, 'now' | 'after'>

interface Beat {
  readonly listeners: Listeners
  stop: Cancel
}

export class Ticks {
  readonly #clock: TickClock
  readonly #inFrame: (run: () => void) => void
  readonly #beats = new Map<string, Beat>()

  /** @param inFrame runs something in the next frame. */
  constructor(clock: TickClock, inFrame: (run: () => void) => void) {
    this.#clock = clock
    this.#inFrame = inFrame
  }

  /** Calls `listener` at each whole `intervalMs` of the clock that goes `offsetMs` ahead of this machine's. */
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
      // One more, because a timer may come a fraction early.
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
