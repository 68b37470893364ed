/**
 * How often alerts report. One fires at once, then at most every ten seconds: what it would have said in between is said at the end of them.
 * Notifications of all of them are one a second at most: alerts that fire at once are one, and so are those that follow within a second.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { FiringAbout } from './evaluate.ts'

/** An alert that is about one wallet. */
interface PacedAlert {
  readonly id: string
  /** Address of the wallet that it belongs to; null for the deployment. */
  readonly account: string | null
}

/** What an alert says. */
export interface Saying extends PacedAlert {
  readonly words: string
  readonly about: FiringAbout | undefined
}

interface FiringPace {
  /** Whether an alert may fire now, which it does then; where not, what it says is held back. */
  take(saying: Saying, isLevel: boolean): boolean
  /** Whether it fired less than ten seconds ago. */
  isQuiet(alert: PacedAlert): boolean
  /** It was changed or removed: what was held back is dropped, and it may fire at once. */
  forget(id: string): void
  /** What is held back is said now. */
  settle(): void
}

interface FiringPaceOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** An alert fires with what was held back. */
  readonly due: (saying: Saying) => void
}

/** Between two firings of an alert at least, ms. */
const LEAST_GAP = 10_000
/** Messages of events that are said together; a level has one, its newest. */
const MOST_SAID = 5

interface Held {
  readonly count: number
  /** Oldest first. */
  readonly words: readonly string[]
  readonly newest: Saying
  readonly cancel: Cancel
}

interface Fired {
  readonly id: string
  /** Monotonic ms. */
  readonly at: number
  readonly held: Held | null
}

export function createFiringPace({ clock, due }: FiringPaceOptions): FiringPace {
  /** An alert that is about whichever wallet is signed in has a pace for each. */
  const fired = new Map<string, Fired>()
  const keyOf = ({ id, account }: PacedAlert): string => `${id}/${account ?? ''}`

  function isQuiet(alert: PacedAlert): boolean {
    const last = fired.get(keyOf(alert))
    return last !== undefined && clock.monotonic() - last.at < LEAST_GAP
  }

  function firesNow(alert: PacedAlert): void {
    fired.set(keyOf(alert), { id: alert.id, at: clock.monotonic(), held: null })
  }

  function release({ held }: Fired): void {
    if (held === null) return
    held.cancel()
    firesNow(held.newest)
    due({ ...held.newest, words: sayingOf(held) })
  }

  /** What was held back as its time is up. */
  function timeIsUp(key: string): void {
    const last = fired.get(key)
    if (last !== undefined) release(last)
  }

  return {
    isQuiet,
    take(saying, isLevel) {
      const key = keyOf(saying)
      const last = fired.get(key)
      if (last === undefined || !isQuiet(saying)) {
        last?.held?.cancel()
        firesNow(saying)
        return true
      }
      const before = last.held
      const others = isLevel ? [] : (before?.words ?? []).filter((words) => words !== saying.words)
      const held: Held = {
        count: (before?.count ?? 0) + 1,
        words: [...others, saying.words].slice(-MOST_SAID),
        newest: saying,
        cancel: before?.cancel ?? clock.after(last.at + LEAST_GAP - clock.monotonic(), () => timeIsUp(key)),
      }
      fired.set(key, { ...last, held })
      return false
    },
    forget(id) {
      for (const [key, last] of fired) {
        if (last.id !== id) continue
        last.held?.cancel()
        fired.delete(key)
      }
    },
    settle() {
      for (const last of [...fired.values()]) release(last)
    },
  }
}

/** `NYCTMP1 rose to 572: the mark is 572.00. 3 more times since the last notification.` */
function sayingOf({ count, words }: Held): string {
  const said = words.join(' ')
  return count === 1 ? said : `${said} ${count} more times since the last notification.`
}

/** An alert that fired, as it is shown on the desktop and sent to places elsewhere. */
interface FiredAlert {
  readonly title: string
  readonly words: string
  /** It needs the trader. */
  readonly isActing: boolean
}

interface AlertBursts {
  add(fired: FiredAlert): void
  /** What waits leaves now. */
  settle(): void
}

interface AlertBurstsOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly send: (notification: FiredAlert) => void
}

/** Between two notifications at least, ms. */
const BURST = 1_000
/** Alerts that a summary quotes. */
const MOST_QUOTED = 5

/** An alert that fires alone leaves as it is, without a wait. */
export function createAlertBursts({ clock, send }: AlertBurstsOptions): AlertBursts {
  let waiting: readonly FiredAlert[] = []
  let timer: Cancel | null = null
  /** Monotonic ms. */
  let sentAt = Number.NEGATIVE_INFINITY

  function leave(): void {
    timer?.()
    timer = null
    if (waiting.length === 0) return
    const all = waiting
    waiting = []
    sentAt = clock.monotonic()
    send(summaryOf(all))
  }

  return {
    add(fired) {
      waiting = [...waiting, fired]
      // Not at once even for the first: alerts that one look finds are one burst.
      timer ??= clock.after(Math.max(0, sentAt + BURST - clock.monotonic()), leave)
    },
    settle: leave,
  }
}

/** What needs the trader comes first, and gives the summary its title. */
function summaryOf(all: readonly FiredAlert[]): FiredAlert {
  const ordered = [...all.filter(({ isActing }) => isActing), ...all.filter(({ isActing }) => !isActing)]
  const [first] = ordered
  if (first === undefined) throw new Error('a summary of no alerts')
  const others = ordered.length - 1
  if (others === 0) return first
  const words = [...new Set(ordered.map((fired) => fired.words))]
  const rest = words.length - MOST_QUOTED
  return {
    title: `${first.title}, and ${others} more ${others === 1 ? 'alert' : 'alerts'}`,
    words: [...words.slice(0, MOST_QUOTED), ...(rest > 0 ? [`${rest} more: Alerts lists each.`] : [])].join(' '),
    isActing: first.isActing,
  }
}
