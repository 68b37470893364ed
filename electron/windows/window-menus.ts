/** The commands that each window lists for the application's menu, and those that it shows: of the window that was in front last. */
import type { WebContents } from 'electron'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { NativeMenuItem } from '../../contract/native-menu.ts'

export interface WindowMenus {
  set(contents: WebContents, items: readonly NativeMenuItem[]): void
  setFront(contents: WebContents): void
  closed(contents: WebContents): void
  /** Of the window that was in front last; empty while none is open. */
  current(): readonly NativeMenuItem[]
  /** What `current` gives is another. */
  readonly onChange: Listen
}

export function createWindowMenus(): WindowMenus {
  const items = new Map<WebContents, readonly NativeMenuItem[]>()
  const listeners = new Listeners()
  let front: WebContents | null = null
  return {
    set(contents, next) {
      // The table of a window changes more often than what a menu shows of it.
      if (JSON.stringify(items.get(contents)) === JSON.stringify(next)) return
      items.set(contents, next)
      if (front === null || front === contents) listeners.notify()
    },
    setFront(contents) {
      if (front === contents) return
      front = contents
      listeners.notify()
    },
    closed(contents) {
      items.delete(contents)
      if (front !== contents) return
      front = null
      listeners.notify()
    },
    current: () => (front === null ? items.values().next().value : items.get(front)) ?? [],
    onChange: listeners.on,
  }
}
