/** Notifications of the operating system; one that could not be shown is tried again, and the list of alerts remains. */
import { Notification, shell } from 'electron'
import { type SafeText, text } from '../../contract/safe-text.ts'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'

/** What Windows knows the program by: notifications and pinned icons are its own only under the id of its packages. */
export const APP_ID = 'app.isotherm.terminal'

/** What a click on a notification shows: a panel of a window of the deployment that it is about. */
interface NotificationAbout {
  readonly profile: string
  readonly panel: 'alerts' | 'activity'
}

/** Notifications of the operating system. */
export interface DesktopNotifications {
  readonly feature: () => Feature
  /** @param about what a click shows; null for nothing. */
  show(title: SafeText, words: SafeText, about: NotificationAbout | null): void
  /** The system's own tone, for when no window plays the terminal's. */
  beep(): void
}

export interface AllNotifications extends DesktopNotifications {
  /** Who shows what a click is about. */
  onClick(listener: (about: NotificationAbout) => void): void
}

/** A notification as it was asked for. */
interface Asked {
  readonly title: SafeText
  readonly words: SafeText
  readonly about: NotificationAbout | null
}

/** The newest that could not be shown, and how many before it could not either. */
interface Failed {
  readonly newest: Asked
  readonly others: number
  /** Tries again. */
  readonly cancel: Cancel
}

const LISTED = 'alerts are listed here'
/** Systems drop what nobody looked at without a word; the oldest is given up then. */
const MOST_KEPT = 100
/** After a failure, and before the system is asked again whether it shows notifications at all, ms. */
const AGAIN = 60_000

/**
 * Each notification is tried when it is asked for, also while others fail. Of those that fail the newest is tried again every minute, with how
 * many others there were, until the system shows one.
 * @param log told of one that could not be shown.
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
  /** Without a reference its events are lost with it. */
  const kept = new Set<Notification>()

  /** A system that shows none now may do so later, when its own service for them runs. */
  function isSupported(): boolean {
    const now = clock.monotonic()
    if (support === null || (!support.isOn && now - support.at >= AGAIN)) {
      support = { isOn: Notification.isSupported(), at: now }
    }
    return support.isOn
  }

  function keep(notification: Notification): void {
    const [oldest] = kept
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest)
    kept.add(notification)
  }

  function fail(newest: Asked, others: number, error: string): void {
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

  /** The system shows notifications again: one that waits is shown now. */
  function succeeded(): void {
    reason = null
    failed?.cancel()
    tryAgain()
  }

  /** @param others that could not be shown before it. */
  function put(asked: Asked, others: number): void {
    const { title, words, about } = asked
    const more =
      others === 0
        ? ''
        : ` ${others === 1 ? '1 notification' : `${others} notifications`} before it could not be shown.`
    // Shown in the middle of other work, the close of a stop say, which nothing here may keep from being done.
    try {
      // The terminal plays its own tone, by its own setting.
      const notification = new Notification({ title, body: `${words}${more}`, silent: true })
      keep(notification)
      notification.on('show', succeeded)
      notification.on('failed', (_event, error) => {
        kept.delete(notification)
        log.info({ reason: error }, 'a notification could not be shown')
        fail(asked, others, error)
      })
      notification.on('close', () => kept.delete(notification))
      notification.on('click', () => {
        kept.delete(notification)
        if (about !== null) clicked(about)
      })
      notification.show()
    } catch (error) {
      log.warn({ err: error }, 'a notification could not be shown')
      fail(asked, others, String((error as Error).message))
    }
  }

  return {
    feature() {
      if (!isSupported()) return { on: false, reason: `This machine shows no notifications: ${LISTED} only.` }
      if (reason === null) return { on: true }
      const until = `${LISTED}, and the last one is tried again every minute.`
      return { on: false, reason: `This machine showed no notification (${reason}): ${until}` }
    },
    show(title, words, about) {
      if (isSupported()) put({ title, words, about }, 0)
    },
    beep: () => shell.beep(),
    onClick(listener) {
      clicked = listener
    },
  }
}

/** The same for one deployment: its name is put before each title while `naming` says so. */
export const namedNotifications = (
  notifications: DesktopNotifications,
  profile: string,
  naming: () => boolean,
): DesktopNotifications => ({
  ...notifications,
  show: (title, words, about) => notifications.show(naming() ? text`${profile}: ${title}` : title, words, about),
})
