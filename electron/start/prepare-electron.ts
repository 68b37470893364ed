/** Electron's settings at a start: some before it is ready, the rest before the first window. */
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import {
  app,
  type BaseWindow,
  BrowserWindow,
  Menu,
  nativeTheme,
  protocol,
  screen,
  session,
  type WebContents,
} from 'electron'
import type { Clock } from '../../contract/time.ts'
import { applicationMenu, type MenuActions } from '../app/index.ts'
import { SCHEME } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import {
  closeNetwork,
  createAppProtocol,
  hardenContents,
  hardenSession,
  hardenSessions,
  PARTITION,
  type WindowAsks,
  type WindowMenus,
} from '../windows/index.ts'

/** Folder of the windows' pages. */
export const PAGES = join(import.meta.dirname, '..', 'renderer')

/**
 * Limits of V8's memory in a page. A busy page allocates much that lives for one frame, most of it in the browser's layout: with V8's defaults, 80 of
 * its 140 MB are garbage. A small young generation, early collections and memory returned after each of them halve that, without costing frames. An
 * unknown flag makes V8 ignore those after it, so the newest one is last.
 */
const PAGE_MEMORY = '--max-semi-space-size=2 --heap-growing-percent=120 --memory-saver-mode'

/** Before the app is ready: the app's capabilities. Electron refuses these settings later. */
export function prepareBeforeReady(log: Log): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  app.commandLine.appendSwitch('js-flags', PAGE_MEMORY)
  app.enableSandbox()
  // A development build must not become the handler of links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  hardenSessions(app)
  hardenContents(app, log)
}

/**
 * Called once main and the practice venue have started, which fills the young generation quickly: it does not grow from then on, which saves 40 MB in a
 * busy market.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

interface WhenReady {
  /** Opens a window beside the front one; null where there is none. */
  readonly openWindow: (from: WebContents | null) => void
  /** Displays come, go or change. */
  readonly displaysChanged: () => void
  readonly menus: Pick<WindowMenus, 'current' | 'onChange'>
  readonly asks: Pick<WindowAsks, 'ask'>
  readonly settings: TerminalSettings
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/** Once it is ready, before the first window: restrictions and source of pages, the displays, and the menu. */
export function prepareWhenReady(options: WhenReady): void {
  const { openWindow, displaysChanged, menus, asks, settings, clock, log } = options
  const ofWindows = session.fromPartition(PARTITION)
  for (const each of [session.defaultSession, ofWindows]) hardenSession(each)
  closeNetwork(ofWindows).catch((error: unknown) => log.error({ err: error }, 'the network of windows is not closed'))
  ofWindows.protocol.handle('app', createAppProtocol(PAGES))
  screen.on('display-added', displaysChanged)
  screen.on('display-removed', displaysChanged)
  screen.on('display-metrics-changed', displaysChanged)
  const inFront = (front: BaseWindow | undefined): BrowserWindow | null =>
    front instanceof BrowserWindow ? front : null
  const actions: MenuActions = {
    newWindow: (front) => openWindow(inFront(front)?.webContents ?? null),
    closeWindow: (front) => inFront(front)?.close(),
    quit: () => app.quit(),
    run(front, id) {
      const contents = inFront(front)?.webContents
      if (contents !== undefined) asks.ask(contents, { kind: 'command', id })
    },
  }
  const show = (): void => {
    const menu = applicationMenu(actions, { keys: settings.current.keys, items: menus.current() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  }
  show()
  // Windows publish their commands whenever a panel is used: a menu is rebuilt at most this often.
  let isDue = false
  const showSoon = (): void => {
    if (isDue) return
    isDue = true
    clock.after(MENU_EVERY, () => {
      isDue = false
      show()
    })
  }
  menus.onChange(showSoon)
  let keys = settings.current.keys
  // Title bars, menus and native dialogs use the theme of the pages.
  nativeTheme.themeSource = settings.current.theme
  settings.source.onChange(() => {
    nativeTheme.themeSource = settings.current.theme
    if (settings.current.keys === keys) return
    keys = settings.current.keys
    show()
  })
}

/** ms */
const MENU_EVERY = 200
