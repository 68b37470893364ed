/** What Electron must be told at a start: some of it before it is ready, the rest before the first window. */
import { join } from 'node:path'
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
import { applicationMenu, type MenuDeeds } from '../app/index.ts'
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

/** Where the pages of windows are. */
export const PAGES = join(import.meta.dirname, '..', 'renderer')

/** Before the app is ready: what it may do at all. Electron refuses this later. */
export function prepareBeforeReady(log: Log): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  app.enableSandbox()
  // A build that is being worked on is no program that links should open.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  hardenSessions(app)
  hardenContents(app, log)
}

interface WhenReady {
  /** Opens a window beside the one in front; null where none is. */
  readonly openWindow: (from: WebContents | null) => void
  /** Displays come, go or change. */
  readonly displaysChanged: () => void
  readonly menus: Pick<WindowMenus, 'current' | 'onChange'>
  readonly asks: Pick<WindowAsks, 'ask'>
  readonly settings: TerminalSettings
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/** Once it is ready, before a window is made: what pages may do, where they come from, the displays, and the menu. */
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
  const deeds: MenuDeeds = {
    newWindow: (front) => openWindow(inFront(front)?.webContents ?? null),
    closeWindow: (front) => inFront(front)?.close(),
    quit: () => app.quit(),
    run(front, id) {
      const contents = inFront(front)?.webContents
      if (contents !== undefined) asks.ask(contents, { kind: 'command', id })
    },
  }
  const show = (): void => {
    const menu = applicationMenu(deeds, { keys: settings.current.keys, items: menus.current() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  }
  show()
  // Windows say again what they can do whenever a panel is used: a menu is built at most so often.
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
  // Title bars, menus and native boxes are of the same theme as pages.
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
