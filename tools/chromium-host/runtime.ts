/** What the parts of the host share while it runs: one browser, its windows, and what main has registered. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Browser } from './browser/index.ts'
import type { Session as Target } from './cdp/index.ts'
import { createCommandLine, switchValue } from './command-line.ts'
import type { EventsOf } from './electron-types.ts'
import { SchemeUrls } from './scheme-urls.ts'

/** A page that has been opened and waits, empty, to be set up. */
export interface OpenedPage {
  readonly id: string
  readonly target: Target
}

/** Where a page's window opens, in DIP; null leaves the place to the browser. */
export interface PageGeometry {
  readonly x: number | null
  readonly y: number | null
  readonly width: number
  readonly height: number
}

/** Opens and closes pages in the browser, each in a window of its own. */
export interface Pages {
  open(geometry: PageGeometry): Promise<OpenedPage>
  close(page: OpenedPage): Promise<unknown>
}

/** A page, as the parts of the host that do not make it know it. */
export interface HostPage {
  readonly id: number
  /** The page as main knows it. */
  readonly electron: Electron.WebContents
  /** The page's end of the protocol, once it is there. */
  readonly target: Promise<Target>
  /** The id of its top frame; empty until the page is there. */
  readonly mainFrameId: string
  /** The whole browser has died. */
  browserDied(): void
}

/** A window, as the parts of the host that do not make it know it. */
export interface HostWindow {
  readonly id: number
  /** The window as main knows it. */
  readonly electron: Electron.BrowserWindow
  focus(): void
  close(): void
  destroy(): void
  once(event: 'close', listener: (event: Electron.Event) => void): unknown
  /** Takes over what the person at the screen has done to the window. */
  syncBounds(): Promise<void>
}

/** The events of `app` that the host emits. */
export type AppEvents = EventsOf<
  Electron.App,
  | 'will-finish-launching'
  | 'ready'
  | 'before-quit'
  | 'will-quit'
  | 'quit'
  | 'window-all-closed'
  | 'second-instance'
  | 'browser-window-created'
  | 'browser-window-focus'
  | 'browser-window-blur'
  | 'web-contents-created'
  | 'render-process-gone'
  | 'session-created'
>

const args = process.argv.slice(2)
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

export const runtime = {
  args,
  commandLine: createCommandLine(args),
  urls: new SchemeUrls(),
  hasDisplay,
  /** Without a display there can only be windows that nobody sees. */
  headless: switchValue(args, 'headless') !== null || !hasDisplay,
  /**
   * The host refuses nothing by itself that Electron would let a page do: what then is refused, main has refused. Set by tests of main's
   * own hardening.
   */
  bare: process.env.CHROMIUM_HOST_BARE === '1',
  /** Null until the app is ready. */
  browser: null as Browser | null,
  /** Opens pages in the browser; set with it. */
  pages: (): Pages => {
    throw new Error('this cannot be used before the app is ready')
  },
  windows: new Map<number, HostWindow>(),
  contents: new Map<number, HostPage>(),
  /** Id of the window that has the focus. */
  focused: null as number | null,
  /** Emits the events of `app`; set by it. */
  app: new EventEmitter<AppEvents>(),
  /** A window has closed; set by `app`. */
  windowClosed: (): void => undefined,
  /** Opens a window that a page asked for and main allowed; set by `BrowserWindow`. */
  openChild: (_url: string, _options: Electron.BrowserWindowConstructorOptions): void => undefined,
  /** As `app.quit`; set by it. */
  quit: (): void => undefined,
}

/**
 * The running browser.
 * @throws Error before the app is ready.
 */
export function runningBrowser(): Browser {
  if (runtime.browser === null) throw new Error('this cannot be used before the app is ready')
  return runtime.browser
}

/** One line for the person at the terminal; stdout belongs to the app. */
export const say = (text: string): void => {
  process.stderr.write(`chromium-host: ${text}\n`)
}
