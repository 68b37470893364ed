/** Spans of time in words: the same in every format. Pure. */

/** Keeps a value and its unit on one line. */
const NBSP = '\u00a0'

const two = (value: number): string => String(value).padStart(2, '0')

/** `41 min 17 s`, `1 h 02 min`, `262 d 17 h`, `17 s`: what is left, rounded up to the second; never negative. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)}${NBSP}d ${hours % 24}${NBSP}h`
  if (hours > 0) return `${hours}${NBSP}h ${two(minutes % 60)}${NBSP}min`
  return minutes > 0 ? `${minutes}${NBSP}min ${two(seconds % 60)}${NBSP}s` : `${seconds}${NBSP}s`
}

/** `29 d left`, `3 h left`, `41 min left`, `17 s left`, `expired`: how long something stays valid. */
export function validLeft(ms: number): string {
  if (ms <= 0) return 'expired'
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}${NBSP}d left`
  if (hours > 0) return `${hours}${NBSP}h left`
  return minutes > 0 ? `${minutes}${NBSP}min left` : `${Math.ceil(ms / 1000)}${NBSP}s left`
}
