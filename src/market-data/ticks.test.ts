import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { Ticks } from './paced.ts'

/** A whole second, and 300 ms. */
const START = 1_700_000_000_300

function ticking() {
  const clock = createFakeClock(START)
  const reports: string[] = []
  const ticks = new Ticks(clock, (run) => run())
  const on = (name: string, everyMs: number, offsetMs = 0) => ticks.on(everyMs, offsetMs, () => reports.push(name))
  return { clock, reports, on }
}

describe('ticks', () => {
  it('come on the second, not a second after subscribing', () => {
    const { clock, reports, on } = ticking()
    on('local', 1000)
    clock.advance(699)
    expect(reports).toEqual([])
    clock.advance(2)
    expect(reports).toEqual(['local'])
    clock.advance(1000)
    expect(reports).toEqual(['local', 'local'])
  })

  it('come at the service’s second where its clock differs', () => {
    const { clock, reports, on } = ticking()
    on('service', 1000, -250)
    clock.advance(950)
    expect(reports).toEqual([])
    clock.advance(1)
    expect(reports).toEqual(['service'])
  })

  it('share one timer per interval', () => {
    const { clock, reports, on } = ticking()
    const stops = [on('a', 1000), on('b', 1000), on('service', 1000, 7), on('c', 1000)]
    expect(clock.waiting).toBe(2)
    clock.advance(701)
    expect(reports).toEqual(['service', 'a', 'b', 'c'])
    for (const stop of stops) stop()
    expect(clock.waiting).toBe(0)
  })

  it('continue for the others when one stops in its own tick, and start again after all have stopped', () => {
    const { clock, reports, on } = ticking()
    const once = on('once', 1000)
    const stop = on('more', 1000)
    on('last', 1000)()
    clock.advance(701)
    once()
    clock.advance(1000)
    expect(reports).toEqual(['once', 'more', 'more'])
    stop()
    clock.advance(5000)
    on('again', 1000)
    clock.advance(1000)
    expect(reports).toEqual(['once', 'more', 'more', 'again'])
  })
})
