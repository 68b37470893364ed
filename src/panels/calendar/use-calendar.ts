/** The current calendar, built from streams and account reads, and the formatting of its events. */

import { useMemo } from 'react'
import { type CalendarEvent, calendarOf, heldText } from '../../../contract/calendar.ts'
import { type Exposure, exposureOf } from '../../../contract/exposure.ts'
import { tradesShares } from '../../../contract/family-rules.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { counted } from '../../../contract/plural.ts'
import { countdown } from '../../format/index.ts'
import { useServerClockValue, useTopic } from '../../market-data/index.ts'
import { useAccount, useMarkets, useOpenOrders } from '../../queries/index.ts'

const MINUTE = 60_000
/** Below this remaining time it counts by the second, ms. */
const CLOSE = 5 * MINUTE

/** `4 min 12 s`, `23 min`, `1 h 02 min`; `now` once it is reached. Before the last minutes it counts by the minute, rounded up. */
export function leftText(ms: number): string {
  if (ms <= 0) return 'now'
  if (ms <= CLOSE) return countdown(ms)
  const minutes = Math.ceil(ms / MINUTE)
  return minutes < 60 ? `${minutes}\u00a0min` : countdown(minutes * MINUTE)
}

/** Its name where nothing determines which of two assets it is. */
export const nameOf = ({ name, family }: CalendarEvent): string => name ?? `The next ${family} asset`

/** `3 outcomes`, for a question with several that end together. */
export const countOf = ({ markets }: CalendarEvent): string | null =>
  markets.length > 1 ? `${markets.length} outcomes` : null

const part = (count: number, one: string, several: string): readonly string[] =>
  count === 0 ? [] : [counted(count, one, several)]

/** `long 40 at 554.50, 2 orders, 1 exit`; empty where there is nothing. @param nameOfCoin returns the name of a share */
export function mineText({ positions, orders, exits, algos }: Exposure, nameOfCoin: (coin: string) => string): string {
  return [
    ...positions.map((one) => (tradesShares(one.family) ? `${nameOfCoin(one.asset)} ${heldText(one)}` : heldText(one))),
    ...part(orders, 'order', 'orders'),
    ...part(exits, 'exit', 'exits'),
    ...part(algos, 'scale or slices', 'scales or slices'),
  ].join(', ')
}

/** The market of a row; of several outcomes the held one, else the first. Null where nothing determines it. */
export function marketOf({ family, asset, markets }: CalendarEvent, { positions }: Exposure): MarketRef | null {
  if (family !== 'outcome') return asset === null ? null : { family, asset }
  const isHeld = ({ coin }: { readonly coin: string }): boolean => positions.some((one) => one.asset === coin)
  const market = markets.find(({ sides }) => sides.some(isHeld)) ?? markets[0]
  const side = market?.sides.find(isHeld) ?? market?.sides[0]
  return market === undefined || side === undefined ? null : { family, outcomeId: market.outcomeId, side: side.index }
}

/** A row of the calendar. */
export interface CalendarRow {
  readonly event: CalendarEvent
  readonly exposure: Exposure
}

const NONE: readonly never[] = []

export function useCalendar() {
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
  // Past events disappear with their minute: every event, and the horizon, is at a whole minute.
  const minute = useServerClockValue((now) => Math.floor(now / MINUTE) * MINUTE)
  const calendar = useMemo(() => calendarOf(facts, minute), [facts, minute])
  const rows = useMemo(
    () => calendar.events.map((event) => ({ event, exposure: exposureOf(event, { positions, orders, exits, algos }) })),
    [calendar, positions, orders, exits, algos],
  )
  return {
    rows,
    /** Number of outcome markets without an expiry. */
    undated: calendar.undated,
    /** Whether no family has been received yet. */
    isLoading: bucket === undefined && binary?.receivedAt == null && outcomes?.receivedAt == null,
    /** Failed reads, with the service's messages. */
    errors: [binary?.error, outcomes?.error].filter((error) => error != null),
  }
}
