import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createQueue } from './queues.ts'

/** A queue whose work ends when the test decides, and the work that has started in it. */
function openQueue(longest: number | null = null) {
  const clock = createFakeClock()
  const queue = createQueue({ cancel: 2, rest: 1 }, longest === null ? null : { clock, longest })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, priority: Parameters<ReturnType<typeof createQueue>>[0]): void => {
    void queue(priority, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  return { clock, begun, add, end: (name: string) => ends.get(name)?.() }
}

describe('queued work', () => {
  it('starts by urgency: a close at once, a cancel after cancels, and the rest after both', async () => {
    const { clock, begun, add, end } = openQueue()
    for (const name of ['c1', 'c2', 'c3']) add(name, 'cancel')
    for (const name of ['r1', 'r2']) add(name, 'rest')
    add('close', 'close')
    await clock.advanceAsync(0)
    expect(begun.toSorted()).toEqual(['c1', 'c2', 'close'])
    end('c1')
    await clock.advanceAsync(0)
    expect(begun.slice(3)).toEqual(['c3', 'r1'])
    end('r1')
    await clock.advanceAsync(0)
    expect(begun.slice(5)).toEqual(['r2'])
  })

  it('of the rest runs one at a time, in order of arrival, and continues after failed work', async () => {
    const clock = createFakeClock()
    const queue = createQueue({ cancel: 2, rest: 1 })
    const order: number[] = []
    const all = [1, 2, 3].map((number) =>
      queue('rest', async () => {
        order.push(number)
        if (number === 1) throw new Error('no')
      }).catch(() => order.push(-number)),
    )
    await clock.advanceAsync(0)
    await Promise.all(all)
    expect(order).toEqual([1, -1, 2, 3])
  })

  it('is not delayed for long by an answer that never comes, and a released place is not released again', async () => {
    const { clock, begun, add, end } = openQueue(2_000)
    for (const name of ['r1', 'r2', 'r3', 'r4']) add(name, 'rest')
    await clock.advanceAsync(1_999)
    expect(begun).toEqual(['r1'])
    await clock.advanceAsync(1)
    expect(begun).toEqual(['r1', 'r2'])
    end('r1')
    await clock.advanceAsync(0)
    expect(begun).toEqual(['r1', 'r2'])
    end('r2')
    await clock.advanceAsync(0)
    expect(begun).toEqual(['r1', 'r2', 'r3'])
  })
})
