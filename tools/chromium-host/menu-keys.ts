/** Keys of the application menu: a key pressed in a page runs its item, as in Electron, but regardless of how the page handles it. */
import type * as Electron from 'electron'
import type { Press } from './bridge/index.ts'
import { Menu } from './menu.ts'

type KeyPress = Extract<Press, { readonly by: 'key' }>

const isMac = process.platform === 'darwin'

/** An accelerator such as `CmdOrCtrl+Shift+N` in the form of the page's event: `control+shift+n`. */
function keysOf(accelerator: string): string {
  const parts = accelerator.toLowerCase().split('+')
  const named = parts.map((part) => {
    if (part === 'cmdorctrl' || part === 'commandorcontrol') return isMac ? 'meta' : 'control'
    if (part === 'ctrl') return 'control'
    if (part === 'cmd' || part === 'command' || part === 'super') return 'meta'
    return part === 'option' ? 'alt' : part
  })
  return joined(named)
}

/** A key press in the same form. */
const keysPressed = ({ key, control, alt, shift, meta }: KeyPress): string =>
  joined([control && 'control', alt && 'alt', shift && 'shift', meta && 'meta', key.toLowerCase()].filter(Boolean))

const joined = (parts: readonly (string | false)[]): string => [...parts].sort().join('+')

/** Runs the item of the application menu with these keys. */
export function pressMenuKey(press: KeyPress, window: Electron.BrowserWindow | undefined): void {
  if (press.isAutoRepeat) return
  const found = itemWith(Menu.getApplicationMenu(), keysPressed(press))
  if (found?.enabled) found.click(undefined, window, window?.webContents)
}

function itemWith(menu: Electron.Menu | null | undefined, keys: string): Electron.MenuItem | null {
  for (const item of menu?.items ?? []) {
    if (item.accelerator && item.registerAccelerator && keysOf(item.accelerator) === keys) return item
    const found = itemWith(item.submenu, keys)
    if (found !== null) return found
  }
  return null
}
