/** The terminal's windows: one factory makes them all, each with its name, its bounds and its publisher. */
import { BrowserWindow, screen, type WebContents } from 'electron'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { LayoutStore } from '../storage/interface.ts'
import { type Bounds, openingBounds, parseBounds, SMALLEST } from './bounds.ts'

/** What a window needs of the rest of main. */
export interface WindowManagerOptions {
  readonly preload: string
  readonly layouts: LayoutStore
  readonly clock: Clock
  /** Fixed size from the command line; wins over what was saved. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly backgroundColor: string
  /** A window exists: give it a publisher. The result is told about visibility and closing. */
  readonly attach: (contents: WebContents) => AttachedWindow
}

/** The rest of main's end of a window. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  detach(): void
}

interface OpenWindow {
  readonly name: string
  readonly window: BrowserWindow
}

/** Key under which the names of the open windows are remembered. */
const OPEN_WINDOWS = '#open'
const boundsKey = (name: string): string => `#bounds/${name}`

export class WindowManager {
  readonly #options: WindowManagerOptions
  readonly #open = new Map<number, OpenWindow>()
  #quitting = false

  constructor(options: WindowManagerOptions) {
    this.#options = options
  }

  /** Opens the windows that were open at the last quit, at least the first one. */
  restore(): void {
    const saved = this.#options.layouts.readLayout(OPEN_WINDOWS)
    const names = Array.isArray(saved)
      ? saved.filter((name): name is string => /^window-\d{1,3}$/.test(String(name)))
      : []
    for (const name of names.length > 0 ? names : ['window-1']) this.#create(name)
  }

  /** Opens one more window. */
  openAnother(): void {
    const used = new Set([...this.#open.values()].map((open) => open.name))
    let number = 1
    while (used.has(`window-${number}`)) number += 1
    this.#create(`window-${number}`)
  }

  /** Brings a window to the front, or opens one when there is none. */
  focusAny(): void {
    const first = this.#open.values().next().value
    if (first === undefined) {
      this.restore()
      return
    }
    if (first.window.isMinimized()) first.window.restore()
    first.window.show()
    first.window.focus()
  }

  /** Whether the contents belong to one of the terminal's windows. */
  has(contents: WebContents): boolean {
    return this.#open.has(contents.id)
  }

  /** The name under which the window's layout is kept. */
  nameOf(contents: WebContents): string {
    const open = this.#open.get(contents.id)
    if (open === undefined) throw new Error('not one of the terminal’s windows')
    return open.name
  }

  /**
   * Replaces every window by a new one of the same name, bounds and layout. The old ones may not call any more from here on, and what
   * their pages held is gone with them.
   */
  reopen(): void {
    const old = [...this.#open.values()]
    for (const { name, window } of old) {
      if (!window.isDestroyed()) this.#options.layouts.saveLayout(boundsKey(name), window.getNormalBounds())
    }
    this.#open.clear()
    for (const { name } of old) this.#create(name)
    for (const { window } of old) if (!window.isDestroyed()) window.destroy()
  }

  get windows(): readonly BrowserWindow[] {
    return [...this.#open.values()].map((open) => open.window)
  }

  /** From here on, closing windows no longer changes which ones the next start opens. */
  beginQuit(): void {
    this.#quitting = true
  }

  #create(name: string): void {
    const bounds = this.#bounds(name)
    const window = new BrowserWindow({
      ...bounds,
      useContentSize: true,
      minWidth: Math.min(SMALLEST.width, bounds.width),
      minHeight: Math.min(SMALLEST.height, bounds.height),
      show: false,
      title: 'Isotherm',
      backgroundColor: this.#options.backgroundColor,
      autoHideMenuBar: true,
      webPreferences: {
        preload: this.#options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        backgroundThrottling: false,
      },
    })
    const contents = window.webContents
    this.#open.set(contents.id, { name, window })
    const attached = this.#options.attach(contents)
    const id = contents.id
    let saveBounds: Cancel = () => undefined
    const remember = (): void => {
      saveBounds()
      saveBounds = this.#options.clock.after(500, () => {
        if (!window.isDestroyed()) this.#options.layouts.saveLayout(boundsKey(name), window.getNormalBounds())
      })
    }
    const visible = (): void => attached.setVisible(window.isVisible() && !window.isMinimized())
    window.on('move', remember)
    window.on('resize', remember)
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', visible)
    window.once('ready-to-show', () => window.show())
    window.on('close', () => {
      saveBounds()
      this.#options.layouts.saveLayout(boundsKey(name), window.getNormalBounds())
    })
    window.on('closed', () => {
      attached.detach()
      this.#open.delete(id)
      if (!this.#quitting && this.#open.size > 0) this.#rememberOpen()
    })
    this.#rememberOpen()
    void window.loadURL('app://ui/')
  }

  #bounds(name: string): Bounds {
    const screens = screen.getAllDisplays().map((display) => display.workArea)
    const saved = parseBounds(this.#options.layouts.readLayout(boundsKey(name)))
    const { size } = this.#options
    if (size === null) return openingBounds(saved, screens)
    return { x: saved?.x ?? 0, y: saved?.y ?? 0, ...size }
  }

  #rememberOpen(): void {
    this.#options.layouts.saveLayout(
      OPEN_WINDOWS,
      [...this.#open.values()].map((open) => open.name),
    )
  }
}
