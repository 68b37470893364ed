/** Pings a service that notifies the trader when pings stop: at an interval, while they are wanted. */
import type { Cancel, Clock, Random } from '../../contract/time.ts'
import { backOff, type Outcome, TRIES } from './delivery.ts'

/** Minimum interval between two pings, ms: automated orders may come and go by the second. */
const MIN_BETWEEN = 10_000

interface HeartbeatOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly random: Random
  /** Sends one ping; null where there is no address. @param isLast it is not retried before the next one is due. */
  readonly ping: (isLast: boolean) => Promise<Outcome | null>
  /** Whether pings are currently wanted. */
  readonly isWanted: () => boolean
  /** Between two pings, ms. */
  readonly every: () => number
}

export function createHeartbeat({ clock, random, ping, isWanted, every }: HeartbeatOptions) {
  let isBeating = false
  let isStopped = false
  let interval = 0
  let timer: Cancel | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  /** Counts up with each turn, so that the end of an older one changes nothing. */
  let turn = 0

  function beatIn(ms: number, failures = 0): void {
    timer?.()
    timer = clock.after(Math.max(ms, lastAt + MIN_BETWEEN - clock.monotonic(), 0), () => void beat(failures))
  }

  async function beat(failures: number): Promise<void> {
    timer = null
    turn += 1
    const mine = turn
    lastAt = clock.monotonic()
    const dueAt = lastAt + interval
    beatIn(interval)
    const outcome = await ping(failures + 1 === TRIES)
    if (mine !== turn || !isBeating || outcome === null || outcome.isTaken || !outcome.mayPass) return
    const wait = backOff(failures + 1, random)
    if (failures + 1 < TRIES && clock.monotonic() + wait < dueAt) beatIn(wait, failures + 1)
  }

  function rest(): void {
    isBeating = false
    turn += 1
    timer?.()
    timer = null
  }

  return {
    /** Whether pings are currently sent. */
    get isBeating(): boolean {
      return isBeating
    },
    /** Its conditions may have changed. @param isNewService the service has changed: it is pinged at once. */
    review(isNewService: boolean = false): void {
      if (isStopped) return
      if (!isWanted()) {
        if (isBeating) rest()
        return
      }
      if (isBeating && !isNewService && interval === every()) return
      isBeating = true
      interval = every()
      beatIn(0)
    },
    stop(): void {
      isStopped = true
      rest()
    },
  }
}
