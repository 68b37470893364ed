/** `webContents`: all existing pages. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'
import { runtime } from './runtime.ts'

export const webContents = provide('webContents', {
  getAllWebContents: (): Electron.WebContents[] => [...runtime.contents.values()].map(({ electron }) => electron),
  fromId: (id: number): Electron.WebContents | undefined => runtime.contents.get(id)?.electron,
  getFocusedWebContents(): Electron.WebContents | null {
    const window = runtime.focused === null ? undefined : runtime.windows.get(runtime.focused)
    return window?.electron.webContents ?? null
  },
})
