/** What Electron must be told at a start: some of it before it is ready, the rest before the first window. */
import { join } from 'node:path'
import { app, type BaseWindow, BrowserWindow, Menu, protocol, screen, session, type WebContents } from 'electron'
import { applicationMenu } from '../app/index.ts'
import type { Log } from '../log/index.ts'
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
}

/** Once it is ready, before a window is made: what pages may do, where they come from, the displays, and the menu. */
export function prepareWhenReady({ openWindow, displaysChanged }: WhenReady): void {
  hardenSession(session.defaultSession)
  protocol.handle('app', createAppProtocol(PAGES))
  screen.on('display-added', displaysChanged)
  screen.on('display-removed', displaysChanged)
  screen.on('display-metrics-changed', displaysChanged)
  const inFront = (front: BaseWindow | undefined): BrowserWindow | null =>
    front instanceof BrowserWindow ? front : null
  const menu = applicationMenu({
    newWindow: (front) => openWindow(inFront(front)?.webContents ?? null),
    closeWindow: (front) => inFront(front)?.close(),
    quit: () => app.quit(),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
}
