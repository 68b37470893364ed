/** Notifications of the operating system; where they cannot be shown, the reason is said once and the list of alerts remains. */
import { Notification, shell } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Log } from '../log/index.ts'

/** Notifications of the operating system. */
export interface DesktopNotifications {
  readonly feature: () => Feature
  show(title: string, words: string): void
  /** The system's own tone, for when no window plays the terminal's. */
  beep(): void
}

/** @param log told of one that could not be shown. */
export function desktopNotifications(log: Log): DesktopNotifications {
  let supported: boolean | null = null
  const isSupported = (): boolean => {
    supported ??= Notification.isSupported()
    return supported
  }
  return {
    feature: () =>
      isSupported()
        ? { on: true }
        : { on: false, reason: 'This machine shows no notifications: alerts are listed here only.' },
    show(title, words) {
      if (!isSupported()) return
      // Told in the middle of other work, the close of a stop say, which nothing here may keep from being done.
      try {
        // The terminal plays its own tone, by its own setting.
        const notification = new Notification({ title, body: words, silent: true })
        notification.on('failed', (_event, error) => log.info({ reason: error }, 'a notification could not be shown'))
        notification.show()
      } catch (error) {
        log.warn({ err: error }, 'a notification could not be shown')
      }
    },
    beep: () => shell.beep(),
  }
}

/** The same for one deployment: its name stands before each title while `name` gives it. */
export const namedNotifications = (
  notifications: DesktopNotifications,
  name: () => string | null,
): DesktopNotifications => ({
  ...notifications,
  show(title, words) {
    const deployment = name()
    notifications.show(deployment === null ? title : `${deployment}: ${title}`, words)
  },
})
