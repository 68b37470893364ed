/** Tells what fired: each event once, in the list of the newest and by a notification where the trader wants that. */
import type { AlertFiring, AlertKind } from '../../contract/alert.ts'
import { millis } from '../../contract/time.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook, FiringAbout } from './evaluate.ts'
import type { AlertsOptions, ReportAbout } from './interface.ts'
import { ruleTitle } from './rules.ts'

interface Telling {
  /** What a look says of an alert: kept, and told when it fires. */
  take(alert: StoredAlert, look: AlertLook): void
  /** @param alertId empty for what belongs to no alert. */
  fire(alertId: string, title: string, words: string, report: ReportAbout): void
  /** What fired in this run, newest first: of the alerts given, and what belongs to none. */
  firingsOf(alerts: readonly { readonly id: string }[]): readonly AlertFiring[]
  /** Another trader is signed in. */
  clear(): void
}

interface TellingOptions extends Pick<AlertsOptions, 'clock' | 'notify' | 'tellOutside'> {
  /** Keeps an alert; false when it could not be written. */
  readonly write: (alert: StoredAlert) => boolean
  /** Whether the trader wants notifications. */
  readonly notifies: () => boolean
  /** The service's time of one of the terminal's, ms. */
  readonly serverTime: (at: number) => number
  readonly changed: () => void
}

const SHOWN = 20
/** What follows within this time of a tone is part of what that was about, ms. */
const ONE_EVENT = 10_000

/** Alerts on what must be seen to: the others tell of what is done. */
const ACTING: ReadonlySet<AlertKind> = new Set(['liquidation', 'market_end', 'token_expiry'])

export function createTelling(options: TellingOptions): Telling {
  const { clock, notify, tellOutside, write, notifies, serverTime, changed } = options
  let firings: readonly AlertFiring[] = []
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

  function fire(alertId: string, title: string, words: string, { about, isActing = false }: ReportAbout): void {
    seq += 1
    const at = millis(Math.round(serverTime(clock.now())))
    firings = [{ seq, alertId, title, words, at, isActing, isSilent: isSilent(about) }, ...firings].slice(0, SHOWN)
    // What belongs to no alert is what orders and positions did.
    if (notifies()) notify(title, words, alertId === '' ? 'activity' : 'alerts')
    tellOutside(title, words, isActing)
    changed()
  }

  return {
    /** What was seen and that it was told are one write, before anybody hears of it: a crash in between tells it never, not twice. */
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
      if (!write({ ...alert, ...fired, memory })) return
      changed()
      if (words !== null) fire(alert.id, ruleTitle(alert.rule), words, { about, isActing: ACTING.has(alert.rule.kind) })
    },
    fire,
    firingsOf: (alerts) => firings.filter(({ alertId }) => alertId === '' || alerts.some(({ id }) => id === alertId)),
    clear() {
      firings = []
    },
  }
}
