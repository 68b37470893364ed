/** Upcoming settlements, cutoffs and expiries, from the topics and the published schedule. Pure. */

import type { Family, Position } from './account.ts'
import type { BinaryView } from './binary.ts'
import { absolute, type Price, signOf, trimZeros } from './decimal.ts'
import { type BucketFamily, shownAverage } from './family-rules.ts'
import { grouped } from './grouped.ts'
import { type BucketView, TWAP_WINDOW } from './market.ts'
import type { OutcomeMarket } from './outcome.ts'
import { marketName, questionOf } from './outcome-names.ts'
import { priceLabel } from './price-text.ts'
import { type Millis, millis } from './time.ts'

/** A bucket of a family with buckets; `asset` null when it is not known which of the two it belongs to. */
interface ComingBucket {
  readonly asset: string | null
  /** Service time. */
  readonly start: number
  readonly end: number
  /** From the schedule alone: the service has not published it. */
  readonly isExpected: boolean
}

/** Shorter buckets are not used for a schedule, ms. */
const SHORTEST = 60_000

/**
 * `settlement`: a bucket ends and its contracts settle. `entries_end`: a binary market accepts no more predictions. `closes_doubtful`: its averaging
 * begins, in which a close may be refused (docs/service/binary.md#phases). `expiry`: shares stop trading. `payout`: they have expired and await
 * payout.
 */
export type CalendarKind = 'settlement' | 'entries_end' | 'closes_doubtful' | 'expiry' | 'payout'

export interface CalendarEvent {
  /** Stable for the same event as more of it becomes known. */
  readonly id: string
  readonly kind: CalendarKind
  readonly family: Family
  /** Service time. */
  readonly at: Millis
  /** From the schedule alone: the service has not published it. */
  readonly isExpected: boolean
  /** The asset of a bucket; null when it is not known which of the two it is, and for outcomes. */
  readonly asset: string | null
  /** Display name: the asset, or the question. */
  readonly name: string | null
  /** The outcome markets that end then; empty for other families. */
  readonly markets: readonly OutcomeMarket[]
  /** Assets and coins whose positions it concerns; empty for a later bucket, because today's positions settle before it. */
  readonly concerns: readonly string[]
  /** End of the bucket that it belongs to; the expiry for outcomes. */
  readonly ends: Millis
}

/** Input; null is what has not been read, or is not offered. */
interface CalendarFacts {
  readonly bucket: Pick<BucketView, 'current' | 'next'> | null
  /** The scalar assets of the deployment. */
  readonly scalars: readonly string[]
  readonly binary: Pick<BinaryView, 'bucket' | 'status' | 'markets'> | null
  readonly outcomes: readonly OutcomeMarket[]
}

interface Calendar {
  /** In order of time; payouts, which have no known time, come first. */
  readonly events: readonly CalendarEvent[]
  /** Number of trading outcome markets without a known expiry. */
  readonly undated: number
}

/** How far ahead the calendar looks, ms. */
const SPAN = 48 * 3_600_000

/** The other one of exactly two assets. */
function partnerOf(asset: string | null, of: readonly string[]): string | null {
  const others = of.filter((one) => one !== asset)
  return of.length === 2 && others.length === 1 ? (others[0] ?? null) : null
}

