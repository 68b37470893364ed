/** The stretch of time that a panel is of, kept with the panel. */
import { useCallback, useMemo } from 'react'
import type { AskedPeriod } from '../../contract/books-view.ts'
import { UTC_CALENDAR, useFormat } from '../format/index.ts'
import { useServerClockValue } from '../market-data/index.ts'
import { usePanelOption } from '../workspace/index.ts'
import { type NamedSpan, periodOf, type Span, spanFrom, spanInFileName, spanInSentence, spanText } from './span.ts'

export interface ChosenPeriod {
  readonly span: Span
  readonly choose: (span: Span) => void
  /** What main is asked; the same as long as it asks the same. */
  readonly asked: AskedPeriod
  /** On the button. */
  readonly words: string
  /** `No fill today.` of `No fill`, and of all the sentence that is given for that. */
  readonly nothing: (what: string, ever: string) => string
  readonly inFileName: string
  /** What the zone is called whose days are meant. */
  readonly zone: string
}

interface PeriodOptions {
  /** What it is until another was chosen. */
  readonly fallback: NamedSpan
  /** Whose days are meant: those of the zone that times are shown in, or, of what is kept by day, UTC's. */
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
      words: spanText(known, today),
      nothing: (what, ever) => (known === 'all' ? ever : `${what} ${spanInSentence(known, today)}.`),
      inFileName: spanInFileName(known, today),
      zone,
    }
  }, [key, choose, today, calendar, zone])
}
