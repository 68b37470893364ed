import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertRule } from '../../contract/alert.ts'
import { openSetup } from './testing/setup.ts'

const MINUTE = 60_000

describe('an alert on the weather', () => {
  let setup: ReturnType<typeof openSetup>
  beforeEach(() => {
    setup = openSetup()
  })
  const report: typeof setup.report = (...reading) => setup.report(...reading)
  const rule = (of: Partial<AlertRule> & Pick<AlertRule, 'kind'>): AlertRule => ({ asset: null, ...of }) as AlertRule

  it('fires when a report differs from the mark by more than its bound, once per stretch', () => {
    setup.mark('557.20')
    report('13.9')
    setup.set(rule({ kind: 'reading_gap', degrees: '2' as never }), true)
    setup.mark('558.90')
    expect(setup.notified).toEqual([])
    setup.mark('559.01')
    setup.mark('559.50')
    expect(setup.notified).toHaveLength(1)
    expect(setup.notified[0]).toMatch(
      /^The mark is 59\.01 °F, and KNYC reported 57 °F \(56\.5 to 57\.5\) at \d\d:\d\d UTC: mark minus reading 2\.01 °F\.$/,
    )
    setup.mark('557.00')
    setup.clock.advance(10_000)
    setup.mark('554.00')
    expect(setup.notified).toHaveLength(2)
  })

  it('fires when the reports cross a level, and not on a coarse five-minute value', () => {
    setup.mark('557.20')
    report('13.9', 50)
    setup.set(rule({ kind: 'reading_level', temperature: '58' as never, direction: 'up' }))
    report('16', 5, 'five_minute')
    expect(setup.notified).toEqual([])
    report('14.4', 3, 'special')
    expect(setup.notified).toHaveLength(1)
    expect(setup.notified[0]).toMatch(/^KNYC rose to 58 °F: it reported 58 °F \(57\.5 to 58\.5\) at/)
  })

  it('fires at each new report, once', () => {
    setup.mark('557.20')
    report('13.9', 50)
    setup.set(rule({ kind: 'reading_new' }), true)
    expect(setup.notified).toEqual([])
    report('13.9', 2, 'special')
    setup.clock.advance(5_000)
    expect(setup.notified).toHaveLength(1)
    expect(setup.notified[0]).toMatch(/^KNYC reported 57 °F \(56\.5 to 57\.5\) at \d\d:\d\d UTC \(special\)\.$/)
    setup.restart()
    setup.clock.advance(5_000)
    expect(setup.notified).toHaveLength(1)
  })

  it('fires once when a routine report is overdue', () => {
    setup.mark('557.20')
    report('13.9', 74)
    setup.set(rule({ kind: 'reading_late' }))
    setup.clock.advance(50_000)
    expect(setup.notified).toEqual([])
    setup.mark('557.20')
    setup.clock.advance(MINUTE)
    expect(setup.notified).toHaveLength(1)
    expect(setup.notified[0]).toMatch(/^KNYC has sent no routine report since \d\d:\d\d UTC\.$/)
  })

  it('is not watched without a recent report, and says so', () => {
    setup.mark('557.20')
    report('13.9', 10)
    setup.set(rule({ kind: 'reading_new' }))
    expect(setup.view().alerts[0]?.paused).toBeNull()
    setup.station = null
    expect(setup.view().alerts[0]?.paused).toBe('No recent station report. See the Station panel.')
  })

  it('rejects a difference of nothing', () => {
    setup.mark('557.20')
    expect(() => setup.set(rule({ kind: 'reading_gap', degrees: '0' as never }))).toThrow('greater than 0')
  })
})
