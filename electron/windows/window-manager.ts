/** The terminal's windows: one factory makes them all, each with its name, its deployment, its bounds and its end of main. */
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import { type Bounds, openingBounds, parseBounds, SMALLEST } from './bounds.ts'
import { type RememberedWindow, readOpenWindows, saveOpenWindows } from './open-windows.ts'
import { forgetDrafts } from './window-layouts.ts'

/** What a window needs of the rest of main. */
interface WindowManagerOptions {
  readonly preload: string
  readonly layouts: LayoutStore
  readonly clock: Clock
  /** Fixed size from the command line; wins over what was saved. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Windows are made and painted, but never shown. */
  readonly headless: boolean
  readonly backgroundColor: string
  readonly make: (options: BrowserWindowConstructorOptions) => BrowserWindow
  /** Work areas of all displays, the primary first. */
  readonly workAreas: () => readonly Bounds[]
  readonly log: Pick<Log, 'warn'>
}

/** The rest of main's end of a window, for as long as the window is there. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  detach(): void
}

/** Where a window belongs: a window is on one deployment from its first moment to its last. */
export interface WindowHome {
  readonly profile: string
  /** The window exists, and loads nothing yet. */
  attach(contents: WebContents, name: string): AttachedWindow
}

interface OpenWindow {
  readonly name: string
  readonly profile: string
  readonly window: BrowserWindow
}

const boundsKey = (name: string): string => `#bounds/${name}`

export class WindowManager {
  readonly #options: WindowManagerOptions
  readonly #open = new Map<number, OpenWindow>()
  #naming = false
  #quitting = false

  constructor(options: WindowManagerOptions) {
    this.#options = options
  }

  /** The windows that were open at the last quit, or were open last; empty at the first start. */
  remembered(): readonly RememberedWindow[] {
    return readOpenWindows(this.#options.layouts)
  }

  /** The name for one more window. */
  freeName(): string {
    const used = new Set([...this.#open.values()].map((open) => open.name))
    let number = 1
    while (used.has(`window-${number}`)) number += 1
    return `window-${number}`
  }

  open(name: string, home: WindowHome): void {
    const bounds = this.#bounds(name)
    const window = this.#options.make({
      ...bounds,
      useContentSize: true,
      minWidth: Math.min(SMALLEST.width, bounds.width),
      minHeight: Math.min(SMALLEST.height, bounds.height),
      show: false,
      title: this.#titleOf(home.profile),
      backgroundColor: this.#options.backgroundColor,
      autoHideMenuBar: true,
      webPreferences: {
        preload: this.#options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
        spellcheck: false,
        backgroundThrottling: false,
      },
    })
    const contents = window.webContents
    this.#open.set(contents.id, { name, profile: home.profile, window })
    this.#follow(window, contents.id, name, home.attach(contents, name))
    this.#rememberOpen()
    window.loadURL('app://ui/').catch((error: unknown) => {
      // A window that is closed or replaced while it loads has nothing to load any more.
      if (!window.isDestroyed()) this.#options.log.warn({ err: error }, 'a window could not load its page')
    })
  }

  /**
   * Replaces a window by a new one of the same name, bounds and layout. The old one may not call any more from here on, and what its page
   * held is gone with it.
   */
  replace(contents: WebContents, home: WindowHome): void {
    const old = this.#of(contents)
    this.#saveBounds(old.name, old.window)
    this.#open.delete(contents.id)
    try {
      this.open(old.name, home)
    } catch (error) {
      this.#open.set(contents.id, old)
      throw error
    }
    if (!old.window.isDestroyed()) old.window.destroy()
  }

  /** Brings a window to the front. Whether there is one. */
  focusAny(): boolean {
    const first = this.#open.values().next().value
    if (first === undefined) return false
    if (first.window.isMinimized()) first.window.restore()
    if (!this.#options.headless) {
      first.window.show()
      first.window.focus()
    }
    return true
  }

  /** Whether the contents belong to one of the terminal's windows. */
  has(contents: WebContents): boolean {
    return this.#open.has(contents.id)
  }

  /** The name under which the window's layout is kept. */
  nameOf(contents: WebContents): string {
    return this.#of(contents).name
  }

  /** The window that shows the contents. */
  windowOf(contents: WebContents): BrowserWindow {
    return this.#of(contents).window
  }

  /** Whether titles name the deployment: they do where windows are on several. */
  nameDeployments(naming: boolean): void {
    if (naming === this.#naming) return
    this.#naming = naming
    for (const { window, profile } of this.#open.values()) window.setTitle(this.#titleOf(profile))
  }

  get windows(): readonly BrowserWindow[] {
    return [...this.#open.values()].map((open) => open.window)
  }

  /** From here on, closing windows no longer changes which ones the next start opens. */
  beginQuit(): void {
    this.#quitting = true
  }

  #of(contents: WebContents): OpenWindow {
    const open = this.#open.get(contents.id)
    if (open === undefined) throw new Error('not one of the terminal’s windows')
    return open
  }

  #follow(window: BrowserWindow, id: number, name: string, attached: AttachedWindow): void {
    let saveBounds: Cancel = () => undefined
    const remember = (): void => {
      saveBounds()
      saveBounds = this.#options.clock.after(500, () => {
        if (!window.isDestroyed()) this.#saveBounds(name, window)
      })
    }
    const { headless } = this.#options
    const visible = (): void => attached.setVisible((headless || window.isVisible()) && !window.isMinimized())
    window.on('move', remember)
    window.on('resize', remember)
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', visible)
    // The title is the terminal's to give, not the page's.
    window.on('page-title-updated', (event) => event.preventDefault())
    if (!headless) window.once('ready-to-show', () => window.show())
    window.on('close', () => {
      saveBounds()
      this.#saveBounds(name, window)
    })
    window.on('closed', () => {
      saveBounds()
      this.#open.delete(id)
      attached.detach()
      if (!this.#quitting && this.#open.size > 0) this.#closedByHand(name)
    })
  }

  /** Or replaced by another of its name, which goes on where it was. */
  #closedByHand(name: string): void {
    this.#rememberOpen()
    if ([...this.#open.values()].some((open) => open.name === name)) return
    this.#save(() => forgetDrafts(this.#options.layouts, name))
  }

  #titleOf(profile: string): string {
    return this.#naming ? `Isotherm: ${profile}` : 'Isotherm'
  }

  #bounds(name: string): Bounds {
    const saved = parseBounds(this.#options.layouts.readLayout(boundsKey(name)))
    const { size } = this.#options
    if (size === null) return openingBounds(saved, this.#options.workAreas())
    return { x: saved?.x ?? 0, y: saved?.y ?? 0, ...size }
  }

  #saveBounds(name: string, window: BrowserWindow): void {
    this.#save(() => this.#options.layouts.saveLayout(boundsKey(name), window.getNormalBounds()))
  }

  #rememberOpen(): void {
    const open = [...this.#open.values()].map(({ name, profile }) => ({ name, profile }))
    this.#save(() => saveOpenWindows(this.#options.layouts, open))
  }

  /** Where windows are is not worth a window: on a full disk they open, move and close all the same. */
  #save(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#options.log.warn({ err: error }, 'where the windows are could not be saved')
    }
  }
}
