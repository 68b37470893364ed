/** Which window plays: the one that was in front last, of those that are on the deployment. Pure but for what it remembers. */

interface Players {
  /** A window opened: it plays where no other was in front. */
  opened(window: string): void
  cameToFront(window: string): void
  closed(window: string): void
  /** Null where no window is open. */
  chosen(): string | null
}

export function createPlayers(): Players {
  /** The one that was in front last comes first. */
  let windows: readonly string[] = []
  return {
    opened(window) {
      if (!windows.includes(window)) windows = [...windows, window]
    },
    cameToFront(window) {
      windows = [window, ...windows.filter((one) => one !== window)]
    },
    closed(window) {
      windows = windows.filter((one) => one !== window)
    },
    chosen: () => windows[0] ?? null,
  }
}
