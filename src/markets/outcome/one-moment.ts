/**
 * The prices of a market's sides as of one moment. The service tells each side in a message of its own: between the two messages of one
 * change, what is known of the sides does not add up.
 */
import type { Price } from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import type { Cancel } from '../../../contract/time.ts'

/** What counts of a side's ticker. */
type SideTicker = Pick<Ticker, 'mark' | 'mid' | 'last' | 'time' | 'receivedAt'>

/** Messages of one change are stamped this close to one another, ms. */
const TOGETHER = 50
/** So long the sides wait for one another, ms: a service may tell one side alone. */
const WAIT_FOR_OTHERS_MS = 300

function isOneMoment(sides: readonly (SideTicker | undefined)[]): boolean {
  const known = sides.filter((side) => side !== undefined)
  if (known.length < sides.length) return false
  const stamps = known.map(({ time }) => time)
  const times = stamps.every((time) => time !== null) ? stamps : known.map(({ receivedAt }) => receivedAt)
  return Math.max(...times) - Math.min(...times) <= TOGETHER
}

/** Prices of one kind, which all sides have: what the service says, else the middles of the books, else the last trades. */
function pricesOf(sides: readonly (SideTicker | undefined)[]): readonly (Price | null)[] {
  for (const kind of ['mark', 'mid', 'last'] as const) {
    const prices = sides.map((side) => side?.[kind] ?? null)
    if (!prices.includes(null)) return prices
  }
  return sides.map((side) => side?.mark ?? side?.mid ?? side?.last ?? null)
}

interface OneMomentOptions {
  /** What is known of each side now; undefined before its first message. */
  readonly read: () => readonly (SideTicker | undefined)[]
  readonly after: (ms: number, run: () => void) => Cancel
  /** Shows the prices of all sides; null for a side without one. */
  readonly show: (prices: readonly (Price | null)[]) => void
}

interface OneMoment {
  /** A side changed. */
  changed(): void
  stop(): void
}

/** Shows the sides together: when all of them are of one moment, and otherwise after a short wait. */
export function showAtOnce({ read, after, show }: OneMomentOptions): OneMoment {
  let waiting: Cancel | null = null
  const stop = (): void => {
    waiting?.()
    waiting = null
  }
  return {
    changed() {
      const sides = read()
      if (isOneMoment(sides)) {
        stop()
        show(pricesOf(sides))
      } else {
        waiting ??= after(WAIT_FOR_OTHERS_MS, () => {
          waiting = null
          show(pricesOf(read()))
        })
      }
    },
    stop,
  }
}
