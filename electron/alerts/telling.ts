/** Reports what fired: each event once, in the list of the newest and by a notification where the trader wants that. */
import { type AlertFiring, alertScope } from '../../contract/alert.ts'
import { isLevelRule } from '../../contract/alert-level.ts'
import { millis } from '../../contract/time.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook, FiringAbout } from './evaluate.ts'
import { createAlertBursts, createFiringPace, type Saying } from './firing-pace.ts'
import type { AlertsOptions, ReportAbout } from './interface.ts'
import { isActing, ruleTitle } from './kinds.ts'

interface Telling {
  /** What a look says of an alert: kept, and reported when it fires, at most every 10 s where it repeats. */
  take(alert: StoredAlert, look: AlertLook): void
  /** An alert was changed or removed: it may fire at once. */
  forget(id: string): void
  /** Whatever waits is reported now. */
  settle(): void
  /** Reports what belongs to no alert. */
  report(title: string, words: string, report: ReportAbout): void
  /** What fired in this run, newest first: of the alerts given and what belongs to none, for the deployment and the wallet that is signed in. */
  firingsOf(alerts: readonly { readonly id: string }[]): readonly AlertFiring[]
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

export function createTelling(options: TellingOptions): Telling {
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
      lastWords: words,
      timesFired: timesFired + 1,
    })
    const said = { title: ruleTitle(rule), words, isActing: isActing(rule) }
    list(id, account, { ...said, about })
    bursts.add(said)
  }

  return {
    take(alert, { memory, words, about }) {
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
    forget: pace.forget,
    settle() {
      pace.settle()
      bursts.settle()
    },
    /** What orders and positions did. */
    report(title, words, { account = address(), always = false, ...about }) {
      list('', account, { title, words, ...about })
      if (notifies() || always) notify(title, words, 'activity')
      tellOutside(title, words, about.isActing === true)
    },
    firingsOf(alerts) {
      const who = address()
      return firings
        .filter(({ account }) => account === null || account === who)
        .map(({ firing }) => firing)
        .filter(({ alertId }) => alertId === '' || alerts.some(({ id }) => id === alertId))
        .slice(0, SHOWN)
    },
  }
}
