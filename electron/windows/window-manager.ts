/** The terminal's windows: one factory creates them all, each with its name, its deployment, its bounds and its connection to main. */
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import {
  type ClosingOptions,
  createClosing,
  listTitleOf,
  NOT_ATTACHED,
  nameWindows,
  type OpenWindow,
  type RememberedWindow,
  readOpenWindows,
  saveOpenWindows,
  systemTitleOf,
  type WindowHome,
  windowAt,
} from './open-windows.ts'
import { followHung } from './page-failures.ts'
import type { DisplayArea } from './placement.ts'
import { forgetDrafts, forgetEmpty, hasDrafts } from './window-layouts.ts'
import { windowOptions } from './window-options.ts'
import { WindowPlaces } from './window-places.ts'

/** Loads the terminal's page into a window, and reports where it cannot be loaded. */
interface PageLoading {
  /** There is no user to notify. */
  readonly headless: boolean
  /** Reports why the page cannot be loaded: returns whether to retry, else the window closes. */
  readonly askToReload: (window: BrowserWindow, reason: string) => Promise<boolean>
  readonly log: Pick<Log, 'warn'>
}

async function loadPage(window: BrowserWindow, { headless, askToReload, log }: PageLoading): Promise<void> {
  for (;;) {
    const failure = await window.loadURL('app://ui/').then(() => null, String)
    // A window that was closed or replaced during the load no longer needs a page; a second load reports for itself.
    if (failure === null || window.isDestroyed() || failure.includes('ERR_ABORTED')) return
    log.warn({ reason: failure }, 'a window could not load its page')
    if (headless) return
    window.show()
    const again = await askToReload(window, failure)
    if (window.isDestroyed()) return
    if (!again) {
      window.destroy()
      return
    }
  }
}

/** A window whose page is not painted by then is shown all the same: nobody can close an invisible one, ms. */
const SHOWN_AFTER = 5000

/** @param shown called once it is on screen. @returns a function that gives it up. */
function showOnceReady(window: BrowserWindow, clock: Pick<Clock, 'after'>, shown: () => void): Cancel {
  let isShown = false
  const show = (): void => {
    late()
    if (isShown || window.isDestroyed()) return
    isShown = true
    window.show()
    shown()
  }
  const late = clock.after(SHOWN_AFTER, show)
  window.once('ready-to-show', show)
  return late
}

/** What a window needs from the rest of main. */
interface WindowManagerOptions extends PageLoading, ClosingOptions {
  readonly preload: string
  readonly layouts: LayoutStore
  readonly clock: Clock
  /** Asks what to do about a window whose page does not answer, until it does. */
  readonly askAboutHung: (window: BrowserWindow, signal: AbortSignal) => Promise<'wait' | 'reload' | 'close'>
  /** Fixed size from the command line; overrides a saved one. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly backgroundColor: () => string
  readonly isPackaged: boolean
  readonly make: (options: BrowserWindowConstructorOptions) => BrowserWindow
  /** All displays, in no order. */
  readonly displays: () => readonly DisplayArea[]
  /** Whether the system reports window positions. */
  readonly seesPlaces: boolean
}

export class WindowManager {
  readonly places: WindowPlaces
  readonly #options: WindowManagerOptions
  readonly #open = new Map<number, OpenWindow>()
  readonly #closing: ReturnType<typeof createClosing>
  readonly #listListeners = new Listeners()
  readonly #userChanges = new Listeners<[profile: string]>()
  /** Fires when the trader opens, closes, moves or names a window of a deployment. */
  readonly onUserChange = this.#userChanges.on
  /** Fires when windows open, close or are renamed. */
  readonly onListChange = this.#listListeners.on
  #naming = false
  #uses = 0
  #quitting = false

