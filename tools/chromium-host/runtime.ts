/** Shared state of the running host: one browser, its windows, and main's registrations. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Browser } from './browser/index.ts'
import type { Session as Target } from './cdp/index.ts'
import { createCommandLine, switchValue } from './command-line.ts'
import type { EventsOf } from './electron-types.ts'
import { SchemeUrls } from './scheme-urls.ts'

/** An opened empty page that waits to be set up. */
export interface OpenedPage {
  readonly id: string
  readonly target: Target
}

/** Initial bounds of a page's window, in DIP; null leaves them to the browser. */
export interface PageGeometry {
  readonly x: number | null
  readonly y: number | null
  readonly width: number
  readonly height: number
}

/** Opens and closes pages in the browser, each in its own window. */
export interface Pages {
  open(geometry: PageGeometry): Promise<OpenedPage>
  close(page: OpenedPage): Promise<unknown>
}

/** A page, as other parts of the host see it. */
export interface HostPage {
  readonly id: number
  /** The page with Electron's type. */
  readonly electron: Electron.WebContents
  /** The page's protocol session, once available. */
  readonly target: Promise<Target>
  /** Id of its top frame; empty until the page exists. */
  readonly mainFrameId: string
  /** The whole browser has died. */
  browserDied(): void
}

/** A window, as other parts of the host see it. */
export interface HostWindow {
  readonly id: number
  /** The window with Electron's type. */
  readonly electron: Electron.BrowserWindow
  focus(): void
  close(): void
  destroy(): void
  once(event: 'close', listener: (event: Electron.Event) => void): unknown
  /** Reads the bounds that the user has given the window. */
  syncBounds(): Promise<void>
}

/** `app` events that the host emits. */
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
  /** Without a display windows are always headless. */
  headless: switchValue(args, 'headless') !== null || !hasDisplay,
  /** Bare: the host refuses nothing by itself that Electron would permit, so that every refusal is main's. Set by tests of main's own hardening. */
  bare: process.env.CHROMIUM_HOST_BARE === '1',
  /** Null until the app is ready. */
  browser: null as Browser | null,
  /** Opens pages in the browser; set with it. */
  pages: (): Pages => {
    throw new Error('this cannot be used before the app is ready')
  },
  windows: new Map<number, HostWindow>(),
  contents: new Map<number, HostPage>(),
  /** Id of the focused window. */
  focused: null as number | null,
  /** Emits the events of `app`, which sets it. */
  app: new EventEmitter<AppEvents>(),
  /** A window has closed; set by `app`. */
  windowClosed: (): void => undefined,
  /** Opens a window that a page requested and main allowed; set by `BrowserWindow`. */
  openChild: (_url: string, _options: Electron.BrowserWindowConstructorOptions): void => undefined,
  /** As `app.quit`, which sets it. */
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

/** Prints one line for the user of the terminal; stdout belongs to the app. */
export const say = (text: string): void => {
  process.stderr.write(`chromium-host: ${text}\n`)
}
