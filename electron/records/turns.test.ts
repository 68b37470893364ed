import { describe, expect, it } from 'vitest'
import { FOR, type Purpose } from '../service/index.ts'
import { createTurns } from './turns.ts'

/** Runs that end when the test says so, by their number. */
function openTurns() {
  const runs: { readonly purpose: Purpose; readonly end: () => void }[] = []
  const turns = createTurns(
    (purpose) => new Promise<number>((resolve) => runs.push({ purpose, end: () => resolve(runs.length) })),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { turns, runs, settle, urgencies: () => runs.map(({ purpose }) => purpose.urgency) }
}

describe('runs of one read', () => {
  it('follow one another, and the one that follows is shared', async () => {
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

  it('wait for none that is less urgent, and are shared with those that are', () => {
    const { turns, urgencies } = openTurns()
    void turns.next(FOR.account)
    void turns.next(FOR.close)
    void turns.current(FOR.account)
    void turns.current(FOR.close)
    expect(urgencies()).toEqual(['account', 'close'])
  })

  it('are as urgent as the most urgent of those who wait for the same one', async () => {
    const { turns, runs, settle, urgencies } = openTurns()
    void turns.next(FOR.held)
    void turns.next(FOR.market)
    void turns.next(FOR.held)
    runs[0]?.end()
    await settle()
    expect(urgencies()).toEqual(['held', 'held'])
  })
})
