/** The period of a panel, saved with the panel. */
import { useCallback, useMemo } from 'react'
import { EVER, type PeriodInput } from '../../contract/books-view.ts'
import { type Result, refused } from '../../contract/result.ts'
import { type Calendar, dateAfter, dayOfYear, UTC_CALENDAR, useFormat } from '../format/index.ts'
import { useServerClockValue } from '../market-data/index.ts'
import { usePanelOption } from '../workspace/index.ts'

/** Periods that a trader chooses: by a name that moves on with the days, or from one date to another. */
export const NAMED_SPANS = ['day', 'week', 'month', 'this_month', 'last_month', 'this_year', 'all'] as const
type NamedSpan = (typeof NAMED_SPANS)[number]

/** First and last day, as `2026-11-21`, both inclusive; null where there is no limit. */
export interface Dates {
  readonly from: string | null
  readonly to: string | null
}

export type Span = NamedSpan | Dates

export const SPAN_NAMES: { readonly [N in NamedSpan]: string } = {
  day: 'Today',
  week: '7 days',
  month: '30 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  all: 'All',
}

/** After a label: `No fills · last 7 days`. */
const AFTER_LABEL: { readonly [N in Exclude<NamedSpan, 'all'>]: string } = {
  day: 'today',
  week: 'last 7 days',
  month: 'last 30 days',
  this_month: 'this month',
  last_month: 'last month',
  this_year: 'this year',
}

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const FIRST = '1970-01-01'

/** A date as typed; null for an empty text. An invalid one is refused with a sentence that states what to do. */
export function typedDate(text: string): Result<string | null, string> {
  const typed = text.trim()
  if (typed === '') return { ok: true, value: null }
  const match = DATE.exec(typed)
  if (match === null) return refused(`“${typed}” is not a date. Use the format 2026-11-21.`)
  const date = [match[1], match[2]?.padStart(2, '0'), match[3]?.padStart(2, '0')].join('-')
  const at = Date.parse(date)
  // JavaScript dates overflow: 31 June becomes 1 July.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date)
    return refused(`${date} is not a calendar date.`)
  return date < FIRST ? refused(`${date} is before ${FIRST}, the first possible date.`) : { ok: true, value: date }
}

/** The error of two dates, as a sentence; null if valid. */
export const wrongOrder = ({ from, to }: Dates): string | null =>
  from !== null && to !== null && to < from ? `The last day is before the first, ${from}. Choose a later one.` : null

/** Parses a saved period. */
export function spanFrom(kept: unknown, fallback: NamedSpan): Span {
  const named = NAMED_SPANS.find((one) => one === kept)
  if (named !== undefined) return named
  if (typeof kept !== 'object' || kept === null) return fallback
  const { from, to } = kept as Readonly<Record<string, unknown>>
  const dates = { from: keptDate(from), to: keptDate(to) }
  return (dates.from === null && dates.to === null) || wrongOrder(dates) !== null ? fallback : dates
}

function keptDate(kept: unknown): string | null {
  const date = typeof kept === 'string' ? typedDate(kept) : null
  return date?.ok === true ? date.value : null
}

/** First and last day of a period. @param today the current date */
function datesOf(span: Span, today: string): Dates {
  if (typeof span !== 'string') return span
  const month = today.slice(0, 7)
  const lastOfBefore = dateAfter(`${month}-01`, -1)
  switch (span) {
    case 'day':
      return { from: today, to: null }
    case 'week':
      return { from: dateAfter(today, -6), to: null }
    case 'month':
      return { from: dateAfter(today, -29), to: null }
    case 'this_month':
      return { from: `${month}-01`, to: null }
    case 'last_month':
      return { from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: null }
    case 'all':
      return { from: null, to: null }
  }
}

/** The period as sent to main. */
export function periodOf(span: Span, today: string, calendar: Calendar): PeriodInput {
  const { from, to } = datesOf(span, today)
  if (from === null && to === null) return 'all'
  return {
    from: from === null ? 0 : Math.max(0, calendar.startOf(from)),
    to: to === null ? EVER : calendar.startOf(dateAfter(to, 1)),
  }
}

/** Includes the year if it is not the current one. */
function dayText(date: string, today: string): string {
  const day = dayOfYear(new Date(Date.parse(date)))
  return date.slice(0, 4) === today.slice(0, 4) ? day : `${day} ${date.slice(0, 4)}`
}

/** On the button: `30 days`, `1 Nov – 15 Nov`, `since 1 Nov`. */
export function spanText(span: Span, today: string): string {
  if (typeof span === 'string') return SPAN_NAMES[span]
  const [from, to] = [span.from, span.to].map((date) => (date === null ? null : dayText(date, today)))
  if (from == null) return `until ${to}`
  if (to == null) return `since ${from}`
  return from === to ? from : `${from} – ${to}`
}

/** Where a period has nothing: `No fills · last 7 days`, `No fills · 1 Nov – 15 Nov`; for all, the given sentence. */
export function nothingText(span: Span, today: string, what: string, ever: string): string {
  if (span === 'all') return ever
  return `${what} · ${typeof span === 'string' ? AFTER_LABEL[span] : spanText(span, today)}`
}

/** In the name of a file: `2026-11-21`, `2026-11`, `2026-11-01-to-2026-11-15`, `all`. */
export function spanInFileName(span: Span, today: string): string {
  switch (span) {
    case 'all':
      return `all-${today}`
    case 'day':
      return today
    case 'this_month':
      return today.slice(0, 7)
    case 'last_month':
      return datesOf(span, today).to?.slice(0, 7) ?? today
    case 'this_year':
      return today.slice(0, 4)
    default: {
      const { from, to } = datesOf(span, today)
      if (from === null) return `until-${to}`
      return to === null && typeof span !== 'string' ? `since-${from}` : `${from}-to-${to ?? today}`
    }
  }
}

export interface ChosenPeriod {
  readonly span: Span
  readonly choose: (span: Span) => void
  /** The period as sent to main; the same object while unchanged. */
  readonly asked: PeriodInput
  /** On the button. */
  readonly text: string
  /** `No fills · today` from `No fills`; for all, the given sentence. */
  readonly nothing: (what: string, ever: string) => string
  readonly inFileName: string
  /** Name of the time zone of the days. */
  readonly zone: string
}

interface PeriodOptions {
  /** The default period. */
  readonly fallback: NamedSpan
  /** The time zone of the days: the displayed one, or UTC for records stored by day. */
  readonly days: 'shown' | 'utc'
}

export function usePeriod({ fallback, days }: PeriodOptions): ChosenPeriod {
  const read = useCallback((kept: unknown) => spanFrom(kept, fallback), [fallback])
  const [span, choose] = usePanelOption<Span>('period', read)
  const format = useFormat()
  const calendar = days === 'utc' ? UTC_CALENDAR : format.calendar
  const today = useServerClockValue((now) => calendar.dateOf(now))
  const zone = useServerClockValue((now) => (days === 'utc' ? 'UTC' : format.zone(now)), 60_000)
  const key = JSON.stringify(span)
  return useMemo(() => {
    const known = JSON.parse(key) as Span
    return {
      span: known,
      choose,
      asked: periodOf(known, today, calendar),
      text: spanText(known, today),
      nothing: (what, ever) => nothingText(known, today, what, ever),
      inFileName: spanInFileName(known, today),
      zone,
    }
  }, [key, choose, today, calendar, zone])
}
