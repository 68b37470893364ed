/** Roles of menu items that the host supports: keys, actions, and standard submenus. */
import type * as Electron from 'electron'
import { runtime } from './runtime.ts'

type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>

interface RoleOfItem {
  readonly key?: string
  readonly run?: (window: Electron.BrowserWindow) => void
  readonly items?: readonly (Role | 'separator')[]
}

const isMac = process.platform === 'darwin'

/** Editing is the browser's own: its keys work without the menu. */
const ROLES: Readonly<Partial<Record<Role, RoleOfItem>>> = {
  quit: { key: process.platform === 'win32' ? '' : 'CmdOrCtrl+Q' },
  close: { key: 'CmdOrCtrl+W', run: (window) => window.close() },
  minimize: { key: 'CmdOrCtrl+M', run: (window) => window.minimize() },
  zoom: { run: (window) => (window.isMaximized() ? window.unmaximize() : window.maximize()) },
  togglefullscreen: {
    key: isMac ? 'Ctrl+Command+F' : 'F11',
    run: (window) => window.setFullScreen(!window.isFullScreen()),
  },
  fileMenu: { items: [isMac ? 'close' : 'quit'] },
  windowMenu: { items: ['minimize', 'zoom', isMac ? 'front' : 'close'] },
  appMenu: { items: ['about', 'separator', 'services', 'separator', 'hide', 'hideOthers', 'unhide', 'quit'] },
}

export const keyOfRole = (role: Role | undefined): string | null =>
  (role === undefined ? undefined : ROLES[role]?.key) || null

/** The items of a menu with that role. */
export const itemsOfRole = (role: Role | undefined): Electron.MenuItemConstructorOptions[] | undefined =>
  (role === undefined ? undefined : ROLES[role]?.items)?.map((each) =>
    each === 'separator' ? { type: 'separator' } : { role: each },
  )

/** Performs the role's action. Returns whether it has one. */
export function runRole(role: Role | undefined, window: Electron.BrowserWindow | undefined): boolean {
  if (role === 'quit') {
    runtime.quit()
    return true
  }
  const run = role === undefined ? undefined : ROLES[role]?.run
  if (run === undefined) return false
  if (window !== undefined) run(window)
  return true
}