  constructor(options: WindowManagerOptions) {
    this.#options = options
    const { layouts, clock, displays, size } = options
    this.places = new WindowPlaces({ layouts, clock, displays, size, save: (write) => this.#save(write) })
    this.#closing = createClosing(options)
    this.places.onMoved((name) => {
      const moved = [...this.#open.values()].find((open) => open.name === name)
      if (moved !== undefined) this.userChanged(moved.profile)
    })
  }

  /** The windows that were open at the last quit, or were last open; empty at the first start. */
  remembered(): readonly RememberedWindow[] {
    return readOpenWindows(this.#options.layouts)
  }

  isOpen(name: string): boolean {
    return [...this.#open.values()].some((open) => open.name === name)
  }

  /** The name for one more window. */
  freeName(): string {
    // A window that was closed with its layout has kept its drafts: its name is taken.
    const isFree = (name: string): boolean => !this.isOpen(name) && !hasDrafts(this.#options.layouts, name)
    let number = 1
    while (!isFree(`window-${number}`)) number += 1
    return `window-${number}`
  }

  open(name: string, home: WindowHome): void {
    const at = this.places.opening(name)
    const named = { name, profile: home.profile, title: '' }
    const systemTitle = systemTitleOf(named, [...this.#open.values()], this.#naming)
    const window = this.#options.make(windowOptions(this.#options, at.bounds, systemTitle))
    const contents = window.webContents
    const place = this.places.follow(name, window, at)
    const open: OpenWindow = {
      ...named,
      systemTitle,
      window,
      place,
      used: this.#nextUse(),
      attached: NOT_ATTACHED,
      awaitsPage: false,
      isDismissed: false,
    }
    this.#open.set(contents.id, open)
    open.attached = home.attach(contents, name)
    this.#follow(open, contents.id)
    this.#rememberOpen()
    this.#listChanged()
    void loadPage(window, this.#options)
  }

  /**
   * Replaces a window by a new one of the same name, bounds and layout. The old one may no longer call from here on, and its page's state is gone
   * with it.
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

  /** The window that was used last, of a deployment or of all; null where none is open. */
  usedLast(profile: string | null): WebContents | null {
    const mine = [...this.#open.values()].filter((open) => profile === null || open.profile === profile)
    return mine.sort((a, b) => b.used - a.used)[0]?.window.webContents ?? null
  }

  bringToFront(contents: WebContents): void {
    const { window } = this.#of(contents)
    if (window.isMinimized()) window.restore()
    if (this.#options.headless) return
    window.show()
    window.focus()
  }

  /** Brings the window used last to the front. Returns whether there is one. */
  focusAny(): boolean {
    const last = this.usedLast(null)
    if (last === null) return false
    this.bringToFront(last)
    return true
  }

  /** Whether the contents belong to one of the terminal's windows. */
  has(contents: WebContents): boolean {
    return this.#open.has(contents.id)
  }

  /** The key of the window's layout. */
  nameOf(contents: WebContents): string {
    return this.#of(contents).name
  }

  windowOf(contents: WebContents): BrowserWindow {
    return this.#of(contents).window
  }

  /**
   * The name of another window of the deployment that is visible at a point of the screen, DIP. Null when there is none, when this window or one of
   * another deployment covers it, and when the system reports no window positions.
   */
  otherAt(contents: WebContents, point: { readonly x: number; readonly y: number }): string | null {
    const { headless, seesPlaces } = this.#options
    const from = this.#of(contents)
    const top = seesPlaces ? windowAt(point, [...this.#open.values()], headless) : null
    return top === null || top === from || top.profile !== from.profile ? null : top.name
  }

  /** Whether titles include the deployment: they do where windows are on several. */
  nameDeployments(naming: boolean): void {
    if (naming === this.#naming) return
    this.#naming = naming
    this.#nameAll()
  }

  /** Names a window by its content; '' for no name. */
  setTitle(contents: WebContents, title: string): void {
    const open = this.#of(contents)
    if (open.title === title) return
    open.title = title
    this.#listChanged()
  }

  /** The windows on a deployment, by their numbers, each with its menu title. */
  on(profile: string): readonly { readonly name: string; readonly title: string; readonly contents: WebContents }[] {
    const mine = [...this.#open.values()].filter((open) => open.profile === profile && !open.window.isDestroyed())
    return mine
      .map((open) => ({ name: open.name, title: listTitleOf(open, mine), contents: open.window.webContents }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  }

  profileOf(contents: WebContents): string {
    return this.#of(contents).profile
  }

  /** Reloads a window's page, to show the layout that was saved for it meanwhile. */
  reload(contents: WebContents): void {
    const open = this.#of(contents)
    open.awaitsPage = true
    open.attached.reset()
    contents.reload()
  }

  /** Whether layouts that a window's page saves still belong to the one that it is about to leave. */
  awaitsPage(contents: WebContents): boolean {
    return this.#of(contents).awaitsPage
  }

  /** The new page has started, and asks for its layout. */
  pageBegan(contents: WebContents): void {
    this.#of(contents).awaitsPage = false
  }

  /** Closes a window without asking; its drafts are kept for the next one of its name. */
  dismiss(contents: WebContents): void {
    const open = this.#of(contents)
    open.isDismissed = true
    this.#closing.close(open.window)
  }

  /** The user has opened, closed or moved a window of a deployment. */
  userChanged(profile: string): void {
    this.#userChanges.notify(profile)
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

  #nextUse(): number {
    this.#uses += 1
    return this.#uses
  }

  #follow(open: OpenWindow, id: number): void {
    const { window, place, attached } = open
    const { headless, clock } = this.#options
    const visible = (): void => attached.setVisible((headless || window.isVisible()) && !window.isMinimized())
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', visible)
    window.on('focus', () => {
      open.used = this.#nextUse()
    })
    // Only the terminal sets the title, not the page.
    window.on('page-title-updated', (event) => event.preventDefault())
    const neverMind = headless ? (): void => undefined : showOnceReady(window, clock, place.shown)
    if (!headless) {
      followHung(window, {
        ask: (signal) => this.#options.askAboutHung(window, signal),
        reload: () => window.webContents.forcefullyCrashRenderer(),
        close: () => {
          if (!this.#closing.mustStay(window)) this.#closing.close(window)
        },
        log: this.#options.log,
      })
    }
    window.on('close', (event) => {
      place.closing()
      if (!this.#quitting && this.#open.has(id) && this.#closing.mustStay(window)) event.preventDefault()
    })
    window.on('closed', () => {
      neverMind()
      place.gone()
      this.#open.delete(id)
      attached.detach()
      this.#listChanged()
      if (this.#quitting || this.#open.size === 0) return
      this.#rememberOpen()
      if (!open.isDismissed) this.#closedByHand(open)
    })
  }

  /** Or replaced by another of its name, which continues in its place. */
  #closedByHand({ name, profile }: OpenWindow): void {
    if (this.isOpen(name)) return
    this.#save(() => forgetDrafts(this.#options.layouts, name))
    this.#save(() => forgetEmpty(this.#options.layouts, name))
    this.userChanged(profile)
  }

  #listChanged(): void {
    this.#nameAll()
    this.#listListeners.notify()
  }

  #nameAll(): void {
    nameWindows([...this.#open.values()], this.#naming)
  }

  #rememberOpen(): void {
    const open = [...this.#open.values()].map(({ name, profile }) => ({ name, profile }))
    this.#save(() => saveOpenWindows(this.#options.layouts, open))
  }

  /** A window's place is not worth the window: on a full disk they open, move and close all the same. */
  #save(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#options.log.warn({ err: error }, 'where the windows are could not be saved')
    }
  }
}
