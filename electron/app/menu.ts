/** The application menu: short, with the keys that people expect. None of them closes or ends anything without a word. */
import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import { type Key, type KeyChoices, MENU_KEYS } from '../../contract/key.ts'
import { acceleratorOf } from './accelerator.ts'

export interface MenuDeeds {
  /** Opens a window beside the one in front; undefined where none is. */
  readonly newWindow: (front: BaseWindow | undefined) => void
  /** As a hand closes it. */
  readonly closeWindow: (front: BaseWindow | undefined) => void
  /** Ends the terminal once the trader has heard of what ends with it. */
  readonly quit: () => void
  /** Makes text in every window a step larger or smaller, or as it is at first. */
  readonly textSize: (step: 'larger' | 'smaller' | 'usual') => void
}

/** @param keys those that the trader chose, by the id of the command */
export function applicationMenu(
  { newWindow, closeWindow, quit, textSize }: MenuDeeds,
  keys: KeyChoices,
  platform: NodeJS.Platform = process.platform,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  /**
   * The key that a command has now, shown but not taken: the window takes the keys of commands, so that none is taken twice. A menu of a Mac takes
   * whatever it shows, and shows none of them.
   */
  const keyOf = (id: keyof typeof MENU_KEYS): Partial<MenuItemConstructorOptions> => {
    const key: Key | undefined = keys[id] === undefined ? MENU_KEYS[id] : keys[id][0]
    const accelerator = key === undefined || isMac ? null : acceleratorOf(key)
    return accelerator === null ? {} : { accelerator, registerAccelerator: false }
  }
  // The roles of the system would quit and close by themselves. To close a window has no key: the one that people know closes tabs.
  const end: MenuItemConstructorOptions = { label: 'Quit Isotherm', accelerator: 'CmdOrCtrl+Q', click: () => quit() }
  return [
    ...(isMac ? [macMenu(end)] : []),
    {
      label: 'File',
      submenu: [
        { label: 'New window', ...keyOf('window/new'), click: (_item, front) => newWindow(front) },
        { label: 'Close window', click: (_item, front) => closeWindow(front) },
        ...(isMac ? [] : [{ type: 'separator' } as const, end]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { label: 'Usual text size', ...keyOf('setting/textSize/usual'), click: () => textSize('usual') },
        { label: 'Larger text', ...keyOf('setting/textSize/larger'), click: () => textSize('larger') },
        { label: 'Smaller text', ...keyOf('setting/textSize/smaller'), click: () => textSize('smaller') },
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
