/** What Electron must be told at a start: some of it before it is ready, the rest before the first window. */
import { join } from 'node:path'
import { app, BrowserWindow, Menu, protocol, session, type WebContents } from 'electron'
import { applicationMenu } from '../app/index.ts'
import type { Log } from '../log/index.ts'
import { createAppProtocol, hardenContents, hardenSession } from '../windows/index.ts'

/** Before the app is ready: what it may do at all. Electron refuses this later. */
export function prepareBeforeReady(log: Log): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.enableSandbox()
  hardenContents(app, log)
}

/**
 * Once it is ready, before a window is made: what pages may do, where they come from, and the menu.
 * @param openWindow opens a window beside the one in front; null where none is.
 */
export function prepareWhenReady(openWindow: (from: WebContents | null) => void): void {
  hardenSession(session.defaultSession)
  protocol.handle('app', createAppProtocol(join(import.meta.dirname, '..', 'renderer')))
  const menu = applicationMenu((front) => openWindow(front instanceof BrowserWindow ? front.webContents : null))
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
}
