import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimal, fromUnits } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { type Millis, millis } from '../time.ts'
import {
  beyondBand,
  dayStart,
  forecastAt,
  measured,
  namedStation,
  nextReport,
  parseStationId,
  REPORT_GRACE,
  readingAt,
  standardOffset,
  statedDay,
  stationDay,
} from './index.ts'

const HOUR = 3_600_000
const at = (text: string): Millis => millis(Date.parse(text))
const RUNS = { numRuns: runs(300, 5000) }

/** A whole °F as a station reports it, by integers only: tenths of °C, rounded. */
const tenthsOf = (fahrenheit: number): number => {
  const fiftieths = 50 * (fahrenheit - 32)
  return Math.sign(fiftieths) * Math.floor((2 * Math.abs(fiftieths) + 9) / 18)
}
const celsiusOf = (tenths: number): Decimal => fromUnits(BigInt(tenths), 1)

describe('the temperature that a report can stand for', () => {
  it('is ± 0.5 °F around the whole °F whose conversion was reported', () => {
    fc.assert(
      fc.property(fc.integer({ min: -80, max: 140 }), (fahrenheit) => {
        const seen = measured(celsiusOf(tenthsOf(fahrenheit)))
        expect(seen.candidates).toEqual([String(fahrenheit)])
        expect(seen.value).toBe(String(fahrenheit))
        expect(Number(seen.low)).toBe(fahrenheit - 0.5)
        expect(Number(seen.high)).toBe(fahrenheit + 0.5)
      }),
      RUNS,
    )
  })

  it('is ± 0.09 °F where no whole °F is reported like that', () => {
    const whole = new Set(Array.from({ length: 300 }, (_, i) => tenthsOf(i - 100)))
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 600 }), (tenths) => {
        fc.pre(!whole.has(tenths))
        const seen = measured(celsiusOf(tenths))
        expect(seen.candidates).toEqual([])
        expect(Number(seen.value)).toBeCloseTo(32 + 0.18 * tenths, 9)
        expect(Number(seen.high) - Number(seen.low)).toBeCloseTo(0.18, 9)
      }),
      RUNS,
    )
  })

  it('lists exactly the whole °F that round to a whole °C, and its band holds each of them ± 0.5 °F', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), (celsius) => {
        const seen = measured(decimal(String(celsius)))
        const expected = Array.from({ length: 260 }, (_, i) => i - 100).filter(
          (fahrenheit) => Math.round((Math.abs(fahrenheit - 32) * 5) / 9) * Math.sign(fahrenheit - 32) + 0 === celsius,
        )
        expect(seen.candidates).toEqual(expected.map(String))
        expect(expected.length).toBeGreaterThan(0)
        for (const one of expected) {
          expect(Number(seen.low)).toBeLessThanOrEqual(one - 0.5)
          expect(Number(seen.high)).toBeGreaterThanOrEqual(one + 0.5)
        }
        expect(Number(seen.low)).toBeLessThanOrEqual(32 + 1.8 * (celsius - 0.5) + 1e-9)
        expect(Number(seen.high)).toBeGreaterThanOrEqual(32 + 1.8 * (celsius + 0.5) - 1e-9)
      }),
    )
  })

  it.each([
    ['13.9', '57', '56.5', '57.5', ['57']],
    ['14.0', '57.2', '57.11', '57.29', []],
    ['14', '57.2', '56.3', '58.5', ['57', '58']],
    ['0', '32', '31.1', '32.9', ['32']],
    ['-2.2', '28', '27.5', '28.5', ['28']],
    ['-2', '28.4', '27.5', '29.5', ['28', '29']],
  ])('%s °C is %s °F, from %s to %s', (celsius, value, low, high, candidates) => {
    expect(measured(decimal(celsius))).toEqual({ celsius, value, low, high, candidates })
  })

  it('rejects a value that is finer than any report', () => {
    expect(() => measured(decimal('13.95'))).toThrow(RangeError)
  })

  it('is compared with a mark by the end of its band that is nearer', () => {
    const band = measured(decimal('13.9'))
    expect(beyondBand('58.10' as never, band)).toBe('0.6')
    expect(beyondBand('57.49' as never, band)).toBe('0')
    expect(beyondBand('55' as never, band)).toBe('-1.5')
  })
})

