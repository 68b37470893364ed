/** The windows of the terminal: how they are created, their deployments, and their data. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, MessageChannelMain, nativeTheme, screen, type WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { isHeadless, type StartOptions, seesPlaces } from '../app/index.ts'
import { epochMs } from '../clock.ts'
import type { Deployment } from '../deployment/index.ts'
import { createUserInput, type Question, type UserInput } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { RemoteNotifications } from '../remote-notifications/index.ts'
import type { PendingLimits } from '../settings/index.ts'
import type { Updater } from '../updates/index.ts'
import {
  askAboutHung,
  askNatively,
  chooseNatively,
  createPanelMoves,
  createWindowAsks,
  createWindowGroups,
  createWindowMenus,
  createWindowTopics,
  type DisplayArea,
  type FirstBook,
  giveContextMenus,
  openLayout,
  type PanelMoves,
  readWindowLayout,
  type WindowAsks,
  type WindowGroups,
  WindowManager,
  type WindowMenus,
  type WindowTopics,
  watchFirstBook,
  windowListOf,
} from '../windows/index.ts'
import { createWorkspaces, type Workspaces } from '../workspaces/index.ts'
import type { Deployments } from './deployments.ts'
import { PAGES } from './prepare-electron.ts'
import type { SharedParts } from './shared-parts.ts'
import { askBeforeClose, askToReload } from './shutdown.ts'

export interface TerminalWindows {
  readonly windows: WindowManager
  readonly groups: WindowGroups<Deployment>
  readonly topics: WindowTopics
  readonly firstBook: Pick<FirstBook, 'painting' | 'painted'>
  /** Whether there is user input in the calling window. */
  readonly userInput: UserInput
  readonly moves: PanelMoves
  readonly workspaces: Workspaces
  /** The windows' commands in the application menu. */
  readonly menus: WindowMenus
  /** Requests of the desktop to windows. */
  readonly asks: WindowAsks
  readonly tray: TerminalTray
  /** Asks in a native dialog about the terminal as a whole. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Asks on a window; null where nobody is there to answer. */
  readonly askOn: ((contents: WebContents, question: Question) => Promise<boolean>) | null
}

/** The tray icon, as needed by windows. */
interface TerminalTray {
  isThere: boolean
  /** The trader closed the last window, and wants the terminal to continue. */
  keepsRunning: boolean
}

interface TerminalWindowsOptions {
  readonly shared: Pick<SharedParts, 'storage' | 'settings' | 'notices' | 'desktop'>
  readonly deployments: Deployments
  readonly updates: Pick<Updater, 'source'>
  readonly remoteNotifications: Pick<RemoteNotifications, 'source'>
  readonly pendingLimits: Pick<PendingLimits, 'topic'>
  readonly line: StartOptions['line']
  readonly clock: Clock
  readonly log: Log
}

/** A trader without pointer movement in any window for this long is away, ms: sizes may then arrive a moment later. */
const ATTENDED = 10_000

/** Background before a page is painted: the same as the page's own (src/styles/tokens.css). */
const BACKGROUND = { dark: '#0a0f13', light: '#eaedf1' } as const

