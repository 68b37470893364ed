/** Notifies the trader of what fired: at a pace that nobody drowns in, in words, and in every window where none shows the deployment. */

import { type AlertFiring, type AlertsView, alertScope, isLevelRule } from '../../contract/alert.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import type { AlertLook, FiringAbout } from './evaluate.ts'
import type { Alerts, AlertsOptions, ReportAbout } from './interface.ts'
import { isActing, ruleTitle } from './kinds.ts'

/** An alert that is about one wallet. */
interface PacedAlert {
  readonly id: string
  /** Address of the wallet that it belongs to; null for the deployment. */
  readonly account: string | null
}

/** What an alert says. */
interface Saying extends PacedAlert {
  readonly words: string
  readonly about: FiringAbout | undefined
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

/**
 * How often alerts report. One fires at once, then at most every ten seconds: what it would have said in between is said at the end of them.
 * Notifications of all of them are one a second at most: alerts that fire at once are one, and so are those that follow within a second.
 */
function createFiringPace({ clock, due }: FiringPaceOptions) {
  /** An alert that is about whichever wallet is signed in has a pace for each. */
  const fired = new Map<string, Fired>()
  const keyOf = ({ id, account }: PacedAlert): string => `${id}/${account ?? ''}`

  /** Whether it fired less than ten seconds ago. */
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
    /** Whether an alert may fire now, which it does then; where not, what it says is held back. */
    take(saying: Saying, isLevel: boolean): boolean {
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
    /** It was changed or removed: what was held back is dropped, and it may fire at once. */
    forget(id: string): void {
      for (const [key, last] of fired) {
        if (last.id !== id) continue
        last.held?.cancel()
        fired.delete(key)
      }
    },
    /** What is held back is said now. */
    settle(): void {
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

interface AlertBurstsOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly send: (notification: FiredAlert) => void
}

/** Between two notifications at least, ms. */
const BURST = 1_000
/** Alerts that a summary quotes. */
const MOST_QUOTED = 5

/** An alert that fires alone leaves as it is, without a wait. */
function createAlertBursts({ clock, send }: AlertBurstsOptions) {
  let waiting: readonly FiredAlert[] = []
  let timer: Cancel | null = null
  /** Monotonic ms. */
  let sentAt = Number.NEGATIVE_INFINITY

  /** What waits leaves now. */
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

interface TellingOptions extends Pick<AlertsOptions, 'address' | 'clock' | 'notify' | 'tellOutside'> {
  /** Keeps an alert, whether or not it can be stored. */
  readonly keep: (alert: StoredAlert) => void
  /** Keeps an alert in memory; it is stored within a second. */
  readonly keepSoon: (alert: StoredAlert) => void
  /** An alert as it is now; null where it was removed. */
  readonly find: (id: string) => StoredAlert | null
  /** Whether the trader wants notifications. */
  readonly notifies: () => boolean
  /** The service's time of one of the terminal's, ms. */
  readonly serverTime: (at: number) => number
  readonly changed: () => void
}

/** Of the deployment, and of each wallet. */
const SHOWN = 20
/** What follows within this time of a tone is part of what that was about, ms. */
const ONE_EVENT = 10_000

/** A firing and the wallet that it belongs to; null for the deployment. */
interface KeptFiring {
  readonly firing: AlertFiring
  readonly account: string | null
}

/** Reports what fired: each event once, in the list of the newest and by a notification where the trader wants that. */
export function createTelling(options: TellingOptions) {
  const { address, clock, notify, tellOutside, keep, keepSoon, find, notifies, serverTime, changed } = options
  /** Newest first. */
  let firings: readonly KeptFiring[] = []
  let seq = 0
  /** When there was a tone for an asset, monotonic ms. */
  const sounded = new Map<string, number>()
  const bursts = createAlertBursts({
    clock,
    send({ title, words, isActing }) {
      if (notifies()) notify(title, words, 'alerts')
      tellOutside(title, words, isActing)
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

  /** @param alertId empty for what belongs to no alert. */
  function list(
    alertId: string,
    account: string | null,
    { title, words, about, isActing }: ReportAbout & { readonly title: string; readonly words: string },
  ): void {
    seq += 1
    const at = millis(Math.round(serverTime(clock.now())))
    const firing = { seq, alertId, title, words, at, isActing: isActing === true, isSilent: isSilent(about) }
    // Those of one wallet never push out those of another, or of the deployment.
    const oldest = firings.filter((one) => one.account === account)[SHOWN - 1]
    firings = [{ firing, account }, ...firings.filter((one) => one !== oldest)]
    changed()
  }

  /** What was seen and that it fired are one write, before anybody hears of it; where that fails it is reported all the same, once in this run. */
  function fireAlert(alert: StoredAlert, { words, account, about }: Saying): void {
    const { id, rule, repeat, timesFired } = alert
    keep({
      ...alert,
      state: repeat ? 'on' : 'fired',
      lastFiredAt: millis(Math.round(serverTime(clock.now()))),
      lastMessage: words,
      timesFired: timesFired + 1,
    })
    const said = { title: ruleTitle(rule), words, isActing: isActing(rule) }
    list(id, account, { ...said, about })
    bursts.add(said)
  }

  return {
    /** What a look says of an alert: kept, and reported when it fires, at most every 10 s where it repeats. */
    take(alert: StoredAlert, { memory, words, about }: AlertLook): void {
      if (memory === alert.memory) return
      const { id, rule } = alert
      const account = alertScope(rule.kind) === 'deployment' ? null : (alert.account ?? address())
      const seen = { ...alert, memory }
      if (words !== null) {
        const saying = { id, account, words, about }
        // One that fires once is spent: only one that repeats can go on and on.
        if (!alert.repeat || pace.take(saying, isLevelRule(rule))) fireAlert(seen, saying)
        else keepSoon(seen)
        return
      }
      // A price that jitters about its level is no write of its own each time.
      if (pace.isQuiet({ id, account })) {
        keepSoon(seen)
        return
      }
      keep(seen)
      changed()
    },
    /** An alert was changed or removed: it may fire at once. */
    forget: pace.forget,
    /** Whatever waits is reported now. */
    settle(): void {
      pace.settle()
      bursts.settle()
    },
    /** What orders and positions did. */
    /** Reports what belongs to no alert. */
    report(title: string, words: string, { account = address(), always = false, ...about }: ReportAbout): void {
      list('', account, { title, words, ...about })
      if (notifies() || always) notify(title, words, 'activity')
      tellOutside(title, words, about.isActing === true)
    },
    /** What fired in this run, newest first: of the alerts given and what belongs to none, for the deployment and the wallet that is signed in. */
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

/** What fires on a deployment that no window shows: every window is told of it. */
export function notifyUnattended(
  { topics }: Pick<Alerts, 'topics'>,
  on: {
    /** Whether no window is on the deployment. */
    readonly unattended: () => boolean
    readonly notices: Pick<DeploymentNotices, 'add'>
  },
): void {
  const view = (): AlertsView | undefined => topics.view({ kind: 'alerts' })
  let told = newest(view()?.firings ?? [])
  topics.onChange(() => {
    const now = view()
    if (now === undefined) return
    const fresh = now.firings.filter(({ seq }) => seq > told)
    told = Math.max(told, newest(now.firings))
    if (fresh.length === 0 || !on.unattended()) return
    for (const { title, words } of fresh.reverse()) on.notices.add('info', title, words)
  })
}

const newest = (firings: readonly AlertFiring[]): number => Math.max(0, ...firings.map(({ seq }) => seq))