describe('the id of a station', () => {
  it.each(['KNYC', 'EGLL', 'NYC', 'K1YT', '72503'])('%s is one', (id) => expect(parseStationId(id)).toBe(id))
  it.each(['', 'KN', 'knyc', 'KNYC/..', 'KNYC?x', 'KNYCXX', 'K NY', 'KNYÇ'])('%j is none', (id) =>
    expect(parseStationId(id)).toBeNull(),
  )

  it('is taken from a market that names it, and never guessed', () => {
    expect(namedStation('KNYC Central Park, New York')).toBe('KNYC')
    expect(namedStation('KNYC, Central Park')).toBe('KNYC')
    expect(namedStation(' NYC ')).toBe('NYC')
    for (const none of [null, '', 'NEW YORK CITY', 'Central Park', 'New York (KNYC)'])
      expect(namedStation(none)).toBeNull()
  })
})

describe('the next report', () => {
  const last = at('2026-11-30T14:51:00Z')

  it('is an hour after the last routine one', () => {
    expect(nextReport(last, last + 10 * 60_000)).toEqual({ at: last + HOUR, missingSince: null })
    expect(nextReport(last, last + HOUR + REPORT_GRACE)).toEqual({ at: last + HOUR, missingSince: null })
  })

  it('is the one after the missing ones once they are overdue', () => {
    expect(nextReport(last, last + HOUR + REPORT_GRACE + 1)).toEqual({ at: last + 2 * HOUR, missingSince: last + HOUR })
    expect(nextReport(last, last + 5 * HOUR)).toEqual({ at: last + 5 * HOUR, missingSince: last + HOUR })
  })
})

