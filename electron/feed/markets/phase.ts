/** In which phase the live bucket is: by the service's word where the terminal knows it, else by the server's time. */
import { type Bucket, type BucketPhase, TWAP_WINDOW } from '../../../contract/market.ts'

const WORDS: Readonly<Record<string, BucketPhase>> = {
  trading: 'trading',
  active: 'trading',
  open: 'trading',
  live: 'trading',
  final_window: 'final_window',
  final: 'final_window',
  twap: 'final_window',
  settling: 'settling',
  settlement: 'settling',
  waiting: 'waiting',
  pending: 'waiting',
  upcoming: 'waiting',
  staging: 'waiting',
}

/** The phase that a service's word stands for, null for a word that the terminal does not know. */
function phaseOfWord(word: string | null): BucketPhase | null {
  if (word === null) return null
  const key = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return Object.hasOwn(WORDS, key) ? (WORDS[key] ?? null) : null
}

/** The interface's length of a bucket, ms; the windows of shorter ones are the service's to choose. */
const WHOLE_BUCKET = 7_200_000

/** @param serverNow the server's time, ms. */
export function phaseOf(current: Bucket | null, next: Bucket | null, serverNow: number): BucketPhase {
  if (current === null) return next === null ? 'waiting' : 'settling'
  if (serverNow >= current.end) return 'settling'
  const said = phaseOfWord(current.phaseText)
  const isFinal = serverNow >= current.end - TWAP_WINDOW
  /** A service may have one word for as long as anything trades: the average of a whole bucket is formed all the same. */
  if (said === 'trading' && isFinal && current.end - current.start >= WHOLE_BUCKET) return 'final_window'
  if (said !== null) return said
  if (serverNow < current.start) return 'waiting'
  return isFinal ? 'final_window' : 'trading'
}
