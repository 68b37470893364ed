/** One clock for main, its pages and the venue, advanced by the spec. Under Electron it cannot be advanced: specs wait in real time. */
import type { Page } from '@playwright/test'
import type { ClockCommand, ClockDone, ClockOrder } from './clocked-process.ts'
import { installMovableClock, type MovableClock } from './movable-clock.ts'
import type { Program } from './processes.ts'

/** Controls one program's clock; resolves with false when a pending request keeps it from advancing. */
export type Mover = (order: ClockOrder) => Promise<boolean>

export interface TestClock {
  /** Advances all clocks by `ms`. */
  advance(ms: number): Promise<void>
  /** Advances time until `expectation` settles: for effects that come only after a while. */
  during<T>(expectation: Promise<T>): Promise<T>
  /** Stops the clocks of main and the venue while `run` runs: no price moves, nothing expires, and no data becomes stale. */
  still<T>(run: () => Promise<T>): Promise<T>
  /**
   * Advances time in small steps while `run` runs, each only once no request is in flight. What the product sends only within a time limit is then sent
   * on a slow machine too.
   */
  paced<T>(run: () => Promise<T>): Promise<T>
}

/** Step of advanced time, ms: smaller than every interval in the product, so that no program gets far ahead of another. */
const STEP_MS = 250
/** Step of paced time, ms: far below every time limit in the product. */
const SMALL_STEP_MS = 20
/** Real time per step while an expectation waits, ms: expectations poll only twice a second or faster, and time must not run far past them. */
const PACE_MS = 30
/** Real time after which a request that still blocks the clock is an error, ms. */
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

/** Controls the clock of a page. Errors are ignored: the page may have been closed. */
export const moverOfPage =
  (page: Page): Mover =>
  async (order) => {
    // A page's clock is never stopped: animation frames must continue.
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
      const onMessage = ({ clockDone, isDone }: ClockDone): void => {
        if (clockDone !== number) return
        child.off('message', onMessage)
        resolve(isDone)
      }
      child.on('message', onMessage)
      void ended.then(() => resolve(true))
      if (child.connected) child.send({ clockAsked: number, order } satisfies ClockCommand)
    })
  }
}

/**
 * @param movers the venue's first, so that what it sends arrives before main's clock advances.
 * @param moved called before each step with its ms: programs started later need the sum as their initial offset.
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

/** The clock for programs that cannot be controlled: it waits in real time. */
export const waitingClock: TestClock = {
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  during: (expectation) => expectation,
  still: (run) => run(),
  paced: (run) => run(),
}