/** None is open yet. */
export function createTerminalWindows(options: TerminalWindowsOptions): TerminalWindows {
  const { shared, deployments, updates, remoteNotifications, pendingLimits, line, clock, log } = options
  const { settings, notices } = shared
  const firstBook = watchFirstBook()
  const topics = createWindowTopics({ clock, epochMs, makeChannel: () => new MessageChannelMain(), firstBook })
  const menus = createWindowMenus()
  const asks = createWindowAsks(clock, (contents) => userInput.chose(contents))
  /** Called when a window comes to the front, and when it leaves it. */
  const fronts = new WeakMap<WebContents, (isInFront: boolean) => void>()
  let front: WebContents | null = null
  const bringToFront = (webContents: WebContents | null): void => {
    if (front !== null && front !== webContents) fronts.get(front)?.(false)
    front = webContents
    if (front !== null) {
      fronts.get(front)?.(true)
      menus.setFront(front)
    }
    topics.setFront(front)
  }
  app.on('browser-window-focus', (_event, { webContents }) => bringToFront(webContents))
  app.on('browser-window-blur', () => bringToFront(null))
  const tray: TerminalTray = { isThere: false, keepsRunning: false }
  const windows = new WindowManager({
    preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    layouts: shared.storage.layouts,
    clock,
    size: line.windowSize,
    headless: isHeadless(line),
    backgroundColor: () => BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    isPackaged: app.isPackaged,
    make: (made) => new BrowserWindow(made),
    displays,
    seesPlaces,
    beforeClose: (contents) =>
      askBeforeClose({
        profile: groups.profileOf(contents),
        choices: deployments.choices(),
        open: windows.windows.length,
        endsWithLast: process.platform !== 'darwin',
        hasTray: tray.isThere,
      }),
    async ask(window, question) {
      const answer = await chooseNatively(dialog, window, question)
      tray.keepsRunning = answer === 'otherwise'
      return answer !== 'no'
    },
    askAboutHung: (window, signal) => askAboutHung(dialog, window, signal),
    askToReload: (window, reason) => askNatively(dialog, window, askToReload(reason, PAGES)),
    log,
  })
  giveContextMenus({
    app,
    has: (contents) => windows.has(contents),
    show: (items) => Menu.buildFromTemplate(items).popup(),
  })
  const userInput = createUserInput({
    clock,
    ask: (contents, question) => askNatively(dialog, windows.windowOf(contents), question),
    awayAfterMs: ATTENDED,
    returned: topics.attended,
    log,
  })
  const groups = createWindowGroups<Deployment>({
    deployments,
    windows,
    notices,
    attach(contents, name, deployment) {
      tray.keepsRunning = false
      userInput.follow(contents)
      const follow = (isInFront: boolean): void => {
        deployment.arming.focus(name, isInFront)
        deployment.sounds.focus(name, isInFront)
      }
      fronts.set(contents, follow)
      follow(contents === front)
      const at = { name, profile: deployment.profile.name }
      const sources = [
        ...deployment.sources(name),
        settings.source,
        pendingLimits.topic,
        notices.source,
        shared.desktop,
        updates.source,
        remoteNotifications.source,
        windowListOf(windows, contents),
        moves.arrivingAt(at),
        asks.topicOf(contents),
        workspaces.topics(at.profile),
      ]
      const attached = topics.attach(contents, {
        sources,
        clockOffset: () => deployment.feed.clockOffset(),
        isAttended: userInput.areThere,
      })
      moves.opened(at)
      return {
        setVisible: (visible) => attached.setVisible(visible),
        reset: () => attached.reset(),
        detach() {
          attached.detach()
          fronts.delete(contents)
          menus.closed(contents)
          deployment.arming.closed(name)
          deployment.sounds.closed(name)
          deployment.crosshairs.forget(name)
          moves.closed(at)
        },
      }
    },
  })
  const { layouts } = shared.storage
  const moves = createPanelMoves({
    layouts,
    openOn: (profile) => windows.on(profile).map(({ name }) => name),
    newId: randomUUID,
  })
  const workspaces = createWorkspaces({
    store: shared.storage.workspaces,
    windowLayouts: {
      read: (profile) =>
        windows.on(profile).map(({ name }) => ({
          window: name,
          place: windows.places.placeOf(name),
          layout: readWindowLayout(layouts, name, profile),
        })),
      apply: (profile, wanted) =>
        openLayout(profile, wanted, { windows, layouts, open: (name) => groups.openNamed(profile, name) }),
    },
    clock,
    log,
  })
  windows.onUserChange((profile) => workspaces.userChanged(profile))
  const ask = (question: Question): Promise<boolean> => askNatively(dialog, windows.windows[0] ?? null, question)
  const askOn = (contents: WebContents, question: Question): Promise<boolean> =>
    askNatively(dialog, windows.windowOf(contents), question)
  return {
    windows,
    groups,
    topics,
    firstBook,
    userInput,
    moves,
    workspaces,
    menus,
    asks,
    tray,
    ask,
    askOn: isHeadless(line) ? null : askOn,
  }
}

/** In Electron's order, which is not guaranteed. */
function displays(): readonly DisplayArea[] {
  const primary = screen.getPrimaryDisplay().id
  return screen.getAllDisplays().map(({ id, bounds, workArea, scaleFactor }) => ({
    bounds,
    workArea,
    scale: scaleFactor,
    isPrimary: id === primary,
  }))
}
