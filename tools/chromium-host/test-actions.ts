/**
 * Events that the host cannot observe: displays added or removed, machine events, and clicks on a window's own buttons. A program that started the host
 * with a channel (`stdio: 'ipc'`), as tests do, sends each as a `TestAction` and receives the resulting windows.
 */
import type * as Electron from 'electron'
import { clipboard } from './clipboard.ts'
import { Menu } from './menu.ts'
import { type PowerEvents, powerMonitor } from './power-monitor.ts'
import { runtime } from './runtime.ts'
import { parseScreens, screen } from './screen.ts'
import { Tray } from './tray.ts'

/** Environment variable by which such a program enables them. */
export const ACTIONS_FROM_PARENT = 'CHROMIUM_HOST_DEEDS_FROM_PARENT'

export type TestAction =
  /** Replaces the displays (the notation of `ISOTHERM_SCREENS`). The browser keeps those it started with. */
  | { readonly action: 'displays'; readonly screens: string }
  /** A click on a button of a window's title bar. */
  | { readonly action: 'close' | 'maximize' | 'restore'; readonly window: number }
  /** Another program copies text to the clipboard. */
  | { readonly action: 'clipboard'; readonly text: string }
  /** An entry of the application menu in a window, or of the tray's menu, is chosen by id. */
  | { readonly action: 'menu'; readonly item: string; readonly window: number }
  | { readonly action: 'tray'; readonly item: string }
  /** The machine sleeps, wakes, is locked, or runs on battery. */
  | { readonly action: 'machine'; readonly event: keyof PowerEvents }
  /** No action: only returns the windows. */
  | { readonly action: 'look' }

export interface TestActionRequest {
  readonly deedAsked: number
  readonly what: TestAction
}

/** A window as main sees it. */
export interface WindowSeen {
  readonly id: number
  readonly title: string
  readonly bounds: Electron.Rectangle
  readonly content: Electron.Rectangle
  readonly normal: Electron.Rectangle
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen'
  /** Ids of the enabled entries of the application menu. */
  readonly menu: readonly string[]
}

export interface TestActionDone {
  readonly deedDone: number
  readonly windows: readonly WindowSeen[]
}

/** Listens while the host runs, if a program requested it. */
export function listenForTestActions(): void {
  if (!process.connected || process.env[ACTIONS_FROM_PARENT] !== '1') return
  process.on('message', ({ deedAsked, what }: TestActionRequest) => {
    if (deedAsked === undefined) return
    perform(what)
    const windows = [...runtime.windows.values()].map(({ electron }) => seen(electron))
    process.send?.({ deedDone: deedAsked, windows } satisfies TestActionDone)
  })
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}

function perform(what: TestAction): void {
  if (what.action === 'look') return
  if (what.action === 'clipboard') {
    void clipboard.writeText(what.text)
    return
  }
  if (what.action === 'displays') {
    screen.become(parseScreens(what.screens))
    return
  }
  if (what.action === 'tray') {
    Tray.last?.menu?.getMenuItemById(what.item)?.click()
    return
  }
  if (what.action === 'machine') {
    powerMonitor.happen(what.event)
    return
  }
  const window = runtime.windows.get(what.window)?.electron
  if (what.action === 'menu') {
    const item = Menu.getApplicationMenu()?.getMenuItemById(what.item)
    if (item?.enabled) item.click(undefined, window, window?.webContents)
  } else if (what.action === 'close') window?.close()
  else if (what.action === 'maximize') window?.maximize()
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
