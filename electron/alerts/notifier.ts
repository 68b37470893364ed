/** Notifies the trader of fired alerts: at a limited rate, as messages, and in every window where none shows the deployment. */

import { type AlertFiring, alertScope, isLevelRule } from '../../contract/alert.ts'
import { counted } from '../../contract/plural.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook, FiringAbout } from './evaluate.ts'
import type { AlertsOptions, ReportAbout } from './interface.ts'
import { isActing, ruleTitle } from './kinds.ts'

/** An alert that belongs to one wallet. */
interface PacedAlert {
  readonly id: string
  /** Address of the wallet that it belongs to; null for the deployment. */
  readonly account: string | null
}

/** The message of an alert. */
interface Saying extends PacedAlert {
  readonly text: string
  readonly about: FiringAbout | undefined
}

interface FiringPaceOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** An alert fires with its delayed messages. */
  readonly due: (saying: Saying) => void
}

/** Minimum interval between two firings of an alert, ms. */
const MIN_GAP = 10_000
/** Number of event messages that are combined; a level has one, its latest. */
const MAX_SAID = 5

interface Held {
  readonly count: number
  /** Oldest first. */
  readonly text: readonly string[]
  readonly newest: Saying
  readonly cancel: Cancel
}

interface Fired {
  readonly id: string
  /** Monotonic ms. */
  readonly at: number
  readonly held: Held | null
}

/**
 * How often alerts report. One fires at once, then at most every ten seconds: messages in between are combined at the end of them. All alerts
 * together show at most one notification a second: those that fire at once are combined, and so are those that follow within a second.
 */
function createFiringPace({ clock, due }: FiringPaceOptions) {
  /** An alert that applies to any signed-in wallet has a rate for each. */
  const fired = new Map<string, Fired>()
  const keyOf = ({ id, account }: PacedAlert): string => `${id}/${account ?? ''}`

  /** Whether it fired less than ten seconds ago. */
  function isQuiet(alert: PacedAlert): boolean {
    const last = fired.get(keyOf(alert))
    return last !== undefined && clock.monotonic() - last.at < MIN_GAP
  }

  function firesNow(alert: PacedAlert): void {
    fired.set(keyOf(alert), { id: alert.id, at: clock.monotonic(), held: null })
  }

  function release({ held }: Fired): void {
    if (held === null) return
    held.cancel()
    firesNow(held.newest)
    due({ ...held.newest, text: sayingOf(held) })
  }

  /** Sends the delayed messages when the interval is over. */
  function timeIsUp(key: string): void {
    const last = fired.get(key)
    if (last !== undefined) release(last)
  }

  return {
    isQuiet,
    /** Whether an alert may fire now, which counts as a firing; otherwise its message is delayed. */
    take(saying: Saying, isLevel: boolean): boolean {
      const key = keyOf(saying)
      const last = fired.get(key)
      if (last === undefined || !isQuiet(saying)) {
        last?.held?.cancel()
        firesNow(saying)
        return true
      }
      const before = last.held
      const others = isLevel ? [] : (before?.text ?? []).filter((message) => message !== saying.text)
      const held: Held = {
        count: (before?.count ?? 0) + 1,
        text: [...others, saying.text].slice(-MAX_SAID),
        newest: saying,
        cancel: before?.cancel ?? clock.after(last.at + MIN_GAP - clock.monotonic(), () => timeIsUp(key)),
      }
      fired.set(key, { ...last, held })
      return false
    },
    /** It was changed or removed: delayed messages are dropped, and it may fire at once. */
    forget(id: string): void {
      for (const [key, last] of fired) {
        if (last.id !== id) continue
        last.held?.cancel()
        fired.delete(key)
      }
    },
    /** Sends delayed messages now. */
    settle(): void {
      for (const last of [...fired.values()]) release(last)
    },
  }
}

/** `NYCTMP1 rose to 572: the mark is 572.00. 3 more times since the last notification.` */
function sayingOf({ count, text: terms }: Held): string {
  const text = terms.join(' ')
  return count === 1 ? text : `${text} ${count} more since the last notification.`
}

/** A fired alert for the desktop and for remote services. */
interface FiredAlert {
  readonly title: string
  readonly text: string
  /** It needs the trader. */
  readonly isActing: boolean
}

interface AlertBurstsOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly send: (notification: FiredAlert) => void
}

/** Minimum interval between two notifications, ms. */
const BURST = 1_000
/** Number of alerts that a summary quotes. */
const MAX_QUOTED = 5

/** An alert that fires alone is sent without a wait. */
function createAlertBursts({ clock, send }: AlertBurstsOptions) {
  let waiting: readonly FiredAlert[] = []
  let timer: Cancel | null = null
  /** Monotonic ms. */
  let sentAt = Number.NEGATIVE_INFINITY

  /** Sends what waits now. */
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
    add(fired: FiredAlert): void {
      waiting = [...waiting, fired]
      // Delayed even for the first: alerts that fire in one check are one burst.
      timer ??= clock.after(Math.max(0, sentAt + BURST - clock.monotonic()), leave)
    },
    settle: leave,
  }
}

/** An alert that needs the trader comes first, and gives the summary its title. */
function summaryOf(all: readonly FiredAlert[]): FiredAlert {
  const ordered = [...all.filter(({ isActing }) => isActing), ...all.filter(({ isActing }) => !isActing)]
  const [first] = ordered
  if (first === undefined) throw new Error('a summary of no alerts')
  const others = ordered.length - 1
  if (others === 0) return first
  const terms = [...new Set(ordered.map((fired) => fired.text))]
  const rest = terms.length - MAX_QUOTED
  return {
    title: `${first.title}, and ${counted(others, 'more alert', 'more alerts')}`,
    text: [...terms.slice(0, MAX_QUOTED), ...(rest > 0 ? [`${rest} more in Alerts.`] : [])].join(' '),
    isActing: first.isActing,
  }
}

