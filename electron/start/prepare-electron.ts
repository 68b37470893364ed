/** What Electron must be told at a start: some of it before it is ready, the rest before the first window. */
import { join } from 'node:path'
import { app, type BaseWindow, BrowserWindow, Menu, protocol, screen, session, type WebContents } from 'electron'
import type { KeyChoices } from '../../contract/key.ts'
import { SETTINGS } from '../../contract/settings-table.ts'
import { applicationMenu, type MenuDeeds } from '../app/index.ts'
import type { Log } from '../log/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import { createAppProtocol, hardenContents, hardenSession } from '../windows/index.ts'

/** Where the pages of windows are. */
export const PAGES = join(import.meta.dirname, '..', 'renderer')

/** Before the app is ready: what it may do at all. Electron refuses this later. */
export function prepareBeforeReady(log: Log): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.enableSandbox()
  hardenContents(app, log)
}

interface WhenReady {
  /** Opens a window beside the one in front; null where none is. */
  readonly openWindow: (from: WebContents | null) => void
  /** Displays come, go or change. */
  readonly displaysChanged: () => void
  readonly settings: TerminalSettings
  readonly log: Log
}

/** Once it is ready, before a window is made: what pages may do, where they come from, the displays, and the menu. */
export function prepareWhenReady({ openWindow, displaysChanged, settings, log }: WhenReady): void {
  hardenSession(session.defaultSession)
  protocol.handle('app', createAppProtocol(PAGES))
  screen.on('display-added', displaysChanged)
  screen.on('display-removed', displaysChanged)
  screen.on('display-metrics-changed', displaysChanged)
  const inFront = (front: BaseWindow | undefined): BrowserWindow | null =>
    front instanceof BrowserWindow ? front : null
  const deeds: MenuDeeds = {
    newWindow: (front) => openWindow(inFront(front)?.webContents ?? null),
    closeWindow: (front) => inFront(front)?.close(),
    quit: () => app.quit(),
    textSize(step) {
      try {
        settings.change({ textSize: textSizeAfter(settings.current.textSize, step) })
      } catch (error) {
        log.error({ err: error }, 'the size of text was not saved')
      }
    },
  }
  let shown: KeyChoices | null = null
  const show = (): void => {
    if (settings.current.keys === shown) return
    shown = settings.current.keys
    Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(deeds, shown)))
  }
  show()
  settings.source.onChange(show)
}

/** The size of text a step on, within its bounds. */
function textSizeAfter(size: number, step: 'larger' | 'smaller' | 'usual'): number {
  const { least, most, step: by, initial } = SETTINGS.textSize
  if (step === 'usual') return initial
  return Math.min(most, Math.max(least, size + (step === 'larger' ? by : -by)))
}
