/** The one clock of a spec: main, its pages and the venue are moved together. Under Electron it cannot be moved, and specs wait. */
import type { Page } from '@playwright/test'
import type { ClockAsked, ClockDone, ClockOrder } from './clocked-process.ts'
import { installMovableClock, type MovableClock } from './movable-clock.ts'
import type { Program } from './processes.ts'

/** Orders one program's clock; false while it waits for an answer and cannot be moved. */
export type Mover = (order: ClockOrder) => Promise<boolean>

export interface TestClock {
  /** Lets `ms` pass for all of them. */
  advance(ms: number): Promise<void>
  /** Lets time pass until `expectation` settles: for what the product does only after a while. */
  during<T>(expectation: Promise<T>): Promise<T>
  /** Stops main and the venue while `run` runs: no price moves, nothing runs out, and pages show what they have. */
  still<T>(run: () => Promise<T>): Promise<T>
}

/** Smaller than every interval that the product waits for, so that each of them sees the others' time pass. */
const STEP_MS = 250
/** Real time for each step while an expectation waits: it looks twice a second at the least, and is not to be passed by far. */
const PACE_MS = 30
/** A request that is not answered by then, in real time, is one that the test wants unanswered. */
const PATIENCE_MS = 10_000

const PAGE_CLOCK = '__movableClock'

/**
 * The script that gives a page its clock, before any script of its own. What it was moved by outlives a reload of the page.
 * @param aheadMs how far ahead the clock of a new window is, ms.
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

/** The mover of a page. One that is closed meanwhile has nothing to move. */
export const moverOfPage =
  (page: Page): Mover =>
  async (order) => {
    // A page's own time never stands: its frames go on.
    if (typeof order !== 'number') return true
    const move = ([name, ms]: readonly [string, number]): void =>
      void (globalThis as unknown as Record<string, MovableClock>)[name]?.move(ms)
    await page.evaluate(move, [PAGE_CLOCK, order] as const).catch(() => undefined)
    return true
  }

/** The mover of a process that was started with `clocked-process.ts`. */
export function moverOfProcess({ process: child, ended }: Program): Mover {
  let asked = 0
  return (order) => {
    asked += 1
    const number = asked
    return new Promise((resolve) => {
      const hear = ({ clockDone, isDone }: ClockDone): void => {
        if (clockDone !== number) return
        child.off('message', hear)
        resolve(isDone)
      }
      child.on('message', hear)
      void ended.then(() => resolve(true))
      if (child.connected) child.send({ clockAsked: number, order } satisfies ClockAsked)
    })
  }
}

/**
 * @param movers the venue first: what it sends is there before main notices the time.
 * @param moved called before each step with its ms: what starts from here on starts that much later.
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
  return {
    async advance(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) await step(Math.min(left, STEP_MS))
    },
    async during(expectation) {
      let isPending = true
      const settled = expectation.finally(() => {
        isPending = false
      })
      while (isPending) {
        await step(STEP_MS)
        await new Promise((resolve) => setTimeout(resolve, PACE_MS))
      }
      return settled
    },
    async still(run) {
      for (const order of movers()) await order('stand')
      try {
        return await run()
      } finally {
        for (const order of movers()) await order('go on')
      }
    },
  }
}

/** Where no clock can be moved. */
export const waitingClock: TestClock = {
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  during: (expectation) => expectation,
  still: (run) => run(),
}