interface NotifierOptions extends Pick<AlertsOptions, 'address' | 'clock' | 'notify' | 'notifyRemotely'> {
  /** Keeps an alert, whether or not it can be stored. */
  readonly keep: (alert: StoredAlert) => void
  /** Keeps an alert in memory; it is stored within a second. */
  readonly keepSoon: (alert: StoredAlert) => void
  /** The current alert; null where it was removed. */
  readonly find: (id: string) => StoredAlert | null
  /** Whether the trader wants notifications. */
  readonly notifies: () => boolean
  /** Converts the terminal's time to the service's, ms. */
  readonly serverTime: (at: number) => number
  readonly changed: () => void
}

/** Number of listed firings of the deployment, and of each wallet. */
const SHOWN = 20
/** What follows a sound within this time belongs to the same event, ms. */
const ONE_EVENT = 10_000

/** A firing and the wallet that it belongs to; null for the deployment. */
interface KeptFiring {
  readonly firing: AlertFiring
  readonly account: string | null
}

/** Reports fired alerts: each event once, in the list of the latest and as a notification where the trader wants that. */
export function createNotifier(options: NotifierOptions) {
  const { address, clock, notify, notifyRemotely, keep, keepSoon, find, notifies, serverTime, changed } = options
  /** Newest first. */
  let firings: readonly KeptFiring[] = []
  let seq = 0
  /** When there was last a sound for an asset, monotonic ms. */
  const sounded = new Map<string, number>()
  const bursts = createAlertBursts({
    clock,
    send({ title, text: message, isActing }) {
      if (notifies()) notify(title, message, 'alerts')
      notifyRemotely(title, message, isActing)
    },
  })
  const pace = createFiringPace({
    clock,
    due(saying) {
      const alert = find(saying.id)
      if (alert?.state === 'on') fireAlert(alert, saying)
    },
  })

  function isSilent(about: FiringAbout | undefined): boolean {
    if (about === undefined) return false
    const { asset, follows } = about
    const before = sounded.get(asset) ?? Number.NEGATIVE_INFINITY
    if (follows && clock.monotonic() - before < ONE_EVENT) return true
    sounded.set(asset, clock.monotonic())
    return false
  }

  /** @param alertId empty for a report without an alert. */
  function list(
    alertId: string,
    account: string | null,
    { title, text: message, about, isActing }: ReportAbout & { readonly title: string; readonly text: string },
  ): void {
    seq += 1
    const at = millis(Math.round(serverTime(clock.now())))
    const firing = { seq, alertId, title, text: message, at, isActing: isActing === true, isSilent: isSilent(about) }
    // Firings of one wallet never push out those of another, or of the deployment.
    const oldest = firings.filter((one) => one.account === account)[SHOWN - 1]
    firings = [{ firing, account }, ...firings.filter((one) => one !== oldest)]
    changed()
  }

  /** Memory and firing are one write, before the report; where that fails it is reported all the same, once in this run. */
  function fireAlert(alert: StoredAlert, { text: label, account, about }: Saying): void {
    const { id, rule, repeat, timesFired } = alert
    keep({
      ...alert,
      state: repeat ? 'on' : 'fired',
      lastFiredAt: millis(Math.round(serverTime(clock.now()))),
      lastMessage: label,
      timesFired: timesFired + 1,
    })
    const message = { title: ruleTitle(rule), text: label, isActing: isActing(rule) }
    list(id, account, { ...message, about })
    bursts.add(message)
  }

  return {
    /** Stores the result of a check, and reports a firing, at most every 10 s when the alert repeats. */
    take(alert: StoredAlert, { memory, text: message, about }: AlertLook): void {
      if (memory === alert.memory) return
      const { id, rule } = alert
      const account = alertScope(rule.kind) === 'deployment' ? null : (alert.account ?? address())
      const seen = { ...alert, memory }
      if (message !== null) {
        const saying = { id, account, text: message, about }
        // A one-time alert is used up: only a repeating one needs a limit.
        if (!alert.repeat || pace.take(saying, isLevelRule(rule))) fireAlert(seen, saying)
        else keepSoon(seen)
        return
      }
      // A price that jitters about its level does not cause a write each time.
      if (pace.isQuiet({ id, account })) {
        keepSoon(seen)
        return
      }
      keep(seen)
      changed()
    },
    /** An alert was changed or removed: it may fire at once. */
    forget: pace.forget,
    /** Reports everything that waits. */
    settle(): void {
      pace.settle()
      bursts.settle()
    },
    /** Events of orders and positions. */
    /** Reports something without an alert. */
    report(title: string, message: string, { account = address(), always = false, ...about }: ReportAbout): void {
      list('', account, { title, text: message, ...about })
      if (notifies() || always) notify(title, message, 'activity')
      notifyRemotely(title, message, about.isActing === true)
    },
    /** Firings of this run, newest first: of the given alerts and of reports without one, for the deployment and the signed-in wallet. */
    firingsOf(alerts: readonly { readonly id: string }[]): readonly AlertFiring[] {
      const who = address()
      return firings
        .filter(({ account }) => account === null || account === who)
        .map(({ firing }) => firing)
        .filter(({ alertId }) => alertId === '' || alerts.some(({ id }) => id === alertId))
        .slice(0, SHOWN)
    },
  }
}
