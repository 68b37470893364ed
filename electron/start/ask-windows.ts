/** Has a window of a deployment do what the desktop asks: the one used last, brought to the front, or one that opens for it. */
import type { WebContents } from 'electron'
import type { WindowAsk } from '../../contract/window-ask.ts'
import type { Deployment } from '../deployment/index.ts'
import type { Log } from '../log/index.ts'
import type { Notices } from '../topics/index.ts'
import type { WindowAsks, WindowGroups, WindowManager } from '../windows/index.ts'

interface AskWindowsOptions {
  readonly windows: Pick<WindowManager, 'usedLast' | 'bringToFront' | 'freeName' | 'on' | 'windows'>
  readonly groups: Pick<WindowGroups<Deployment>, 'restore' | 'openNamed'>
  readonly asks: Pick<WindowAsks, 'ask'>
  readonly notices: Pick<Notices, 'put'>
  readonly log: Pick<Log, 'error'>
}

/** @param profile null for whichever window was used last; `ask` null only shows one. */
export type AskWindows = (profile: string | null, ask: WindowAsk | null) => Promise<void>

export function createAskWindows({ windows, groups, asks, notices, log }: AskWindowsOptions): AskWindows {
  async function windowFor(profile: string | null): Promise<{ contents: WebContents | null; isNew: boolean }> {
    const open = windows.usedLast(profile)
    if (open !== null) return { contents: open, isNew: false }
    if (windows.windows.length === 0) await groups.restore()
    const restored = windows.usedLast(profile)
    if (restored !== null || profile === null) return { contents: restored, isNew: true }
    const name = windows.freeName()
    await groups.openNamed(profile, name)
    return { contents: windows.on(profile).find((one) => one.name === name)?.contents ?? null, isNew: true }
  }

  return async (profile, ask) => {
    try {
      const { contents, isNew } = await windowFor(profile)
      if (contents === null) return
      windows.bringToFront(contents)
      if (ask !== null) asks.ask(contents, ask, isNew)
    } catch (error) {
      log.error({ err: error }, 'no window could be opened')
      notices.put(
        'no-window',
        'warning',
        'No window was opened',
        error instanceof Error ? error.message : String(error),
      )
    }
  }
}
