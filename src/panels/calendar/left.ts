/** How long until an event, as a row has it. Pure. */
import { countdown } from '../../format/index.ts'

const MINUTE = 60_000
/** From here on by the second, ms. */
const CLOSE = 5 * MINUTE

/** `4 min 12 s`, `23 min`, `1 h 02 min`; `now` once it is there. Before the last minutes it goes by the minute, rounded up. */
export function leftText(ms: number): string {
  if (ms <= 0) return 'now'
  if (ms <= CLOSE) return countdown(ms)
  const minutes = Math.ceil(ms / MINUTE)
  return minutes < 60 ? `${minutes}\u00a0min` : countdown(minutes * MINUTE)
}
