import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { Question } from '../ipc/index.ts'
import { createRevival } from './page-failures.ts'

function setUp({ isAlone = false } = {}) {
  const clock = createFakeClock()
  const window = { destroyed: false, isDestroyed: () => window.destroyed }
  let loads = 0
  const requests: { readonly question: Question; readonly answer: (yes: boolean) => void }[] = []
  const died = createRevival<typeof window>({
    clock,
    revive() {
      loads += 1
    },
    ask: isAlone ? null : (_window, question) => new Promise((answer) => void requests.push({ question, answer })),
    log: { warn: () => undefined },
  })
  return {
    clock,
    window,
    died: (reason: Parameters<typeof died>[1] = 'crashed') => died(window, reason),
    loads: () => loads,
    asked: requests,
  }
}

describe('a window whose page died', () => {
  it('is reloaded at once', () => {
    const { clock, died, loads, asked } = setUp()
    died()
    clock.advance(0)
    expect([loads(), asked.length]).toEqual([1, 0])
  })

  it('is asked about when it dies twice within a minute, once, and stays as the trader decides', async () => {
    const { clock, died, loads, asked } = setUp()
    died()
    clock.advance(59_000)
    died('oom')
    died()
    clock.advance(60_000)
    expect([loads(), asked.length]).toEqual([1, 1])
    expect(asked[0]?.question.detail).toContain('twice within a minute')
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    asked[0]?.answer(false)
    await settled()
    expect(loads()).toBe(1)
    died()
    clock.advance(0)
    died()
    expect([loads(), asked.length]).toEqual([2, 2])
    asked[1]?.answer(true)
    await settled()
    expect(loads()).toBe(3)
  })

  it.each(['integrity-failure', 'launch-failed'] as const)('is never reloaded automatically after %s', (reason) => {
    const { clock, died, loads, asked } = setUp()
    died(reason)
    clock.advance(120_000)
    expect([loads(), asked.length]).toEqual([0, 1])
  })

  it('waits longer each time where nobody can be asked', () => {
    const { clock, died, loads } = setUp({ isAlone: true })
    const waits: number[] = []
    for (let death = 0; death < 8; death += 1) {
      const before = loads()
      const from = clock.monotonic()
      died()
      clock.advance(0)
      while (loads() === before) clock.advance(500)
      waits.push(clock.monotonic() - from)
    }
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    const before = loads()
    died('integrity-failure')
    clock.advance(120_000)
    expect(loads()).toBe(before)
  })

  it('is left alone once it has closed', () => {
    const { clock, window, died, loads } = setUp()
    died()
    window.destroyed = true
    clock.advance(60_000)
    expect(loads()).toBe(0)
  })
})
