import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BinaryView } from './binary.ts'
import { calendarOf } from './calendar.ts'
import type { Bucket } from './market.ts'
import type { OutcomeMarket } from './outcome.ts'
import { runs, SEED } from './testing/property-runs.ts'
import { millis } from './time.ts'

type CalendarFacts = Parameters<typeof calendarOf>[0]

const HOUR = 3_600_000
const MINUTE = 60_000
const START = Date.UTC(2026, 2, 4, 12)
const bucket = (asset: string, start: number, hours = 2): Bucket => ({
  asset,
  start: millis(start),
  end: millis(start + hours * HOUR),
  phaseText: null,
})
const NOTHING: CalendarFacts = { bucket: null, scalars: [], binary: null, outcomes: [] }
const scalar = (start: number): CalendarFacts => ({
  ...NOTHING,
  bucket: { current: bucket('A', start), next: bucket('B', start + 2 * HOUR) },
})
const binary = (more: { cutoff?: number | null; end?: number; assets?: string[] } = {}): CalendarFacts => {
  const { cutoff = START + 117 * MINUTE, end = START + 2 * HOUR, assets = ['X', 'Y'] } = more
  return {
    ...NOTHING,
    binary: {
      markets: assets.map((asset) => ({ asset })),
      status: { activeAsset: 'X', entryCutoff: cutoff },
      bucket: { asset: 'X', start: START, end },
    } as unknown as BinaryView,
  }
}
const outcome = (outcomeId: number, expiry: number | null, more: Partial<OutcomeMarket> = {}): OutcomeMarket =>
  ({
    outcomeId,
    name: `above ${outcomeId}`,
    sides: [
      { index: 0, name: 'Yes' as never, coin: `#${outcomeId}0` },
      { index: 1, name: 'No' as never, coin: `#${outcomeId}1` },
    ],
    questions: [],
    expiry,
    expired: false,
    settling: false,
    winner: null,
    ...more,
  }) as unknown as OutcomeMarket

describe('scalar buckets', () => {
  it('come from the service, then from the schedule: the assets alternate', () => {
    const { events } = calendarOf(scalar(START), START + MINUTE)
    expect(events).toHaveLength(24)
    expect(events.slice(0, 4).map(({ asset, at, isExpected }) => [asset, (at - START) / HOUR, isExpected])).toEqual([
      ['A', 2, false],
      ['B', 4, false],
      ['A', 6, true],
      ['B', 8, true],
    ])
    expect(events.slice(0, 4).map(({ concerns }) => concerns)).toEqual([['A'], ['B'], [], []])
  })

  it('follow the next bucket while none is live, and the live one when no next is published', () => {
    const next = bucket('B', START + 2 * HOUR)
    const settling = calendarOf(
      { ...NOTHING, bucket: { current: null, next }, scalars: ['A', 'B'] },
      START + 2 * HOUR + 1,
    )
    expect(settling.events.slice(0, 2)).toMatchObject([{ asset: 'B' }, { asset: 'A', isExpected: true }])
    const alone = { ...NOTHING, bucket: { current: bucket('A', START), next: null } }
    expect(calendarOf({ ...alone, scalars: ['A', 'B'] }, START).events[1]).toMatchObject({
      asset: 'B',
      isExpected: true,
    })
    expect(calendarOf(alone, START).events[1]).toMatchObject({ asset: null, name: null, isExpected: true })
  })

  it('are empty before anything is published', () => {
    expect(calendarOf(NOTHING, START)).toEqual({ events: [], undated: 0 })
    expect(calendarOf({ ...NOTHING, bucket: { current: null, next: null } }, START).events).toEqual([])
  })

  it('appear exactly once over 48 hours at any time, also across a DST change', () => {
    // New York changes its clocks on 8 March and 1 November 2026: the service's buckets are in UTC.
    const changes = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6), START]
    fc.assert(
      fc.property(fc.constantFrom(...changes), fc.integer({ min: -144 * HOUR, max: 48 * HOUR }), (around, off) => {
        const now = around + off
        const start = Math.floor(now / (2 * HOUR)) * 2 * HOUR
        const { events } = calendarOf(scalar(start), now)
        const expected = Array.from({ length: 24 }, (_, i) => start + (i + 1) * 2 * HOUR)
        expect(events.map(({ at }) => at)).toEqual(expected)
        expect(new Set(events.map(({ id }) => id)).size).toBe(24)
        for (const [i, { asset }] of events.entries()) expect(asset).toBe(i % 2 === 0 ? 'A' : 'B')
      }),
      { seed: SEED, numRuns: runs(100, 3000) },
    )
  })

  it('keep their id when an expected bucket is published', () => {
    const early = calendarOf(scalar(START), START).events
    const then = { current: bucket('B', START + 2 * HOUR), next: bucket('A', START + 4 * HOUR) }
    const later = calendarOf({ ...NOTHING, bucket: then }, START + 2 * HOUR).events
    const [, , third] = early
    expect(third?.isExpected).toBe(true)
    expect(later.find(({ id }) => id === third?.id)).toMatchObject({ at: third?.at, asset: 'A', isExpected: false })
  })
})

