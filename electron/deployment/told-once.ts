/** A position that another client's trade ended is told by the alarm about that trade, and not once more as an end. */
import { signOf } from '../../contract/decimal.ts'
import type { Ending } from '../../contract/ending.ts'
import type { ForeignTrade } from '../../contract/other-client.ts'
import type { Cancel, Clock } from '../../contract/time.ts'

export interface ToldOnce {
  /** The trader was told of trades that are not from this terminal. */
  alarmed(trades: readonly ForeignTrade[]): void
  /** A position ended: `tell` is called unless an alarm tells of the trade that ended it. */
  ended(ending: Ending, tell: () => void): void
  /** Tells what waits. */
  stop(): void
}

interface Waiting {
  readonly ending: Ending
  readonly tell: () => void
  readonly stop: Cancel
}

/** An alarm may come so much later than the end that it belongs to, ms. */
const LATE = 10_000
/** Alarms that are remembered. */
const REMEMBERED = 100

export function createToldOnce(clock: Pick<Clock, 'after'>): ToldOnce {
  let alarms: readonly ForeignTrade[] = []
  const waiting = new Set<Waiting>()

  return {
    alarmed(trades) {
      alarms = [...trades, ...alarms].slice(0, REMEMBERED)
      for (const one of waiting) {
        if (!trades.some((trade) => hasEnded(trade, one.ending))) continue
        waiting.delete(one)
        one.stop()
      }
    },
    ended(ending, tell) {
      if (ending.kind !== 'closed_elsewhere') tell()
      else if (!alarms.some((trade) => hasEnded(trade, ending))) {
        const stop = clock.after(LATE, () => {
          waiting.delete(one)
          tell()
        })
        const one: Waiting = { ending, tell, stop }
        waiting.add(one)
      }
    },
    stop() {
      for (const { stop, tell } of waiting) {
        stop()
        tell()
      }
      waiting.clear()
    },
  }
}

/** Whether it is the trade of the very end: of the fills that ended a position, the newest gives both their time. */
const hasEnded = ({ asset, side, at }: ForeignTrade, ending: Ending): boolean =>
  asset === ending.asset && at === ending.at && (side === 'sell') === signOf(ending.size) > 0
