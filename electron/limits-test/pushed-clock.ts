/** A clock that begins where it is told to and can be pushed on: a minute of it costs no minute of the machine's. */
import { type Cancel, type Clock, type Millis, millis } from '../../contract/time.ts'

export interface PushedClock extends Clock {
  /** Later by so many ms at once; what has come due by then runs, in its order, before this returns. */
  push(ms: number): void
  /** Nothing of it runs any more. */
  stop(): void
}

interface Timer {
  due: number
  readonly every: number | null
  readonly run: () => void
  cancel: Cancel
}

/** @param base whose time passes by itself, and whose timers wake it. */
export function createPushedClock(base: Pick<Clock, 'monotonic' | 'after'>, at: Millis): PushedClock {
  const began = base.monotonic()
  const timers = new Set<Timer>()
  let pushed = 0
  let isStopped = false
  const passed = (): number => base.monotonic() - began + pushed

  function fire(timer: Timer): void {
    timer.cancel()
    if (isStopped || !timers.has(timer)) return
    if (timer.every === null) timers.delete(timer)
    else {
      // What was leapt over is not made up for: a machine that slept does not either.
      const next = timer.due + timer.every
      timer.due = next > passed() ? next : passed() + timer.every
      wait(timer)
    }
    timer.run()
  }
  const wait = (timer: Timer): void => {
    timer.cancel = base.after(Math.max(0, timer.due - passed()), () => fire(timer))
  }
  function begin(ms: number, every: number | null, run: () => void): Cancel {
    if (isStopped) return () => undefined
    const timer: Timer = { due: passed() + ms, every, run, cancel: () => undefined }
    timers.add(timer)
    wait(timer)
    return () => {
      timer.cancel()
      timers.delete(timer)
    }
  }

  return {
    now: () => millis(Math.floor(at + passed())),
    monotonic: passed,
    after: (ms, run) => begin(ms, null, run),
    every: (ms, run) => begin(ms, ms, run),
    push(ms) {
      pushed += ms
      const now = passed()
      const inOrder = [...timers].sort((a, b) => a.due - b.due)
      for (const timer of inOrder) {
        if (timer.due <= now) fire(timer)
        else {
          timer.cancel()
          wait(timer)
        }
      }
    },
    stop() {
      isStopped = true
      for (const timer of timers) timer.cancel()
      timers.clear()
    },
  }
}
