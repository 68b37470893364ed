/** `BrowserWindow`: one window of the browser with one page in it. Its bounds are those of the page, without any frame. */
import { readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import type { Payload } from './cdp/index.ts'
import { asElectron, type EventsOf } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { HostEmitter, provideStatics } from './missing.ts'
import { nativeTheme } from './native-theme.ts'
import { type HostWindow, type OpenedPage, runningBrowser, runtime, say } from './runtime.ts'
import { hostSession, sessionOf } from './session.ts'
import { WebContents } from './web-contents.ts'
import { assertCarriedOut } from './window-options.ts'

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** The events of windows that the host emits. */
export type WindowEvents = EventsOf<
  Electron.BrowserWindow,
  | 'blur'
  | 'close'
  | 'closed'
  | 'enter-full-screen'
  | 'focus'
  | 'hide'
  | 'leave-full-screen'
  | 'maximize'
  | 'minimize'
  | 'move'
  | 'moved'
  | 'ready-to-show'
  | 'resize'
  | 'resized'
  | 'restore'
  | 'show'
  | 'unmaximize'
>

const DEFAULT_SIZE = { width: 800, height: 600 }
let lastId = 0

export class BrowserWindow extends HostEmitter<WindowEvents> implements HostWindow {
  readonly id: number
  /** The page as main knows it. */
  readonly webContents: Electron.WebContents
  /** This window as main knows it. */
  readonly electron = asMain(this)
  readonly #contents: WebContents
  readonly #options: Electron.BrowserWindowConstructorOptions
  #bounds: Electron.Rectangle
  #normalBounds: Electron.Rectangle
  #state: WindowState = 'normal'
  #visible: boolean
  #destroyed = false
  #closing = false
  #readyToShow = false
  #title: string
  #page: OpenedPage | null = null
  #windowId: number | null = null
  #frame = { width: 0, height: 0 }
  /** What is asked of the browser's window, one after the other. */
  #work: Promise<unknown>

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    assertCarriedOut(options)
    runningBrowser()
    lastId += 1
    this.id = lastId
    this.#options = options
    this.#title = options.title ?? ''
    this.#visible = options.show ?? true
    const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = options
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width, height }
    this.#normalBounds = this.#bounds
    const { session, partition = '' } = options.webPreferences ?? {}
    this.#contents = new WebContents(session === undefined ? sessionOf(partition) : hostSession(session), {
      windowChanged: (what) => this.#windowChanged(what),
      pageGone: () => this.#pageGone(),
    })
    this.webContents = this.#contents.electron
    runtime.windows.set(this.id, this)
    this.#contents.on('did-finish-load', () => this.#firstLoad())
    this.#work = this.#open()
    this.#work.catch((error: Error) => {
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

  /** Closes the window, unless a listener of `close` prevents it. A page's `beforeunload` is not asked. */
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
    if (!runtime.headless && this.#state === 'minimized') this.#setState('normal')
    if (this.#visible) return
    this.#visible = true
    this.emit('show')
  }

  /** The browser cannot hide a window: where there is a display it is minimized instead. */
  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    if (!runtime.headless) this.#do(() => this.#setWindowBounds({ windowState: 'minimized' }))
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

  minimize(): void {
    this.#setState('minimized')
  }

  maximize(): void {
    this.#setState('maximized')
  }

  unmaximize(): void {
    this.#setState('normal')
  }

  restore(): void {
    this.#setState('normal')
  }

  setFullScreen(on: boolean): void {
    this.#setState(on ? 'fullscreen' : 'normal')
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }

  isNormal(): boolean {
    return this.#state === 'normal'
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }

  getContentBounds(): Electron.Rectangle {
    return this.getBounds()
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.#normalBounds }
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  getPosition(): number[] {
    return [this.#bounds.x, this.#bounds.y]
  }

  setBounds(wish: Partial<Electron.Rectangle>): void {
    const { minWidth = 1, minHeight = 1 } = this.#options
    const next = { ...this.#bounds, ...wish }
    next.width = Math.max(next.width, minWidth)
    next.height = Math.max(next.height, minHeight)
    const before = this.#bounds
    this.#bounds = next
    if (this.#state === 'normal') this.#normalBounds = next
    this.#do(async () => {
      await this.#setWindowBounds({ left: next.x, top: next.y })
      await this.#setContentsSize(next)
      this.#emitChange(before, next)
    })
  }

  setContentBounds(bounds: Electron.Rectangle): void {
    this.setBounds(bounds)
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  /** Nothing to do: the browser's windows have no menu bar. */
  removeMenu(): void {}

  /** Nothing to do: the browser's windows have no menu bar. */
  setMenuBarVisibility(_visible: boolean): void {}

  /** For the host in a headed browser: takes over what the person at the screen has done to the window. */
  async syncBounds(): Promise<void> {
    if (this.#windowId === null || this.#destroyed) return
    const { bounds } = await runningBrowser().connection.browser.call('Browser.getWindowBounds', {
      windowId: this.#windowId,
    })
    this.#stateIs(bounds.windowState)
    if (bounds.windowState === 'minimized') return
    const { width, height } = bounds
    const next = {
      x: bounds.left,
      y: bounds.top,
      width: width - this.#frame.width,
      height: height - this.#frame.height,
    }
    const before = this.#bounds
    this.#bounds = next
    if (this.#state === 'normal') this.#normalBounds = next
    this.#emitChange(before, next)
  }

  async #open(): Promise<void> {
    const { preload } = this.#options.webPreferences ?? {}
    const source = preload === undefined ? null : readFileSync(preload, 'utf8')
    const { width, height } = this.#bounds
    const { x = null, y = null } = this.#options
    const page = await runtime.pages().open({ x, y, width, height })
    this.#page = page
    if (this.#destroyed) {
      await runtime.pages().close(page)
      return
    }
    const window = runningBrowser().connection.browser.call('Browser.getWindowForTarget', { targetId: page.id })
    const sized = window.then((found: Payload) => this.#measureFrame(found))
    nativeTheme.applyTo(page.target)
    const color = parseColor(this.#options.backgroundColor)
    if (color !== null) page.target.tell('Emulation.setDefaultBackgroundColorOverride', { color })
    // The page is of the right size before anything is loaded into it: nothing lays itself out twice.
    await this.#contents.adopt(page, source, sized)
  }

  async #measureFrame({ windowId, bounds }: Payload): Promise<void> {
    this.#windowId = windowId
    const { width, height } = this.#bounds
    await this.#setContentsSize({ width, height })
    const { connection } = runningBrowser()
    const after = await connection.browser.call('Browser.getWindowBounds', { windowId })
    this.#frame = { width: after.bounds.width - width, height: after.bounds.height - height }
    this.#bounds = { ...this.#bounds, x: bounds.left, y: bounds.top }
    this.#normalBounds = this.#bounds
  }

  #do(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => undefined)
  }

  #setWindowBounds(bounds: object): Promise<unknown> {
    return runningBrowser().connection.browser.call('Browser.setWindowBounds', { windowId: this.#windowId, bounds })
  }

  #setContentsSize({ width, height }: { width: number; height: number }): Promise<unknown> {
    const { connection } = runningBrowser()
    return connection.browser.call('Browser.setContentsSize', { windowId: this.#windowId, width, height })
  }

  #setState(state: WindowState): void {
    this.#do(async () => {
      // From one state to another the browser goes by way of the normal one.
      if (state !== 'normal' && this.#state !== 'normal') await this.#setWindowBounds({ windowState: 'normal' })
      await this.#setWindowBounds({ windowState: state })
    })
    this.#stateIs(state)
  }

  #stateIs(state: WindowState): void {
    const before = this.#state
    if (before === state) return
    this.#state = state
    if (before === 'minimized') this.emit('restore')
    else if (before === 'maximized') this.emit('unmaximize')
    else if (before === 'fullscreen') this.emit('leave-full-screen')
    if (state === 'minimized') this.emit('minimize')
    else if (state === 'maximized') this.emit('maximize')
    else if (state === 'fullscreen') this.emit('enter-full-screen')
  }

  #emitChange(before: Electron.Rectangle, after: Electron.Rectangle): void {
    if (before.width !== after.width || before.height !== after.height) {
      this.emit('resize')
      this.emit('resized')
    }
    if (before.x !== after.x || before.y !== after.y) {
      this.emit('move')
      this.emit('moved')
    }
  }

  #windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void {
    if (what === 'focus' || what === 'blur') this.#setFocused(what === 'focus')
    else this.#do(() => this.syncBounds())
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
    this.emit('ready-to-show')
  }

  async #closePage(): Promise<void> {
    const page = this.#page
    if (page !== null) await runtime.pages().close(page)
    else this.#closed()
  }

  /** The person at the screen, or a test, has closed the window: too late to prevent it, but not to save what has to be. */
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

/** The window as main knows it. */
const asMain = (window: BrowserWindow): Electron.BrowserWindow => asElectron<Electron.BrowserWindow>()(window)

/** A colour written `#rrggbb`; any other is left to the page. */
function parseColor(text: string | undefined): { r: number; g: number; b: number; a: number } | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1]
  if (digits === undefined) return null
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return { r, g, b, a: 1 }
}

provideStatics(BrowserWindow, 'BrowserWindow')