describe('binary markets', () => {
  it('end their entries, start averaging and settle in each bucket', () => {
    const { events } = calendarOf(binary(), START + MINUTE)
    expect(
      events.slice(0, 4).map(({ kind, at, isExpected, asset }) => [kind, (at - START) / MINUTE, isExpected, asset]),
    ).toEqual([
      ['entries_end', 117, false, 'X'],
      ['closes_doubtful', 118, true, 'X'],
      ['settlement', 120, false, 'X'],
      ['entries_end', 237, true, 'Y'],
    ])
    expect(events.slice(0, 4).map(({ concerns }) => concerns)).toEqual([['X'], ['X'], ['X'], ['Y']])
  })

  it('have no cutoff when none is published, and continue after a bucket that is over', () => {
    expect(calendarOf(binary({ cutoff: null }), START).events.some(({ kind }) => kind === 'entries_end')).toBe(false)
    const over = calendarOf(binary(), START + 2 * HOUR + 1).events
    expect(over[0]).toMatchObject({ kind: 'entries_end', asset: 'Y', isExpected: true })
    expect(calendarOf(binary({ assets: ['X', 'Y', 'Z'] }), START + 3 * HOUR).events[0]).toMatchObject({ asset: null })
  })

  it('appear exactly once, including events before an end beyond the horizon', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 * HOUR }), (off) => {
        const now = START + off
        const { events } = calendarOf(binary(), now)
        for (const [kind, minutes] of [
          ['entries_end', 117],
          ['closes_doubtful', 118],
          ['settlement', 120],
        ] as const) {
          const times = events.filter((event) => event.kind === kind).map(({ at }) => at as number)
          const expected = Array.from({ length: 60 }, (_, i) => START + i * 2 * HOUR + minutes * MINUTE).filter(
            (at) => at > now && at <= now + 48 * HOUR,
          )
          expect(times).toEqual(expected)
        }
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      }),
      { seed: SEED, numRuns: runs(60, 1000) },
    )
  })
})

describe('outcomes', () => {
  const question = {
    id: 7,
    title: 'High of the day' as never,
    rules: null,
    exclusive: true,
    outcomes: [1, 2],
    several: true,
  }

  it('of one question that expire together are one event, others are separate', () => {
    const outcomes = [
      outcome(1, START + HOUR, { questions: [question] }),
      outcome(2, START + HOUR, { questions: [question] }),
      outcome(3, START + HOUR),
      outcome(4, START + 50 * HOUR),
      outcome(5, null),
      outcome(6, START + HOUR, { expired: true }),
    ]
    const { events, undated } = calendarOf({ ...NOTHING, outcomes }, START)
    expect(events.map(({ name, markets }) => [name, markets.length])).toEqual([
      ['above 3', 1],
      ['High of the day', 2],
    ])
    expect(events[1]?.concerns).toEqual(['#10', '#11', '#20', '#21'])
    expect(undated).toBe(1)
  })

  it('that expired without a payout come before all dated events', () => {
    const outcomes = [
      outcome(1, START + HOUR),
      outcome(2, START - HOUR),
      outcome(3, START - MINUTE, { settling: true }),
    ]
    const { events } = calendarOf({ ...scalar(START - HOUR), outcomes }, START)
    expect(events.slice(0, 3).map(({ kind, name }) => [kind, name])).toEqual([
      ['payout', 'above 2'],
      ['payout', 'above 3'],
      ['expiry', 'above 1'],
    ])
  })
})
