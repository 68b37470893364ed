/** Queues: one at a time in order of arrival, and a few at a time. */
import type { Clock } from '../../../contract/time.ts'

export type Queue = <Value>(work: () => Promise<Value>) => Promise<Value>

/**
 * One piece of work at a time, first come first served. Work that takes longer than `longest` ms keeps running and lets the next one
 * in: an answer that hangs must not keep a cancel from going out.
 */
export function createQueue(clock: Pick<Clock, 'after'>, longest: number): Queue {
  let tail: Promise<void> = Promise.resolve()
  return (work) => {
    const before = tail
    let release: () => void = () => {}
    tail = new Promise((resolve) => {
      release = resolve
    })
    return before.then(async () => {
      const cancel = clock.after(longest, release)
      try {
        return await work()
      } finally {
        cancel()
        release()
      }
    })
  }
}

/** At most `width` pieces of work at a time, first come first served. */
export function createLimit(width: number): Queue {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
