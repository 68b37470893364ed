import { describe, expect, it } from 'vitest'
import { EVER } from '../../contract/books-view.ts'
import { createFormat, UTC_CALENDAR } from '../format/index.ts'
import {
  NAMED_SPANS,
  nothingText,
  periodOf,
  type Span,
  spanFrom,
  spanInFileName,
  spanText,
  typedDate,
  wrongOrder,
} from './use-period.ts'

const TODAY = '2026-03-05'
const NEW_YORK = createFormat({ zone: 'America/New_York', temperature: 'fahrenheit', grouping: 'comma' }).calendar
const dates = (from: string | null, to: string | null): Span => ({ from, to })
const at = (text: string): number => Date.parse(text)

describe('a chosen period', () => {
  it.each<[Span, string | null, string | null, string, string, string]>([
    ['day', '2026-03-05', null, 'Today', 'today', '2026-03-05'],
    ['week', '2026-02-27', null, '7 days', 'last 7 days', '2026-02-27-to-2026-03-05'],
    ['month', '2026-02-04', null, '30 days', 'last 30 days', '2026-02-04-to-2026-03-05'],
    ['this_month', '2026-03-01', null, 'This month', 'this month', '2026-03'],
    ['last_month', '2026-02-01', '2026-03-01', 'Last month', 'last month', '2026-02'],
    ['this_year', '2026-01-01', null, 'This year', 'this year', '2026'],
    [
      ...([dates('2026-02-03', '2026-02-09'), '2026-02-03', '2026-02-10'] as const),
      ...(['3 Feb – 9 Feb', '3 Feb – 9 Feb', '2026-02-03-to-2026-02-09'] as const),
    ],
    [dates('2025-12-31', null), '2025-12-31', null, 'since 31 Dec 2025', 'since 31 Dec 2025', 'since-2025-12-31'],
    [dates(null, '2026-01-31'), '1970-01-01', '2026-02-01', 'until 31 Jan', 'until 31 Jan', 'until-2026-01-31'],
    [dates('2026-02-03', '2026-02-03'), '2026-02-03', '2026-02-04', '3 Feb', '3 Feb', '2026-02-03-to-2026-02-03'],
  ])('%j is from %s up to %s', (span, from, to, text, nothing, file) => {
    expect(periodOf(span, TODAY, UTC_CALENDAR)).toEqual({
      from: from === null ? 0 : at(from),
      to: to === null ? EVER : at(to),
    })
    expect(spanText(span, TODAY)).toBe(text)
    expect(nothingText(span, TODAY, 'No fills', 'No fills yet.')).toBe(`No fills · ${nothing}`)
    expect(spanInFileName(span, TODAY)).toBe(file)
  })

  it('is everything, and has the sentence of a panel without records', () => {
    expect(periodOf('all', TODAY, UTC_CALENDAR)).toBe('all')
    expect([spanText('all', TODAY), nothingText('all', TODAY, 'No fills', 'No fills yet.')]).toEqual([
      'All',
      'No fills yet.',
    ])
    expect(spanInFileName('all', TODAY)).toBe('all-2026-03-05')
  })

  it('covers the days of the zone, also over a clock change', () => {
    expect(periodOf(dates('2026-03-08', '2026-03-08'), TODAY, NEW_YORK)).toEqual({
      from: at('2026-03-08T05:00Z'),
      to: at('2026-03-09T04:00Z'),
    })
  })

  it('is unchanged after saving, and falls back to the default where it cannot be parsed', () => {
    for (const span of [...NAMED_SPANS, dates('2026-01-01', null), dates('2026-01-01', '2026-01-02')])
      expect(spanFrom(JSON.parse(JSON.stringify(span)), 'week')).toEqual(span)
    for (const kept of [undefined, 7, 'ever', null, {}, { from: 'x', to: 5 }, { from: '2026-02-02', to: '2026-01-01' }])
      expect(spanFrom(kept, 'week')).toBe('week')
  })

  it('names files within main’s rules', () => {
    for (const span of [...NAMED_SPANS, dates('2026-01-01', null), dates(null, '2026-01-02')])
      expect(spanInFileName(span, TODAY)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})

describe('a typed date', () => {
  it.each([
    [' 2026-11-21 ', '2026-11-21'],
    ['2026-1-2', '2026-01-02'],
    ['', null],
    ['2028-02-29', '2028-02-29'],
  ])('%j is %s', (text, value) => {
    expect(typedDate(text)).toEqual({ ok: true, value })
  })

  it.each([
    ['21.11.2026', '“21.11.2026” is not a date. Use the format 2026-11-21.'],
    ['yesterday', '“yesterday” is not a date. Use the format 2026-11-21.'],
    ['2026-06-31', '2026-06-31 is not a calendar date.'],
    ['2026-13-01', '2026-13-01 is not a calendar date.'],
    ['1969-12-31', '1969-12-31 is before 1970-01-01, the first possible date.'],
  ])('%j is refused: %s', (text, error) => {
    expect(typedDate(text)).toEqual({ ok: false, error })
  })

  it('is refused as the last day if it is before the first', () => {
    expect(wrongOrder({ from: '2026-02-02', to: '2026-02-01' })).toBe(
      'The last day is before the first, 2026-02-02. Choose a later one.',
    )
    expect(wrongOrder({ from: '2026-02-02', to: '2026-02-02' })).toBeNull()
    expect(wrongOrder({ from: null, to: '2026-02-02' })).toBeNull()
  })
})
