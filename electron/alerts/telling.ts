/** Reports what fired: each event once, in the list of the newest and by a notification where the trader wants that. */
import { type AlertFiring, type AlertKind, alertScope } from '../../contract/alert.ts'
import { millis } from '../../contract/time.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook, FiringAbout } from './evaluate.ts'
import type { AlertsOptions, ReportAbout } from './interface.ts'
import { ruleTitle } from './rules.ts'

interface Telling {
  /** What a look says of an alert: kept, and reported when it fires. */
  take(alert: StoredAlert, look: AlertLook): void
  /** Reports what belongs to no alert. */
  report(title: string, words: string, report: ReportAbout): void
  /** What fired in this run, newest first: of the alerts given and what belongs to none, for the deployment and the wallet that is signed in. */
  firingsOf(alerts: readonly { readonly id: string }[]): readonly AlertFiring[]
}

interface TellingOptions extends Pick<AlertsOptions, 'address' | 'clock' | 'notify' | 'tellOutside'> {
  /** Keeps an alert, whether or not it can be stored. */
  readonly keep: (alert: StoredAlert) => void
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

/** Alerts on what must be seen to: the others tell of what is done. */
const ACTING: ReadonlySet<AlertKind> = new Set(['liquidation', 'market_end', 'token_expiry'])

export function createTelling(options: TellingOptions): Telling {
  const { address, clock, notify, tellOutside, keep, notifies, serverTime, changed } = options
  /** Newest first. */
  let firings: readonly KeptFiring[] = []
  let seq = 0
  /** When there was a tone for an asset, monotonic ms. */
  const sounded = new Map<string, number>()

  function isSilent(about: FiringAbout | undefined): boolean {
    if (about === undefined) return false
    const { asset, follows } = about
    const before = sounded.get(asset) ?? Number.NEGATIVE_INFINITY
    if (follows && clock.monotonic() - before < ONE_EVENT) return true
    sounded.set(asset, clock.monotonic())
    return false
  }

  /** @param alertId empty for what belongs to no alert. */
  function fire(
    alertId: string,
    account: string | null,
    title: string,
    words: string,
    { about, isActing = false, always = false }: ReportAbout,
  ): void {
    seq += 1
    const at = millis(Math.round(serverTime(clock.now())))
    const firing = { seq, alertId, title, words, at, isActing, isSilent: isSilent(about) }
    // Those of one wallet never push out those of another, or of the deployment.
    const oldest = firings.filter((one) => one.account === account)[SHOWN - 1]
    firings = [{ firing, account }, ...firings.filter((one) => one !== oldest)]
    // What belongs to no alert is what orders and positions did.
    if (notifies() || always) notify(title, words, alertId === '' ? 'activity' : 'alerts')
    tellOutside(title, words, isActing)
    changed()
  }

  return {
    /** What was seen and that it fired are one write, before anybody hears of it; where that fails it is reported all the same, once in this run. */
    take(alert, { memory, words, about }) {
      if (memory === alert.memory) return
      const fired =
        words === null
          ? {}
          : ({
              state: alert.repeat ? 'on' : 'fired',
              lastFiredAt: millis(Math.round(serverTime(clock.now()))),
              lastWords: words,
              timesFired: alert.timesFired + 1,
            } as const)
      keep({ ...alert, ...fired, memory })
      changed()
      if (words === null) return
      const { id, rule } = alert
      const account = alertScope(rule.kind) === 'deployment' ? null : (alert.account ?? address())
      fire(id, account, ruleTitle(rule), words, { about, isActing: ACTING.has(rule.kind) })
    },
    report: (title, words, { account = address(), ...about }) => fire('', account, title, words, about),
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