describe("the station's day", () => {
  const NEW_YORK = 'America/New_York'

  it('begins at midnight of standard time, in summer too', () => {
    expect(dayStart(NEW_YORK, at('2026-12-01T04:59:00Z'))).toBe(at('2026-11-30T05:00:00Z'))
    expect(dayStart(NEW_YORK, at('2026-07-01T04:59:00Z'))).toBe(at('2026-06-30T05:00:00Z'))
    expect(dayStart(NEW_YORK, at('2026-07-01T05:00:00Z'))).toBe(at('2026-07-01T05:00:00Z'))
    expect(standardOffset('Europe/Dublin', at('2026-07-01T00:00:00Z'))).toBe(0)
    expect(standardOffset('Australia/Sydney', at('2026-01-01T00:00:00Z'))).toBe(10 * HOUR)
    expect(() => dayStart('Nowhere/None', 0)).toThrow(RangeError)
  })

  const start = at('2026-11-30T05:00:00Z')
  const reading = (hours: number, celsius: string) => ({
    observedAt: millis(start + hours * HOUR),
    celsius: decimal(celsius),
  })
  type Facts = Parameters<typeof stationDay>[0]
  const dayOf = (readings: Facts['readings'], more: Partial<Facts> = {}) =>
    stationDay({ readings, sixHours: [], day24: [], ...more }, start)

  it('has the high and the low of its readings, and of six hours that lie inside of it', () => {
    const readings = [reading(-1, '20.0'), reading(1, '5.0'), reading(7, '9.4'), reading(24, '30.0')]
    expect(dayOf(readings)).toMatchObject({
      high: { celsius: '9.4', by: 'reading' },
      low: { celsius: '5.0' },
    })
    const sixHours = [
      { at: millis(start + 3 * HOUR), high: decimal('25.0'), low: decimal('-9.0') },
      { at: millis(start + 7 * HOUR), high: decimal('10.6'), low: decimal('4.4') },
    ]
    expect(dayOf(readings, { sixHours })).toMatchObject({
      high: { celsius: '10.6', by: 'six_hour' },
      low: { celsius: '4.4', by: 'six_hour' },
    })
  })

  it('takes a value in whole °C only where all that it can stand for lies beyond the finer ones', () => {
    const readings = [reading(1, '2.8'), reading(2, '3'), reading(3, '2'), reading(4, '3.3')]
    expect(dayOf(readings)).toMatchObject({ high: { celsius: '3.3' }, low: { celsius: '2.8' } })
    const more = [...readings, reading(5, '6'), reading(6, '0')]
    expect(dayOf(more)).toMatchObject({ high: { celsius: '6' }, low: { celsius: '0' } })
    expect(dayOf([reading(1, '3'), reading(2, '4')])).toMatchObject({ high: { celsius: '4' } })
  })

  it('has none before its first reading', () => {
    expect(dayOf([reading(-1, '20.0')])).toBeNull()
  })

  const midnight = (minutes: number, high: string | null, low: string | null) => ({
    at: millis(start + 24 * HOUR + minutes * 60_000),
    high: high === null ? null : decimal(high),
    low: low === null ? null : decimal(low),
  })

  it('has the official high and low of its 24-hour group, which only a later reading of the day exceeds', () => {
    const day24 = [midnight(-9, '9.4', '5.0')]
    // A five-minute value and a six-hour extreme from before the group, and readings of both days after it.
    const readings = [reading(8, '20'), reading(23.9, '4.4'), reading(24, '30.0')]
    const sixHours = [{ at: millis(start + 18 * HOUR), high: decimal('10.6'), low: null }]
    expect(dayOf(readings, { sixHours, day24 })).toMatchObject({
      high: { celsius: '9.4', by: 'day', at: midnight(-9, null, null).at },
      low: { celsius: '4.4', by: 'reading' },
    })
    expect(dayOf([], { day24 })).toMatchObject({ high: { celsius: '9.4' }, low: { celsius: '5.0' } })
  })

  it('takes a 24-hour group only from the report of its own midnight, and with both values', () => {
    for (const group of [
      midnight(-16, '9.4', '5.0'),
      midnight(16, '9.4', '5.0'),
      midnight(-24 * 60, '9.4', '5.0'),
      midnight(-9, '9.4', null),
      midnight(-9, null, '5.0'),
    ]) {
      expect(statedDay([group], start)).toBeNull()
      expect(dayOf([], { day24: [group] })).toBeNull()
    }
    for (const minutes of [-15, 0, 15]) expect(statedDay([midnight(minutes, '9.4', '5.0')], start)).not.toBeNull()
    // In summer, midnight of standard time is 01:00 by the clock.
    const summer = dayStart(NEW_YORK, at('2026-07-01T12:00:00Z'))
    const report = { at: at('2026-07-02T04:51:00Z'), high: decimal('30.0'), low: decimal('20.0') }
    expect(statedDay([report], summer)?.high.celsius).toBe('30.0')
  })
})

describe('a forecast', () => {
  const points = [50, 53, 51].map((temperature, i) => ({
    at: millis(i * HOUR),
    temperature: String(temperature) as never,
  }))

  it('is interpolated between its points, and ends with them', () => {
    expect([0, 0.5, 1, 1.5, 2].map((hours) => forecastAt(points, hours * HOUR))).toEqual([50, 51.5, 53, 52, 51])
    expect(forecastAt(points, -1)).toBeNull()
    expect(forecastAt(points, 2 * HOUR + 1)).toBeNull()
  })
})

describe('the reading of a moment', () => {
  it('is the newest one that was observed by then, unless that is too old', () => {
    const readings = [3, 2, 1].map((hours) => ({ observedAt: millis(hours * HOUR) }))
    expect(readingAt(readings, 2.5 * HOUR, HOUR)).toEqual({ observedAt: 2 * HOUR })
    expect(readingAt(readings, 5 * HOUR, HOUR)).toBeNull()
    expect(readingAt(readings, 0.5 * HOUR, HOUR)).toBeNull()
  })
})
