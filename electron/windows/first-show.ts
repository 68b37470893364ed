/** Shows a window once it has something to show. */
import type { BrowserWindow } from 'electron'
import type { Cancel, Clock } from '../../contract/time.ts'

/** A window whose page is not painted by then is shown all the same: nobody closes what they cannot see, ms. */
const SHOWN_AFTER = 5000

/** @param shown is called once it is on screen. @returns how to give it up. */
export function showOnceReady(window: BrowserWindow, clock: Pick<Clock, 'after'>, shown: () => void): Cancel {
  let isShown = false
  const show = (): void => {
    late()
    if (isShown || window.isDestroyed()) return
    isShown = true
    window.show()
    shown()
  }
  const late = clock.after(SHOWN_AFTER, show)
  window.once('ready-to-show', show)
  return late
}
