import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createRevival } from './revival.ts'

function setUp() {
  const clock = createFakeClock()
  const window = { destroyed: false, isDestroyed: () => window.destroyed }
  let loads = 0
  const died = createRevival<typeof window>(clock, () => {
    loads += 1
  })
  return { clock, window, died: () => died(window), loads: () => loads }
}

describe('a window whose page died', () => {
  it('is loaded anew at once', () => {
    const { clock, died, loads } = setUp()
    died()
    clock.advance(0)
    expect(loads()).toBe(1)
  })

  it('waits longer each time that it dies at once again, and never gives up', () => {
    const { clock, died, loads } = setUp()
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
    clock.advance(90_000)
    died()
    clock.advance(0)
    expect(loads()).toBe(9)
  })

  it('is left alone once it has closed', () => {
    const { clock, window, died, loads } = setUp()
    died()
    window.destroyed = true
    clock.advance(60_000)
    expect(loads()).toBe(0)
  })
})
