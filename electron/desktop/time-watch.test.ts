import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { watchTime } from './time-watch.ts'

const AT = Date.UTC(2026, 10, 26, 2, 10)

function setUp(lines: readonly string[] = ['practice: 2 conditional orders']) {
  const clock = createFakeClock(AT)
  const reports: string[] = []
  const offsets: { name: string; offset: number | null }[] = [{ name: 'practice', offset: null }]
  const state = { held: lines }
  const watch = watchTime({
    clock,
    held: () => state.held,
    offsets: () => offsets,
    notify: (level, title, detail) => void reports.push(`${level}: ${title}. ${detail}`),
  })
  return { clock, reports, offsets, state, watch }
}

describe('sleep', () => {
  it('is reported once, with its start and end, and what was not watched', () => {
    const { clock, reports, state, watch } = setUp()
    watch.suspended()
    state.held = []
    clock.setWall(AT + 5 * 3_600_000 + 35 * 60_000)
    clock.advance(5000)
    watch.resumed()
    clock.advance(60_000)
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatch(/^warning: This computer slept from Nov 26 02:10:00 UTC to Nov 26 07:45:05 UTC\./)
    expect(reports[0]).toContain('practice: 2 conditional orders')
  })

  it('is not reported without automated orders', () => {
    const { clock, reports, watch } = setUp([])
    watch.suspended()
    clock.setWall(AT + 3_600_000)
    watch.resumed()
    clock.advance(60_000)
    expect(reports).toEqual([])
  })
})

describe('a clock that jumps', () => {
  it('ahead is reported once, with what may not have been watched', () => {
    const { clock, reports } = setUp()
    clock.advance(1000)
    clock.setWall(AT + 126_000)
    clock.advance(60_000)
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatch(
      /warning: Clock jumped 2 min 5 s ahead\. This computer slept unnoticed, or its clock was set, after Nov 26 02:10:00 UTC\./s,
    )
  })

  it('back is reported once', () => {
    const { clock, reports } = setUp([])
    clock.setWall(AT - 3400)
    clock.advance(60_000)
    expect(reports.map((one) => one.split('.')[0])).toEqual(['warning: Clock set back by 3'])
    expect(reports[0]).toContain('by 3.4 s')
  })

  it('by two seconds or less is not reported', () => {
    const { clock, reports } = setUp()
    clock.setWall(AT + 2000)
    clock.advance(5000)
    clock.setWall(clock.now() - 2000)
    clock.advance(60_000)
    expect(reports).toEqual([])
  })
})

describe('a clock that differs from the service’s', () => {
  it('is reported once while that lasts', () => {
    const { clock, reports, offsets } = setUp([])
    offsets[0] = { name: 'practice', offset: 2500 }
    clock.advance(60_000)
    expect(reports).toHaveLength(1)
    expect(reports[0]).toContain('2.5 s behind the venue')
    offsets[0] = { name: 'practice', offset: 10 }
    clock.advance(5000)
    offsets[0] = { name: 'practice', offset: -2500 }
    clock.advance(5000)
    expect(reports[1]).toContain('2.5 s ahead of the venue')
  })
})
