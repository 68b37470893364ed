/** Physical presses in a page, as the events that Electron's main receives. */
import type * as Electron from 'electron'
import type { Press } from './bridge/index.ts'
import type { ContentsOfPage } from './contents-events.ts'
import { hostEvent } from './events.ts'
import { pressMenuKey } from './menu-keys.ts'
import { runtime } from './runtime.ts'

const BUTTONS = ['left', 'middle', 'right'] as const

/** Emits the event of a press, and runs the menu item with that key; main cannot prevent it, because the page has it already. */
export function emitPress(contents: ContentsOfPage, press: Press): void {
  switch (press.by) {
    case 'key': {
      const { by: _by, ...key } = press
      contents.emit('before-input-event', hostEvent({}), { type: 'keyDown', modifiers: [], ...key })
      pressMenuKey(press, windowOf(contents))
      break
    }
    case 'mouse': {
      const mouse: Electron.MouseInputEvent = { type: press.isUp ? 'mouseUp' : 'mouseDown', x: press.x, y: press.y }
      const button = BUTTONS[press.button]
      contents.emit('before-mouse-event', hostEvent({}), button === undefined ? mouse : { ...mouse, button })
      break
    }
    case 'touch':
      contents.emit('input-event', hostEvent({}), { type: press.isUp ? 'touchEnd' : 'touchStart' })
      break
  }
}

const windowOf = ({ id }: ContentsOfPage): Electron.BrowserWindow | undefined =>
  [...runtime.windows.values()].find(({ electron }) => electron.webContents.id === id)?.electron
