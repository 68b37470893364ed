/** Times and spans in sentences of main. Pure. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `Nov 26 02:10:05 UTC`: main's sentences keep UTC. @param at ms since the epoch */
export function timeWords(at: number): string {
  const date = new Date(at)
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return `${day} ${date.toISOString().slice(11, 19)} UTC`
}

/** `5 h 35 min`, `2 min 5 s`, `3.4 s`. @param ms not negative */
export function spanWords(ms: number): string {
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`
  if (ms >= MINUTE) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / 1000)} s`
  return `${Math.round(ms / 100) / 10} s`
}
