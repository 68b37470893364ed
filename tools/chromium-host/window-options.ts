/** Window options that the host supports; any other option or value is refused by name. */
import type * as Electron from 'electron'
import { notProvided } from './missing.ts'

/** The supported values; `any` is for options without a fixed set of values. */
type Carried<Options> = { readonly [K in keyof Options]?: 'any' | readonly Options[K][] }

const WINDOW = {
  x: 'any',
  y: 'any',
  width: 'any',
  height: 'any',
  minWidth: 'any',
  minHeight: 'any',
  show: 'any',
  title: 'any',
  backgroundColor: 'any',
  useContentSize: 'any',
  autoHideMenuBar: 'any',
  webPreferences: 'any',
} as const satisfies Carried<Electron.BrowserWindowConstructorOptions>

const PREFERENCES = {
  preload: 'any',
  session: 'any',
  partition: 'any',
  sandbox: [true],
  contextIsolation: [true],
  nodeIntegration: [false],
  webviewTag: [false],
  webSecurity: [true],
  navigateOnDragDrop: [false],
  devTools: 'any',
  spellcheck: [false],
  backgroundThrottling: [false],
} as const satisfies Carried<Electron.WebPreferences>

export type WindowOptions = typeof WINDOW
export type Preferences = typeof PREFERENCES

/** @throws Error naming the first unsupported option. */
export function assertCarriedOut(options: Electron.BrowserWindowConstructorOptions): void {
  refuseOthers('BrowserWindow with ', options, WINDOW)
  refuseOthers('BrowserWindow with webPreferences.', options.webPreferences ?? {}, PREFERENCES)
}

function refuseOthers(
  label: string,
  given: object,
  carried: Readonly<Record<string, 'any' | readonly unknown[]>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const values = carried[name]
    if (values === undefined || (values !== 'any' && !values.includes(value))) {
      throw notProvided(`${label}${name}: ${String(value)}`)
    }
  }
}
