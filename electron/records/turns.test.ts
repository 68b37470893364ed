import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { FOR, type Purpose } from '../service/index.ts'
import { createTurns } from './turns.ts'

/** Runs that end when the test decides, by number. */
function openTurns() {
  const runs: { readonly purpose: Purpose; readonly end: () => void }[] = []
  const clock = createFakeClock()
  const turns = createTurns(
    clock,
    (purpose) => new Promise<number>((resolve) => runs.push({ purpose, end: () => resolve(runs.length) })),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { turns, runs, clock, settle, urgencies: () => runs.map(({ purpose }) => purpose.urgency) }
}

describe('runs of one read', () => {
  it('follow one another, and the next one is shared', async () => {
    const { turns, runs, settle } = openTurns()
    const first = turns.next()
    const shared = [turns.next(), turns.next()]
    expect(runs).toHaveLength(1)
    runs[0]?.end()
    await first
    await settle()
    expect(runs).toHaveLength(2)
    runs[1]?.end()
    expect(new Set(await Promise.all(shared)).size).toBe(1)
  })

  it('wait for no less urgent one, and are shared with less urgent callers', () => {
    const { turns, urgencies } = openTurns()
    void turns.next(FOR.account)
    void turns.next(FOR.close)
    void turns.current(FOR.account)
    void turns.current(FOR.close)
    expect(urgencies()).toEqual(['account', 'close'])
  })

  it('have the urgency of their most urgent caller', async () => {
    const { turns, runs, settle, urgencies } = openTurns()
    void turns.next(FOR.held)
    void turns.next(FOR.market)
    void turns.next(FOR.held)
    runs[0]?.end()
    await settle()
    expect(urgencies()).toEqual(['held', 'held'])
  })

  it('delay nobody when they hang: a caller who waits two seconds gets a new run, and so does a later one', async () => {
    const { turns, runs, clock, settle, urgencies } = openTurns()
    void turns.next(FOR.close)
    const waits = turns.next(FOR.close)
    await clock.advanceAsync(1_999)
    expect(runs).toHaveLength(1)
    await clock.advanceAsync(1)
    expect(runs).toHaveLength(2)
    runs[1]?.end()
    await waits
    await settle()
    void turns.next(FOR.close)
    expect(runs).toHaveLength(3)
    await clock.advanceAsync(2_000)
    void turns.next(FOR.close)
    expect(urgencies()).toEqual(['close', 'close', 'close', 'close'])
  })
})
