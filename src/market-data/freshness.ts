/** Whether displayed data is current, and its age as text. Main reports that for the connection and for each topic; its own silence counts too. */
import type { ConnectionView } from '../../contract/session.ts'

export interface Freshness {
  /** True when nothing shown may be taken as current. */
  readonly stale: boolean
  /** Age of the newest message in ms; null when fresh or when there never was one. */
  readonly ageMs: number | null
  /** `4 s old`, or `not live` where its age is unknown; empty when fresh. Continues "Prices are". */
  readonly text: string
}

export const FRESH: Freshness = { stale: false, ageMs: null, text: '' }

/** Main publishes the connection twice a second: when it is silent for this long, nothing is known to be current. */
export const STALE_AFTER_MS = 2000

/** `4 s`, `2 min 5 s`, `3 h 12 min`, `2 d 5 h`: a duration as text, whole seconds. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** Stale since `ageMs`; the age is truncated to whole seconds so that the text changes once a second. */
function staleSince(ageMs: number | null): Freshness {
  if (ageMs === null) return { stale: true, ageMs: null, text: 'not live' }
  const whole = Math.floor(Math.max(0, ageMs) / 1000) * 1000
  return { stale: true, ageMs: whole, text: `${spanText(whole)} old` }
}

/** The timestamps of a payload, or a read. */
export interface Dated {
  readonly stale: boolean
  /** By this machine's clock, ms; 0 if nothing arrived yet. */
  readonly receivedAt: number
}

/**
 * Whether displayed data is current: by the feed as a whole, and by main's report on it. While the feed is down, streamed data is as old as its last
 * sign of life; data read over REST, and all data while the feed never sent anything, is as old as the read.
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

/** The less current of two items shown together. */
export function olderOf(a: Freshness, b: Freshness): Freshness {
  if (a.stale !== b.stale) return a.stale ? a : b
  const age = ({ ageMs }: Freshness): number => ageMs ?? Number.POSITIVE_INFINITY
  return age(b) > age(a) ? b : a
}

/** Signs of the feed's liveliness at one moment. */
export interface FeedSigns {
  readonly connection: ConnectionView | undefined
  /** ms since the connection payload arrived. */
  readonly sinceConnection: number
  /** ms since the last batch of any kind. */
  readonly sinceBatch: number
}

/** Age of the newest sign of life, in ms; null when there never was one. */
export const dataAge = ({ connection, sinceConnection }: FeedSigns): number | null =>
  connection === undefined || connection.messageAgeMs === null ? null : connection.messageAgeMs + sinceConnection

/** The judgment. Before the first message from main there is nothing to call stale: panels show their skeletons. */
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

/** Whether two judgments read the same on screen. */
export const sameFreshness = (a: Freshness, b: Freshness): boolean => a.stale === b.stale && a.text === b.text
