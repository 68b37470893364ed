/** `BrowserWindow`: one browser window with one page. */
import { readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import { BoundedWindow } from './bounded-window.ts'
import type { Payload } from './cdp/index.ts'
import { asElectron } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { provideStatics } from './missing.ts'
import { nativeTheme } from './native-theme.ts'
import { type HostWindow, type OpenedPage, runningBrowser, runtime, say } from './runtime.ts'
import { hostSession, sessionOf } from './session.ts'
import { WebContents } from './web-contents.ts'
import { assertCarriedOut } from './window-options.ts'

let lastId = 0

export class BrowserWindow extends BoundedWindow implements HostWindow {
  readonly id: number
  /** The page with Electron's type. */
  readonly webContents: Electron.WebContents
  /** This window with Electron's type. */
  readonly electron = asMain(this)
  readonly #contents: WebContents
  readonly #options: Electron.BrowserWindowConstructorOptions
  #visible: boolean
  #destroyed = false
  #closing = false
  #readyToShow = false
  #title: string
  #page: OpenedPage | null = null

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    assertCarriedOut(options)
    super(options)
    if (runtime.browser === null) throw new Error('Cannot create BrowserWindow before app is ready')
    lastId += 1
    this.id = lastId
    this.#options = options
    this.#title = options.title ?? ''
    this.#visible = options.show ?? true
    const { session, partition = '' } = options.webPreferences ?? {}
    this.#contents = new WebContents(session === undefined ? sessionOf(partition) : hostSession(session), {
      windowChanged: (what) => this.#windowChanged(what),
      pageGone: () => this.#pageGone(),
    })
    this.webContents = this.#contents.electron
    runtime.windows.set(this.id, this)
    this.#contents.on('did-finish-load', () => this.#firstLoad())
    const opened = this.#open()
    this.bounds.waitFor(opened)
    opened.catch((error: Error) => {
      if (runningBrowser().stopping || this.#destroyed) return
      say(`window ${this.id} could not be opened: ${error.message}`)
      this.#closed()
    })
    runtime.app.emit('browser-window-created', hostEvent({}), this.electron)
    runtime.app.emit('web-contents-created', hostEvent({}), this.webContents)
  }

  static getAllWindows(): Electron.BrowserWindow[] {
    return [...runtime.windows.values()].map(({ electron }) => electron)
  }

  static fromId(id: number): Electron.BrowserWindow | null {
    return runtime.windows.get(id)?.electron ?? null
  }

  static fromWebContents(contents: Electron.WebContents): Electron.BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ webContents }) => webContents === contents) ?? null
  }

  static getFocusedWindow(): Electron.BrowserWindow | null {
    return runtime.focused === null ? null : BrowserWindow.fromId(runtime.focused)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  reload(): void {
    this.webContents.reload()
  }

  capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    return this.webContents.capturePage(rect)
  }

  /** Closes the window, unless a listener of `close` prevents it. Ignores a page's `beforeunload`. */
  close(): void {
    if (this.#destroyed) return
    const event = hostEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#closing = true
    void this.#closePage()
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#closing = true
    void this.#closePage()
    this.#closed()
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    if (!runtime.headless && this.isMinimized()) this.restore()
    if (this.#visible) return
    this.#visible = true
    this.emit('show')
  }

  /** The browser cannot hide a window: with a display it is minimized instead. */
  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    if (!runtime.headless) this.bounds.hide()
    this.#setFocused(false)
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.#visible && !this.#destroyed
  }

  focus(): void {
    this.#contents.focus()
    this.#setFocused(true)
  }

  blur(): void {
    this.#setFocused(false)
  }

  isFocused(): boolean {
    return runtime.focused === this.id
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  /** No effect: the browser's windows have no menu bar. */
  removeMenu(): void {}

  /** No effect: the browser's windows have no menu bar. */
  setMenuBarVisibility(_visible: boolean): void {}

  /** For the host in a headed browser: reads the bounds that the user has given the window. */
  async syncBounds(): Promise<void> {
    if (!this.#destroyed) await this.bounds.sync()
  }

  async #open(): Promise<void> {
    const { preload } = this.#options.webPreferences ?? {}
    const source = preload === undefined ? null : readFileSync(preload, 'utf8')
    const { width, height } = this.getContentBounds()
    const { x = null, y = null } = this.#options
    const page = await runtime.pages().open({ x, y, width, height })
    this.#page = page
    if (this.#destroyed) {
      await runtime.pages().close(page)
      return
    }
    const window = runningBrowser().connection.browser.call('Browser.getWindowForTarget', { targetId: page.id })
    const sized = window.then((found: Payload) => this.bounds.adopt(found))
    nativeTheme.applyTo(page.target)
    const color = parseColor(this.#options.backgroundColor)
    if (color !== null) page.target.send('Emulation.setDefaultBackgroundColorOverride', { color })
    // The page has its final size before anything is loaded: no second layout.
    await this.#contents.adopt(page, source, sized)
  }

  #windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void {
    if (what === 'focus' || what === 'blur') this.#setFocused(what === 'focus')
    else this.syncBounds().catch(() => undefined)
  }

  #setFocused(focused: boolean): void {
    if (focused === this.isFocused() || this.#destroyed) return
    const other = focused ? BrowserWindow.getFocusedWindow() : null
    runtime.focused = focused ? this.id : null
    other?.emit('blur')
    this.emit(focused ? 'focus' : 'blur')
    runtime.app.emit(focused ? 'browser-window-focus' : 'browser-window-blur', hostEvent({}), this.electron)
  }

  #firstLoad(): void {
    if (this.#readyToShow) return
    this.#readyToShow = true
    // It stands in for a page that is not loaded yet; left on, it would color the margins in print.
    this.#page?.target.send('Emulation.setDefaultBackgroundColorOverride', {})
    this.emit('ready-to-show')
  }

  async #closePage(): Promise<void> {
    const page = this.#page
    if (page !== null) await runtime.pages().close(page)
    else this.#closed()
  }

  /** The user, or a test, has closed the window: too late to prevent it, but in time to save state. */
  #pageGone(): void {
    if (!this.#closing && !this.#destroyed) this.emit('close', hostEvent({}))
    this.#closed()
  }

  #closed(): void {
    if (this.#destroyed) return
    this.#setFocused(false)
    this.#destroyed = true
    runtime.windows.delete(this.id)
    this.#contents.end()
    this.emit('closed')
    runtime.windowClosed()
  }
}

/** The window with Electron's type. */
const asMain = (window: BrowserWindow): Electron.BrowserWindow => asElectron<Electron.BrowserWindow>()(window)

/** A color written `#rrggbb`; any other is left to the page. */
function parseColor(text: string | undefined): { r: number; g: number; b: number; a: number } | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1]
  if (digits === undefined) return null
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return { r, g, b, a: 1 }
}

runtime.openChild = (url, options) => {
  new BrowserWindow(options).loadURL(url).catch((error: Error) => say(`${url} could not be opened: ${error.message}`))
}

provideStatics(BrowserWindow, 'BrowserWindow')
