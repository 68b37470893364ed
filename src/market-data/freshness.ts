/** Whether what is shown is current, and how old it is, in words. Main says of the connection and of each topic whether it is; its own silence counts too. */
import type { ConnectionView } from '../../contract/session.ts'

export interface Freshness {
  /** True when nothing shown may be taken as current. */
  readonly stale: boolean
  /** Age of the newest message in ms; null when fresh or when there never was one. */
  readonly ageMs: number | null
  /** `4 s old`, or `not live` where nothing is known of its age; empty when fresh. Reads on after "Prices are". */
  readonly words: string
}

export const FRESH: Freshness = { stale: false, ageMs: null, words: '' }

/** Main publishes the connection twice a second: when it is silent for this long, nothing is known to be current. */
export const STALE_AFTER_MS = 2000

/** `4 s`, `2 min 5 s`, `3 h 12 min`, `2 d 5 h`: a span in words, whole seconds. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** Stale since `ageMs`; the age is cut to whole seconds so that the words change once a second. */
function staleSince(ageMs: number | null): Freshness {
  if (ageMs === null) return { stale: true, ageMs: null, words: 'not live' }
  const whole = Math.floor(Math.max(0, ageMs) / 1000) * 1000
  return { stale: true, ageMs: whole, words: `${spanText(whole)} old` }
}

/** What dates a payload, or a read. */
export interface Dated {
  readonly stale: boolean
  /** By this machine's clock, ms; 0 where nothing came yet. */
  readonly receivedAt: number
}

/**
 * Whether something shown is current: by the feed as a whole, and by main's word on it. While the feed is not, what it brought is as old
 * as its last sign of life; what was read over REST, and all while the feed never said anything, as old as the read.
 */
export function freshnessOf(
  feed: Freshness,
  payload: Dated | undefined,
  now: number,
  source: 'feed' | 'reads' = 'feed',
): Freshness {
  if (!feed.stale && payload?.stale !== true) return feed
  if (feed.stale && feed.ageMs !== null && source === 'feed') return feed
  if (payload === undefined || payload.receivedAt === 0) return feed.stale ? feed : staleSince(null)
  return staleSince(now - payload.receivedAt)
}

/** Of two things shown together the one that is less current. */
export function olderOf(a: Freshness, b: Freshness): Freshness {
  if (a.stale !== b.stale) return a.stale ? a : b
  const age = ({ ageMs }: Freshness): number => ageMs ?? Number.POSITIVE_INFINITY
  return age(b) > age(a) ? b : a
}

/** What is known of the feed's liveliness at one moment. */
export interface FeedSigns {
  readonly connection: ConnectionView | undefined
  /** ms since the connection payload came in. */
  readonly sinceConnection: number
  /** ms since the last batch of any kind. */
  readonly sinceBatch: number
}

/** Age of the newest sign of life now, in ms; null when there never was one. */
export const dataAge = ({ connection, sinceConnection }: FeedSigns): number | null =>
  connection === undefined || connection.messageAgeMs === null ? null : connection.messageAgeMs + sinceConnection

/** The verdict. Before the first word from main there is nothing to call stale: panels show their skeletons. */
export function judge(signs: FeedSigns): Freshness {
  const { connection, sinceBatch } = signs
  if (connection === undefined) return FRESH
  const age = dataAge(signs)
  if (age === null && connection.socket === 'connecting' && connection.attempts <= 1 && sinceBatch < STALE_AFTER_MS) {
    return FRESH
  }
  const silent = sinceBatch >= STALE_AFTER_MS || signs.sinceConnection >= STALE_AFTER_MS
  return connection.stale || silent ? staleSince(age) : FRESH
}

/** Whether two verdicts read the same on screen. */
export const sameFreshness = (a: Freshness, b: Freshness): boolean => a.stale === b.stale && a.words === b.words
