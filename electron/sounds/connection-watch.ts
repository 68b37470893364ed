/** Tells when live data has been missing for a while, and when it is back after that; a blip is neither. */
import type { Cancel, Clock } from '../../contract/time.ts'

/** Missing for so long, it is told, ms. */
const MISSING = 3_000

interface ConnectionWatch {
  /** What holds as of now. Before it was live once, nothing is missing. */
  look(isLive: boolean): void
  stop(): void
}

export function createConnectionWatch(
  clock: Pick<Clock, 'after'>,
  tell: (event: 'connection_lost' | 'connection_back') => void,
): ConnectionWatch {
  let wasLive = false
  let isTold = false
  let timer: Cancel | null = null
  return {
    look(isLive) {
      if (isLive) {
        timer?.()
        timer = null
        wasLive = true
        if (isTold) tell('connection_back')
        isTold = false
        return
      }
      if (!wasLive || isTold || timer !== null) return
      timer = clock.after(MISSING, () => {
        timer = null
        isTold = true
        tell('connection_lost')
      })
    },
    stop() {
      timer?.()
      timer = null
    },
  }
}
