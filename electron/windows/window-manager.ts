/** The terminal's windows: one factory makes them all, each with its name, its deployment, its bounds and its end of main. */
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import { SMALLEST } from './bounds.ts'
import { type RememberedWindow, readOpenWindows, saveOpenWindows } from './open-windows.ts'
import type { DisplayArea } from './placement.ts'
import { forgetDrafts } from './window-layouts.ts'
import { type FollowedPlace, WindowPlaces } from './window-places.ts'

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
  /** All displays, in no order. */
  readonly displays: () => readonly DisplayArea[]
  /** What the trader is to be asked before a window closes that a hand closes; null when nothing. */
  readonly beforeClose: (contents: WebContents) => Question | null
  /** Asks in a native box on a window. */
  readonly ask: (window: BrowserWindow, question: Question) => Promise<boolean>
  /** A window's page cannot be loaded: whether it is tried again, else the window closes. */
  readonly askToReload: (window: BrowserWindow, reason: string) => Promise<boolean>
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
  readonly place: FollowedPlace
  /** A hand closed it: the trader is asked about that, or has said yes. */
  closing: 'asked' | 'agreed' | null
}

interface Followed extends Pick<OpenWindow, 'name' | 'place'> {
  readonly id: number
  readonly attached: AttachedWindow
}

/** A window whose page is not painted by then is shown all the same: nobody closes what they cannot see, ms. */
const SHOWN_AFTER = 5000

export class WindowManager {
  /** Where the windows are. */
  readonly places: WindowPlaces
  readonly #options: WindowManagerOptions
  readonly #open = new Map<number, OpenWindow>()
  #naming = false
  #quitting = false

  constructor(options: WindowManagerOptions) {
    this.#options = options
    const { layouts, clock, displays, size } = options
    this.places = new WindowPlaces({ layouts, clock, displays, size, save: (write) => this.#save(write) })
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
    const at = this.places.opening(name)
    const { bounds } = at
    const window = this.#options.make({
      ...bounds,
      // What was saved is the window with its frame; the size of the command line is the page's.
      useContentSize: this.#options.size !== null,
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
    const place = this.places.follow(name, window, at)
    this.#open.set(contents.id, { name, profile: home.profile, window, place, closing: null })
    this.#follow(window, { id: contents.id, name, place, attached: home.attach(contents, name) })
    this.#rememberOpen()
    void this.#load(window)
  }

  /**
   * Replaces a window by a new one of the same name, bounds and layout. The old one may not call any more from here on, and what its page
   * held is gone with it.
   */
  replace(contents: WebContents, home: WindowHome): void {
    const old = this.#of(contents)
    old.place.closing()
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

  async #load(window: BrowserWindow): Promise<void> {
    const { headless, log } = this.#options
    for (;;) {
      const failure = await window.loadURL('app://ui/').then(() => null, String)
      // One that is closed or replaced while it loads has nothing to load any more; one that loads anew is told of by that load.
      if (failure === null || window.isDestroyed() || failure.includes('ERR_ABORTED')) return
      log.warn({ reason: failure }, 'a window could not load its page')
      if (headless) return
      window.show()
      if (!(await this.#options.askToReload(window, failure))) break
      if (window.isDestroyed()) return
    }
    if (!window.isDestroyed()) window.destroy()
  }

  #follow(window: BrowserWindow, { id, name, place, attached }: Followed): void {
    const { headless, clock } = this.#options
    const visible = (): void => attached.setVisible((headless || window.isVisible()) && !window.isMinimized())
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', visible)
    // The title is the terminal's to give, not the page's.
    window.on('page-title-updated', (event) => event.preventDefault())
    let showLate: Cancel = () => undefined
    if (!headless) {
      let isShown = false
      const show = (): void => {
        showLate()
        if (isShown || window.isDestroyed()) return
        isShown = true
        window.show()
        place.shown()
      }
      showLate = clock.after(SHOWN_AFTER, show)
      window.once('ready-to-show', show)
    }
    window.on('close', (event) => {
      place.closing()
      if (this.#mustAsk(id, window)) event.preventDefault()
    })
    window.on('closed', () => {
      showLate()
      place.gone()
      this.#open.delete(id)
      attached.detach()
      if (!this.#quitting && this.#open.size > 0) this.#closedByHand(name)
    })
  }

  /** Whether a window that a hand closes stays until the trader has answered: it closes by itself when they say yes. */
  #mustAsk(id: number, window: BrowserWindow): boolean {
    const open = this.#open.get(id)
    if (this.#quitting || open === undefined || open.closing === 'agreed') return false
    if (open.closing === 'asked') return true
    const question = this.#options.beforeClose(window.webContents)
    if (question === null) return false
    open.closing = 'asked'
    this.#options.ask(window, question).then(
      (yes) => {
        open.closing = yes ? 'agreed' : null
        if (yes && !window.isDestroyed()) window.close()
      },
      (error: unknown) => {
        open.closing = null
        this.#options.log.warn({ err: error }, 'the trader could not be asked whether a window may close')
      },
    )
    return true
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
