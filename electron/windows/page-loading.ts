/** Loads the terminal's page into a window, and says so where it cannot be loaded. */
import type { BrowserWindow } from 'electron'
import type { Log } from '../log/index.ts'

export interface PageLoading {
  /** Nobody is there to be told. */
  readonly headless: boolean
  /** Says why the page cannot be loaded: whether it is tried again, else the window closes. */
  readonly askToReload: (window: BrowserWindow, reason: string) => Promise<boolean>
  readonly log: Pick<Log, 'warn'>
}

export async function loadPage(window: BrowserWindow, { headless, askToReload, log }: PageLoading): Promise<void> {
  for (;;) {
    const failure = await window.loadURL('app://ui/').then(() => null, String)
    // One that is closed or replaced while it loads has nothing to load any more; one that loads anew is told of by that load.
    if (failure === null || window.isDestroyed() || failure.includes('ERR_ABORTED')) return
    log.warn({ reason: failure }, 'a window could not load its page')
    if (headless) return
    window.show()
    const again = await askToReload(window, failure)
    if (window.isDestroyed()) return
    if (!again) {
      window.destroy()
      return
    }
  }
}
