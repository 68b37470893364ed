/** The application menu: short, with the keys that people expect. None of them closes or ends anything without a word. */
import type { BaseWindow, MenuItemConstructorOptions } from 'electron'

export interface MenuDeeds {
  /** Opens a window beside the one in front; undefined where none is. */
  readonly newWindow: (front: BaseWindow | undefined) => void
  /** As a hand closes it. */
  readonly closeWindow: (front: BaseWindow | undefined) => void
  /** Ends the terminal once the trader has heard of what ends with it. */
  readonly quit: () => void
}

export function applicationMenu(
  { newWindow, closeWindow, quit }: MenuDeeds,
  platform: NodeJS.Platform = process.platform,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  // The roles of the system would quit and close by themselves. To close a window has no key: the one that people know closes tabs.
  const end: MenuItemConstructorOptions = { label: 'Quit Isotherm', accelerator: 'CmdOrCtrl+Q', click: () => quit() }
  return [
    ...(isMac ? [macMenu(end)] : []),
    {
      label: 'File',
      submenu: [
        { label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: (_item, front) => newWindow(front) },
        { label: 'Close window', click: (_item, front) => closeWindow(front) },
        ...(isMac ? [] : [{ type: 'separator' } as const, end]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: 'Window',
      submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [{ role: 'front' } as const] : [])],
    },
  ]
}

const macMenu = (end: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  label: 'Isotherm',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    end,
  ],
})
