/** What the parts of the host share while it runs: one browser, its windows, and what main has registered. */
import type { Browser } from './browser/index.ts'
import type { BrowserWindow } from './browser-window.ts'
import { createCommandLine, switchValue } from './command-line.ts'
import { SchemeUrls } from './scheme-urls.ts'
import type { Targets } from './targets.ts'
import type { WebContents } from './web-contents.ts'

const args = process.argv.slice(2)
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

export const runtime = {
  args,
  commandLine: createCommandLine(args),
  urls: new SchemeUrls(),
  hasDisplay,
  /** Without a display there can only be windows that nobody sees. */
  headless: switchValue(args, 'headless') !== null || !hasDisplay,
  /** Null until the app is ready. */
  browser: null as Browser | null,
  /** Opens pages in the browser; set with it. */
  targets: (): Targets => {
    throw new Error('this cannot be used before the app is ready')
  },
  windows: new Map<number, BrowserWindow>(),
  contents: new Map<number, WebContents>(),
  /** Id of the window that has the focus. */
  focused: null as number | null,
  /** Emits an event of `app`; set by it. */
  emitApp: (_event: string, ..._args: unknown[]): void => undefined,
  /** A window has closed; set by `app`. */
  windowClosed: (): void => undefined,
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
