/** Notifications of the operating system; one that could not be shown is retried, and the list of alerts remains. */

import { Notification, shell } from 'electron'
import { counted } from '../../contract/plural.ts'
import { type SafeText, text } from '../../contract/safe-text.ts'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'

/** The program's id on Windows: only with the id of its packages are notifications and pinned icons its own. */
export const APP_ID = 'app.isotherm.terminal'

/** The target of a click on a notification: a panel of a window of the deployment that it is about. */
interface NotificationAbout {
  readonly profile: string
  readonly panel: 'alerts' | 'activity'
}

/** Notifications of the operating system. */
export interface DesktopNotifications {
  readonly feature: () => Feature
  /** @param about the target of a click; null for nothing. */
  show(title: SafeText, text: SafeText, about: NotificationAbout | null): void
  /** The system's own sound, for when no window plays the terminal's. */
  beep(): void
}

export interface AllNotifications extends DesktopNotifications {
  /** Registers the handler of clicks. */
  onClick(listener: (about: NotificationAbout) => void): void
}

interface NotificationRequest {
  readonly title: SafeText
  readonly text: SafeText
  readonly about: NotificationAbout | null
}

/** The latest that could not be shown, and the number of earlier failures. */
interface Failed {
  readonly newest: NotificationRequest
  readonly others: number
  /** Retries. */
  readonly cancel: Cancel
}

const LISTED = 'alerts are listed here'
/** Systems silently drop notifications that nobody looked at; the oldest is then given up. */
const MAX_KEPT = 100
/** Delay after a failure, and before asking the system again whether it shows notifications at all, ms. */
const AGAIN = 60_000

/**
 * Each notification is tried when requested, even while others fail. Of the failed ones only the latest is retried every minute, with the number of
 * others, until the system shows one.
 * @param log receives those that could not be shown.
 */
export function desktopNotifications({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Log
}): AllNotifications {
  let support: { readonly isOn: boolean; readonly at: number } | null = null
  /** Why the last one was not shown; null since one was. */
  let reason: string | null = null
  let failed: Failed | null = null
  let clicked: (about: NotificationAbout) => void = () => undefined
  /** Without a reference a notification loses its events. */
  const kept = new Set<Notification>()

  /** A system that shows none now may do so later, when its notification service runs. */
  function isSupported(): boolean {
    const now = clock.monotonic()
    if (support === null || (!support.isOn && now - support.at >= AGAIN)) {
      support = { isOn: Notification.isSupported(), at: now }
    }
    return support.isOn
  }

  function keep(notification: Notification): void {
    const [oldest] = kept
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest)
    kept.add(notification)
  }

  function fail(newest: NotificationRequest, others: number, error: string): void {
    reason = error.split('\n')[0]?.slice(0, 200).replace(/\.+$/, '') ?? ''
    const before = failed === null ? 0 : failed.others + 1
    const cancel = failed?.cancel ?? clock.after(AGAIN, tryAgain)
    failed = { newest, others: before + others, cancel }
  }

  function tryAgain(): void {
    if (failed === null) return
    const { newest, others } = failed
    failed = null
    put(newest, others)
  }

  /** The system shows notifications again: a waiting one is shown now. */
  function succeeded(): void {
    reason = null
    failed?.cancel()
    tryAgain()
  }

  /** @param others number of earlier ones that could not be shown. */
  function put(request: NotificationRequest, others: number): void {
    const { title, text: message, about } = request
    const more =
      others === 0 ? '' : ` ${counted(others, 'earlier notification', 'earlier notifications')} could not be shown.`
    // Called in the middle of other work, such as the close of a stop, which must not fail because of it.
    try {
      // The terminal plays its own sound, by its own setting.
      const notification = new Notification({ title, body: `${message}${more}`, silent: true })
      keep(notification)
      notification.on('show', succeeded)
      notification.on('failed', (_event, error) => {
        kept.delete(notification)
        log.info({ reason: error }, 'a notification could not be shown')
        fail(request, others, error)
      })
      notification.on('close', () => kept.delete(notification))
      notification.on('click', () => {
        kept.delete(notification)
        if (about !== null) clicked(about)
      })
      notification.show()
    } catch (error) {
      log.warn({ err: error }, 'a notification could not be shown')
      fail(request, others, String((error as Error).message))
    }
  }

  return {
    feature() {
      if (!isSupported()) return { on: false, reason: `This computer does not support notifications; ${LISTED} only.` }
      if (reason === null) return { on: true }
      const until = `${LISTED}; the last one is retried every minute.`
      return { on: false, reason: `This computer did not show a notification (${reason}): ${until}` }
    },
    show(title, message, about) {
      if (isSupported()) put({ title, text: message, about }, 0)
    },
    beep: () => shell.beep(),
    onClick(listener) {
      clicked = listener
    },
  }
}

/** Notifications of one deployment: its name precedes each title while `naming` is true. */
export const namedNotifications = (
  notifications: DesktopNotifications,
  profile: string,
  naming: () => boolean,
): DesktopNotifications => ({
  ...notifications,
  show: (title, message, about) => notifications.show(naming() ? text`${profile}: ${title}` : title, message, about),
})
