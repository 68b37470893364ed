/** Which news of a topic is worth a frame of its own. */
import type { Topic } from '../../contract/topics.ts'

/** What of each kind of payload may stand on the screen a moment longer: it says when, or how fast, and not what. */
const UNHURRIED: Partial<Record<Topic['kind'], ReadonlySet<string>>> = {
  book: new Set(['time', 'receivedAt']),
  ticker: new Set(['time', 'receivedAt', 'volume24h', 'openInterest']),
  trades: new Set(['receivedAt']),
  connection: new Set(['at', 'latencyMs', 'messageAgeMs', 'messagesPerSecond', 'clockOffsetMs']),
}

const NOTHING: ReadonlySet<string> = new Set()

/** Whether a payload shows what the one before showed, but for what is unhurried: it is painted with the next frame that there is anyway. */
export function canWait(kind: Topic['kind'], before: unknown, now: unknown): boolean {
  const unhurried = UNHURRIED[kind]
  return unhurried !== undefined && same(before, now, unhurried)
}

function same(before: unknown, now: unknown, but: ReadonlySet<string>): boolean {
  if (Object.is(before, now)) return true
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false
  if (Array.isArray(before) !== Array.isArray(now)) return false
  const keys = Object.keys(now)
  if (keys.length !== Object.keys(before).length) return false
  return keys.every((key) => but.has(key) || (key in before && same(at(before, key), at(now, key), NOTHING)))
}

const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