/** @param now service time, ms. @param span how far ahead, ms */
export function calendarOf(facts: CalendarFacts, now: number, span = SPAN): Calendar {
  const events = [
    ...scalarEvents(facts, now, span),
    ...binaryEvents(facts, now, span),
    ...outcomeEvents(facts.outcomes, now, span),
  ].sort((a, b) => a.at - b.at || compareText(a.id, b.id))
  return {
    events: [...events.filter(({ kind }) => kind === 'payout'), ...events.filter(({ kind }) => kind !== 'payout')],
    undated: facts.outcomes.filter(({ expired, settling, expiry }) => !expired && !settling && expiry === null).length,
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The first bucket of an asset that has not ended: the current position settles there. */
function firstOf(): (bucket: ComingBucket) => readonly string[] {
  const seen = new Set<string>()
  return ({ asset }) => {
    if (asset === null || seen.has(asset)) return []
    seen.add(asset)
    return [asset]
  }
}

function scalarEvents({ bucket, scalars }: CalendarFacts, now: number, span: number): readonly CalendarEvent[] {
  if (bucket === null) return []
  const published = [bucket.current, bucket.next].filter((one) => one !== null)
  const first = firstOf()
  return bucketsBetween(published, partnerOf(published.at(-1)?.asset ?? null, scalars), now, now + span).map((one) =>
    eventOf('scalar', 'settlement', one, one.end, first(one)),
  )
}

function binaryEvents({ binary }: CalendarFacts, now: number, span: number): readonly CalendarEvent[] {
  const bucket = binary?.bucket ?? null
  if (binary === null || bucket === null || bucket.end === null) return []
  const { start, end } = bucket
  const asset = bucket.asset ?? binary.status?.activeAsset ?? null
  const length = start === null ? null : end - start
  const cutoff = binary.status?.entryCutoff ?? null
  /** From the end of entries to the end of the bucket. */
  const lead = cutoff !== null && cutoff < end && (length === null || cutoff > end - length) ? end - cutoff : null
  const partner = partnerOf(
    asset,
    binary.markets.map((market) => market.asset),
  )
  const first = firstOf()
  // A bucket that ends beyond the horizon may have earlier events within it.
  const most = Math.max(lead ?? 0, TWAP_WINDOW)
  return bucketsBetween([{ asset, start: start ?? end, end }], partner, now, now + span + most)
    .flatMap((one) => {
      const concerns = first(one)
      const at = (kind: CalendarKind, time: number, isPublished: boolean): CalendarEvent => ({
        ...eventOf('binary', kind, one, time, concerns),
        isExpected: one.isExpected || !isPublished,
      })
      // The averaging window of a shorter bucket is unknown (docs/service/buckets.md#settlement).
      const isLong = one.end - one.start >= 4 * TWAP_WINDOW
      return [
        ...(lead === null ? [] : [at('entries_end', one.end - lead, true)]),
        ...(isLong ? [at('closes_doubtful', one.end - TWAP_WINDOW, false)] : []),
        at('settlement', one.end, true),
      ]
    })
    .filter((event) => event.at > now && event.at <= now + span)
}

const eventOf = (
  family: BucketFamily,
  kind: CalendarKind,
  { asset, end, isExpected }: ComingBucket,
  at: number,
  concerns: readonly string[],
): CalendarEvent => ({
  id: `${family}/${kind}/${at}`,
  kind,
  family,
  at: millis(at),
  isExpected,
  asset,
  name: asset,
  markets: [],
  concerns,
  ends: millis(end),
})

/** Markets of one question that expire together are one event. */
function outcomeEvents(outcomes: readonly OutcomeMarket[], now: number, span: number): readonly CalendarEvent[] {
  const groups = new Map<string, OutcomeMarket[]>()
  for (const market of outcomes) {
    const { expiry, expired, settling, outcomeId } = market
    if (expired || expiry === null || expiry > now + span) continue
    const kind: CalendarKind = settling || expiry <= now ? 'payout' : 'expiry'
    const question = questionOf(market)
    const id = `outcome/${kind}/${question?.several === true ? `q${question.id}` : outcomeId}/${expiry}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [market])
    else group.push(market)
  }
  return [...groups].flatMap(([id, markets]) => {
    const [market] = markets
    if (market === undefined || market.expiry === null) return []
    return [
      {
        id,
        kind: id.startsWith('outcome/payout/') ? 'payout' : 'expiry',
        family: 'outcome',
        at: market.expiry,
        isExpected: false,
        asset: null,
        name: questionOf(market)?.title ?? marketName(market),
        markets,
        concerns: markets.flatMap(({ sides }) => sides.map(({ coin }) => coin)),
        ends: market.expiry,
      } satisfies CalendarEvent,
    ]
  })
}

/**
 * Buckets that end after `from` and no later than `until`, in order. After the published ones, buckets of the same length follow, and the two assets
 * alternate (docs/service/buckets.md).
 * @param published by the service, the live one first
 * @param partner the asset that alternates with the last published one, when only one is published
 */
function bucketsBetween(
  published: readonly { readonly asset: string | null; readonly start: number; readonly end: number }[],
  partner: string | null,
  from: number,
  until: number,
): readonly ComingBucket[] {
  const ahead = ({ end }: { readonly end: number }): boolean => end > from && end <= until
  const found: ComingBucket[] = published.filter(ahead).map((bucket) => ({ ...bucket, isExpected: false }))
  const last = published.at(-1)
  if (last === undefined) return found
  const length = last.end - last.start
  if (length < SHORTEST) return found
  const other = published.length > 1 ? (published.at(-2)?.asset ?? null) : partner
  const skipped = Math.max(0, Math.floor((from - last.end) / length))
  for (let n = skipped + 1; last.end + n * length <= until; n += 1) {
    const end = last.end + n * length
    if (end > from) found.push({ asset: n % 2 === 1 ? other : last.asset, start: end - length, end, isExpected: true })
  }
  return found
}

/** Labels in a table. */
export const EVENT_NAMES: Readonly<Record<CalendarKind, string>> = {
  settlement: 'Settles',
  entries_end: 'Entries close',
  closes_doubtful: 'Ramp begins',
  expiry: 'Expires',
  payout: 'Awaiting payout',
}

/** Positions at their average entry, by family. */
const HELD_TEXTS: { readonly [F in Family]: (isLong: boolean, amount: string, entry: Price) => string } = {
  scalar: (isLong, amount, entry) =>
    isLong ? `long ${amount} at ${priceLabel(entry)}` : `short ${amount} at ${priceLabel(entry)}`,
  binary: (isLong, amount, entry) => (isLong ? `UP ${amount} at ${entry}` : `DOWN ${amount} at UP price ${entry}`),
  outcome: (_isLong, amount, entry) => `${amount} at ${entry}`,
}

/** `long 40 at 554.50`, `UP 25 at 0.62`, `12 at 0.40`. */
export function heldText({ family, size, entryPx }: Pick<Position, 'family' | 'size' | 'entryPx'>): string {
  const amount = grouped(trimZeros(absolute(size)))
  const entry = shownAverage(family, entryPx)
  return HELD_TEXTS[family](signOf(size) > 0, amount, entry)
}
