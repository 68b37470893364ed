/** Options of every window of the terminal, above all the restrictions on its page. */
import type { BrowserWindowConstructorOptions } from 'electron'
import { type Bounds, SMALLEST } from './placement.ts'

interface Made {
  readonly preload: string
  /** Size of the page, from the command line; null where the bounds are those of the window, with its frame. */
  readonly size: object | null
  /** Background before the page is painted. */
  readonly backgroundColor: () => string
  /** A packaged terminal has no developer tools: a user who is talked into opening them would paste anything. */
  readonly isPackaged: boolean
}

/** The session of all windows: without `persist:`, so that nothing a page stores is on disk, or there at the next start. */
export const PARTITION = 'windows'

export const windowOptions = (
  { preload, size, backgroundColor, isPackaged }: Made,
  bounds: Bounds,
  title: string,
): BrowserWindowConstructorOptions => ({
  ...bounds,
  useContentSize: size !== null,
  minWidth: Math.min(SMALLEST.width, bounds.width),
  minHeight: Math.min(SMALLEST.height, bounds.height),
  show: false,
  title,
  backgroundColor: backgroundColor(),
  autoHideMenuBar: true,
  webPreferences: {
    preload,
    partition: PARTITION,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
    navigateOnDragDrop: false,
    devTools: !isPackaged,
    spellcheck: false,
    backgroundThrottling: false,
  },
})
