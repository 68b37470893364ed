/** How soon news of a topic has to stand on the screen: main sends it, and a window paints it, no sooner than that when nothing else is due. */
import type { BookRow, BookView } from './market.ts'
import type { Topic } from './topics.ts'

/**
 * - `now`: what a trader looks for.
 * - `soon`: sizes, and what happens behind the best prices. It may wait half a second where nobody is at the terminal.
 * - `clock`: when, or how fast, and not what. It may wait for the next second, when the clocks are painted anyway.
 */
export type Urgency = 'now' | 'soon' | 'clock'

/** What of each kind of payload is worth no frame of its own, at whatever depth it stands. */
const UNHURRIED: Partial<Record<Topic['kind'], ReadonlySet<string>>> = {
  book: new Set(['time', 'receivedAt']),
  ticker: new Set(['time', 'receivedAt', 'volume24h', 'openInterest', 'prevDay']),
  trades: new Set(['receivedAt']),
  bucket: new Set(['receivedAt']),
  binary: new Set(['receivedAt', 'serverTime']),
  worst_case: new Set(['now']),
  connection: new Set(['at', 'latencyMs', 'messageAgeMs', 'messagesPerSecond', 'clockOffsetMs']),
}

/** What of a book is looked at level by level. */
const LEVELS = new Set(['bids', 'asks'])

/** How urgent a payload is where `before` was shown or sent last; undefined when nothing was. */
export function urgencyOf(kind: Topic['kind'], before: unknown, now: unknown): Urgency {
  const unhurried = UNHURRIED[kind]
  if (unhurried === undefined) return 'now'
  if (same(before, now, unhurried)) return 'clock'
  return kind === 'book' && isBook(before) && isBook(now) && sameTouch(before, now) ? 'soon' : 'now'
}

const isBook = (payload: unknown): payload is BookView =>
  typeof payload === 'object' && payload !== null && 'bids' in payload && 'asks' in payload

/** Whether the best prices are what they were, and the trader's own orders where they were. */
function sameTouch(before: BookView, now: BookView): boolean {
  const rest = new Set([...(UNHURRIED.book ?? []), ...LEVELS])
  return same(before, now, rest) && samePrices(before.bids, now.bids) && samePrices(before.asks, now.asks)
}

function samePrices(before: readonly BookRow[], now: readonly BookRow[]): boolean {
  if (before[0]?.px !== now[0]?.px) return false
  const own = (rows: readonly BookRow[]): string => rows.flatMap((row) => (row.own ? [row.px] : [])).join()
  return own(before) === own(now)
}

function same(before: unknown, now: unknown, but: ReadonlySet<string>): boolean {
  if (Object.is(before, now)) return true
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false
  if (Array.isArray(before) !== Array.isArray(now)) return false
  const keys = Object.keys(now)
  if (keys.length !== Object.keys(before).length) return false
  return keys.every((key) => but.has(key) || (key in before && same(at(before, key), at(now, key), but)))
}

const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
