/**
 * What the host cannot have of itself: displays that come and go, what the machine does, and a hand at a window's own buttons. A program that started the host with a
 * channel (`stdio: 'ipc'`), as tests do, does it with a `Deed` each, and is answered with the windows as they are then.
 */
import type * as Electron from 'electron'
import { clipboard } from './clipboard.ts'
import { Menu } from './menu.ts'
import { type PowerEvents, powerMonitor } from './power-monitor.ts'
import { runtime } from './runtime.ts'
import { parseScreens, screen } from './screen.ts'
import { Tray } from './tray.ts'

/** Set by such a program. */
export const DEEDS_FROM_PARENT = 'CHROMIUM_HOST_DEEDS_FROM_PARENT'

export type Deed =
  /** From here on these are the displays (the notation of `ISOTHERM_SCREENS`). The browser goes on having those that it began with. */
  | { readonly deed: 'displays'; readonly screens: string }
  /** The button of a window's title bar is pressed. */
  | { readonly deed: 'close' | 'maximize' | 'restore'; readonly window: number }
  /** Another program puts a text on the clipboard. */
  | { readonly deed: 'clipboard'; readonly text: string }
  /** An entry of the application's menu is chosen in a window, or one of the tray's menu; by its id. */
  | { readonly deed: 'menu'; readonly item: string; readonly window: number }
  | { readonly deed: 'tray'; readonly item: string }
  /** The machine sleeps, wakes, is locked, or is on its battery. */
  | { readonly deed: 'machine'; readonly event: keyof PowerEvents }
  /** Nothing is done: how are the windows? */
  | { readonly deed: 'look' }

export interface PreviewActionAsked {
  readonly deedAsked: number
  readonly what: Deed
}

/** A window as main has it. */
export interface WindowSeen {
  readonly id: number
  readonly title: string
  readonly bounds: Electron.Rectangle
  readonly content: Electron.Rectangle
  readonly normal: Electron.Rectangle
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen'
  /** Ids of the entries of the application's menu that can be chosen. */
  readonly menu: readonly string[]
}

export interface PreviewActionDone {
  readonly deedDone: number
  readonly windows: readonly WindowSeen[]
}

/** Listens for as long as the host runs, where a program asked for it. */
export function hearDeeds(): void {
  if (!process.connected || process.env[DEEDS_FROM_PARENT] !== '1') return
  process.on('message', ({ deedAsked, what }: PreviewActionAsked) => {
    if (deedAsked === undefined) return
    carryOut(what)
    const windows = [...runtime.windows.values()].map(({ electron }) => seen(electron))
    process.send?.({ deedDone: deedAsked, windows } satisfies PreviewActionDone)
  })
  // Who is only listened to keeps nobody running.
  process.channel?.unref()
}

function carryOut(what: Deed): void {
  if (what.deed === 'look') return
  if (what.deed === 'clipboard') {
    void clipboard.writeText(what.text)
    return
  }
  if (what.deed === 'displays') {
    screen.become(parseScreens(what.screens))
    return
  }
  if (what.deed === 'tray') {
    Tray.last?.menu?.getMenuItemById(what.item)?.click()
    return
  }
  if (what.deed === 'machine') {
    powerMonitor.happen(what.event)
    return
  }
  const window = runtime.windows.get(what.window)?.electron
  if (what.deed === 'menu') {
    const item = Menu.getApplicationMenu()?.getMenuItemById(what.item)
    if (item?.enabled) item.click(undefined, window, window?.webContents)
  } else if (what.deed === 'close') window?.close()
  else if (what.deed === 'maximize') window?.maximize()
  else window?.restore()
}

function seen(window: Electron.BrowserWindow): WindowSeen {
  return {
    id: window.id,
    title: window.getTitle(),
    bounds: window.getBounds(),
    content: window.getContentBounds(),
    normal: window.getNormalBounds(),
    state: stateOf(window),
    menu: choosable(Menu.getApplicationMenu()),
  }
}

const choosable = (menu: Electron.Menu | null | undefined): string[] =>
  (menu?.items ?? []).flatMap(({ id, enabled, submenu }) => [...(id && enabled ? [id] : []), ...choosable(submenu)])

function stateOf(window: Electron.BrowserWindow): WindowSeen['state'] {
  if (window.isMinimized()) return 'minimized'
  if (window.isFullScreen()) return 'fullscreen'
  return window.isMaximized() ? 'maximized' : 'normal'
}
