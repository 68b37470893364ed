/** The single clock of a spec: main, its pages and the venue advance together. Under Electron it cannot be advanced, and specs wait. */
import type { Page } from '@playwright/test'
import type { ClockCommand, ClockDone, ClockOrder } from './clocked-process.ts'
import { installMovableClock, type MovableClock } from './movable-clock.ts'
import type { Program } from './processes.ts'

/** Controls one program's clock; false while a request is pending and it cannot be advanced. */
export type Mover = (order: ClockOrder) => Promise<boolean>

export interface TestClock {
  /** Advances all of them by `ms`. */
  advance(ms: number): Promise<void>
  /** Advances time until `expectation` settles: for effects that come only after a while. */
  during<T>(expectation: Promise<T>): Promise<T>
  /** Stops main and the venue while `run` runs: no price moves, nothing expires, and pages keep their data. */
  still<T>(run: () => Promise<T>): Promise<T>
  /**
   * Lets time pass in small steps while `run` runs, each once every program has done its part and no request is in flight: what the product sends
   * within a time or not at all is sent on a busy machine too.
   */
  paced<T>(run: () => Promise<T>): Promise<T>
}

/** Smaller than every interval in the product, so that each program sees the others' time pass. */
const STEP_MS = 250
/** Step of paced time: far less than any limit in the product. */
const SMALL_STEP_MS = 20
/** Real time per step while an expectation waits: it polls at least twice a second, and should not be overshot by much. */
const PACE_MS = 30
/** A request without an answer by then, in real time, is meant to stay unanswered. */
const PATIENCE_MS = 10_000

const PAGE_CLOCK = '__movableClock'

/**
 * The script that gives a page its clock, before any script of its own. Its advance survives a reload of the page.
 * @param aheadMs initial offset in a new window, ms.
 */
export const pageClockScript = (aheadMs: number): string => `{
  const key = '${PAGE_CLOCK}'
  const kept = () => {
    try {
      return Number(sessionStorage.getItem(key) ?? 0)
    } catch {
      return 0
    }
  }
  const clock = (${installMovableClock})(globalThis, ${aheadMs} + kept())
  globalThis[key] = {
    move(ms) {
      try {
        sessionStorage.setItem(key, kept() + ms)
      } catch {}
      return clock.move(ms)
    },
  }
}`

/** Controls the clock of a page. A page closed meanwhile is ignored. */
export const moverOfPage =
  (page: Page): Mover =>
  async (order) => {
    // A page's own time never stops: its frames continue.
    if (typeof order !== 'number') return true
    const move = ([name, ms]: readonly [string, number]): void =>
      void (globalThis as unknown as Record<string, MovableClock>)[name]?.move(ms)
    await page.evaluate(move, [PAGE_CLOCK, order] as const).catch(() => undefined)
    return true
  }

/** Controls the clock of a process started with `clocked-process.ts`. */
export function moverOfProcess({ process: child, ended }: Program): Mover {
  let requests = 0
  return (order) => {
    requests += 1
    const number = requests
    return new Promise((resolve) => {
      const hear = ({ clockDone, isDone }: ClockDone): void => {
        if (clockDone !== number) return
        child.off('message', hear)
        resolve(isDone)
      }
      child.on('message', hear)
      void ended.then(() => resolve(true))
      if (child.connected) child.send({ clockAsked: number, order } satisfies ClockCommand)
    })
  }
}

/**
 * @param movers the venue first: what it sends arrives before main notices the time.
 * @param moved called before each step with its ms, for the offset of programs started later.
 */
export function createTestClock(movers: () => readonly Mover[], moved: (ms: number) => void): TestClock {
  async function step(ms: number): Promise<void> {
    moved(ms)
    for (const move of movers()) {
      const until = performance.now() + PATIENCE_MS
      while (!(await move(ms))) {
        if (performance.now() > until) throw new Error('the clock cannot be moved while a request is in flight')
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
  }
  async function stepUntil<T>(expectation: Promise<T>, ms: number): Promise<T> {
    let isPending = true
    const settled = expectation.finally(() => {
      isPending = false
    })
    while (isPending) {
      await step(ms)
      await new Promise((resolve) => setTimeout(resolve, PACE_MS))
    }
    return settled
  }

  async function still<T>(run: () => Promise<T>): Promise<T> {
    for (const order of movers()) await order('stand')
    try {
      return await run()
    } finally {
      for (const order of movers()) await order('go on')
    }
  }

  return {
    async advance(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) await step(Math.min(left, STEP_MS))
    },
    during: (expectation) => stepUntil(expectation, STEP_MS),
    still,
    paced: (run) => still(() => stepUntil(run(), SMALL_STEP_MS)),
  }
}

/** For programs whose clock cannot be controlled. */
export const waitingClock: TestClock = {
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  during: (expectation) => expectation,
  still: (run) => run(),
  paced: (run) => run(),
}
