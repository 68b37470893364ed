/** Notifications of the operating system; where they cannot be shown, the reason is said once and the list of alerts remains. */
import { Notification, shell } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Log } from '../log/index.ts'

/** What a click on a notification shows: a panel of a window of the deployment that it is about. */
export interface NotificationAbout {
  readonly profile: string
  readonly panel: 'alerts' | 'activity'
}

/** Notifications of the operating system. */
export interface DesktopNotifications {
  readonly feature: () => Feature
  /** @param about what a click shows; null for nothing. */
  show(title: string, words: string, about: NotificationAbout | null): void
  /** The system's own tone, for when no window plays the terminal's. */
  beep(): void
}

export interface AllNotifications extends DesktopNotifications {
  /** Who shows what a click is about. */
  onClick(listener: (about: NotificationAbout) => void): void
}

const LISTED_ONLY = 'alerts are listed here only'
/** Systems drop what nobody looked at without a word; the oldest is given up then. */
const MOST_KEPT = 100

/** @param log told of one that could not be shown. */
export function desktopNotifications(log: Log): AllNotifications {
  let supported: boolean | null = null
  let failure: string | null = null
  let clicked: (about: NotificationAbout) => void = () => undefined
  /** Without a reference its events are lost with it. */
  const kept = new Set<Notification>()
  const isSupported = (): boolean => {
    supported ??= Notification.isSupported()
    return supported
  }

  function keep(notification: Notification): void {
    const [oldest] = kept
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest)
    kept.add(notification)
  }

  return {
    feature() {
      if (!isSupported()) return { on: false, reason: `This machine shows no notifications: ${LISTED_ONLY}.` }
      if (failure === null) return { on: true }
      return { on: false, reason: `This machine showed no notification (${failure}): ${LISTED_ONLY}.` }
    },
    show(title, words, about) {
      if (!isSupported() || failure !== null) return
      // Told in the middle of other work, the close of a stop say, which nothing here may keep from being done.
      try {
        // The terminal plays its own tone, by its own setting.
        const notification = new Notification({ title, body: words, silent: true })
        keep(notification)
        notification.on('failed', (_event, error) => {
          kept.delete(notification)
          failure = error.split('\n')[0]?.slice(0, 200).replace(/\.+$/, '') ?? ''
          log.info({ reason: error }, 'a notification could not be shown')
        })
        notification.on('close', () => kept.delete(notification))
        notification.on('click', () => {
          kept.delete(notification)
          if (about !== null) clicked(about)
        })
        notification.show()
      } catch (error) {
        log.warn({ err: error }, 'a notification could not be shown')
      }
    },
    beep: () => shell.beep(),
    onClick(listener) {
      clicked = listener
    },
  }
}

/** The same for one deployment: its name stands before each title while `naming` says so. */
export const namedNotifications = (
  notifications: DesktopNotifications,
  profile: string,
  naming: () => boolean,
): DesktopNotifications => ({
  ...notifications,
  show: (title, words, about) => notifications.show(naming() ? `${profile}: ${title}` : title, words, about),
})
