/** The calendar as of now, made of what streams and of what was read of the account. */
import { useMemo } from 'react'
import { type CalendarEvent, calendarOf } from '../../../contract/calendar.ts'
import { type Exposure, exposureOf } from '../../../contract/exposure.ts'
import { useServerClockValue, useTopic } from '../../market-data/index.ts'
import { useAccount, useMarkets, useOpenOrders } from '../../queries/index.ts'

/** A row of the calendar. */
export interface CalendarRow {
  readonly event: CalendarEvent
  readonly exposure: Exposure
}

interface CalendarNow {
  readonly rows: readonly CalendarRow[]
  /** Outcome markets that tell no expiry. */
  readonly undated: number
  /** Whether anything of any family was told yet. */
  readonly isLoading: boolean
  /** What could not be read, in the service's words. */
  readonly errors: readonly string[]
}

const NONE: readonly never[] = []
const MINUTE = 60_000

export function useCalendar(): CalendarNow {
  const bucket = useTopic({ kind: 'bucket' })
  const binary = useTopic({ kind: 'binary' })
  const outcomes = useTopic({ kind: 'outcomes' })
  const markets = useMarkets().data
  const positions = useAccount().data?.positions ?? NONE
  const orders = useOpenOrders().data ?? NONE
  const exits = useTopic({ kind: 'conditionals' }) ?? NONE
  const algos = useTopic({ kind: 'algos' }) ?? NONE
  const { current, next } = bucket ?? {}
  const [bound, market, status] = [binary?.bucket, binary?.markets, binary?.status]
  const listed = outcomes?.markets
  const facts = useMemo(
    () => ({
      bucket: current === undefined || next === undefined ? null : { current, next },
      scalars: (markets ?? NONE).map(({ asset }) => asset),
      binary: bound == null || market === undefined ? null : { bucket: bound, markets: market, status: status ?? null },
      outcomes: listed ?? NONE,
    }),
    [current, next, markets, bound, market, status, listed],
  )
  // What is past goes with the minute in which it happened: every event is at a whole one, and so is the horizon.
  const minute = useServerClockValue((now) => Math.floor(now / MINUTE) * MINUTE)
  const calendar = useMemo(() => calendarOf(facts, minute), [facts, minute])
  const rows = useMemo(
    () => calendar.events.map((event) => ({ event, exposure: exposureOf(event, { positions, orders, exits, algos }) })),
    [calendar, positions, orders, exits, algos],
  )
  return {
    rows,
    undated: calendar.undated,
    isLoading: bucket === undefined && binary?.receivedAt == null && outcomes?.receivedAt == null,
    errors: [binary?.error, outcomes?.error].filter((error) => error != null),
  }
}
