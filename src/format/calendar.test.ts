import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { calendarOf, dateAfter, UTC_CALENDAR } from './calendar.ts'
import { zoneClock } from './zone-clock.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

describe('the days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z'],
    ['America/New_York', '2026-07-01', '2026-07-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
    // Santiago puts its clock forward at midnight: the day begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // Samoa skipped this day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, date, begin) => {
    expect(iso(calendarOf(zoneClock(zone)).startOf(date))).toBe(begin)
  })

  it('assign every moment to the last day that began', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kolkata',
      'Europe/London',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.nat(1_900_000_000_000), (zone, at) => {
        const calendar = calendarOf(zoneClock(zone))
        const date = calendar.dateOf(at)
        expect(calendar.startOf(date)).toBeLessThanOrEqual(at)
        expect(calendar.startOf(dateAfter(date, 1))).toBeGreaterThan(at)
        expect(calendar.dateOf(calendar.startOf(date))).toBe(date)
      }),
      { numRuns: runs(50, 3000) },
    )
  })

  it('cross the ends of months and leap years', () => {
    expect([dateAfter('2026-12-31', 1), dateAfter('2028-03-01', -1), dateAfter('2026-03-01', -1)]).toEqual([
      ...['2027-01-01', '2028-02-29', '2026-02-28'],
    ])
    expect(UTC_CALENDAR.dateOf(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21')
  })
})

it('include the last representable moment in every zone', () => {
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/New_York'])
    for (const at of [8.64e15, -8.64e15]) expect(zoneClock(zone).at(at).getTime()).not.toBeNaN()
})
