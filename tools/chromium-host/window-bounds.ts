/** Position, size and state of a window: as requested by main, and as reported by the browser and set by the user. */
import type * as Electron from 'electron'
import type { Payload } from './cdp/index.ts'
import { runningBrowser } from './runtime.ts'

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** A change of a window, by the names of Electron's events. */
type BoundsEvent =
  | 'enter-full-screen'
  | 'leave-full-screen'
  | 'maximize'
  | 'minimize'
  | 'move'
  | 'moved'
  | 'resize'
  | 'resized'
  | 'restore'
  | 'unmaximize'

const DEFAULT_SIZE = { width: 800, height: 600 }
/** Frame around a window's page, DIP: title bar and borders of a typical desktop. The host draws none of it. */
const FRAME = { left: 4, top: 26, width: 8, height: 30 } as const
const ENTERED: Readonly<Record<WindowState, BoundsEvent | null>> = {
  normal: null,
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen',
}
const LEFT: Readonly<Record<WindowState, BoundsEvent | null>> = {
  normal: null,
  minimized: 'restore',
  maximized: 'unmaximize',
  fullscreen: 'leave-full-screen',
}

/** How often, and at what interval in ms, the browser is polled for a window's new state. */
const MAX_LOOKS = 50
const LOOK_EVERY = 20

export class WindowBounds {
  readonly #least: { readonly width: number; readonly height: number }
  readonly #changed: (event: BoundsEvent) => void
  #bounds: Electron.Rectangle
  #normalBounds: Electron.Rectangle
  #state: WindowState = 'normal'
  /** The state that a minimized window returns to. */
  #stateBefore: WindowState = 'normal'
  #windowId: number | null = null
  /** Frame of the browser's window around its page. */
  #browserFrame = { width: 0, height: 0 }
  /** Counts main's requests for another position or state: an answer of the browser from before one is outdated. */
  #asked = 0
  /** Requests to the browser's window, in sequence. */
  #work: Promise<unknown> = Promise.resolve()

  /** @param changed is called once for each event that Electron's window would emit. */
  constructor(options: Electron.BrowserWindowConstructorOptions, changed: (event: BoundsEvent) => void) {
    const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, minWidth = 1, minHeight = 1 } = options
    const around = options.useContentSize === true ? FRAME : { width: 0, height: 0 }
    const size = { width: width + around.width, height: height + around.height }
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, ...size }
    this.#normalBounds = this.#bounds
    this.#least = { width: minWidth + around.width, height: minHeight + around.height }
    this.#changed = changed
  }

  /** Bounds of the page: full screen has no frame, and a maximized window has the browser's own. */
  get content(): Electron.Rectangle {
    if (this.#state === 'fullscreen') return this.present
    if (this.#state !== 'maximized') return within(this.#bounds)
    const { x, y, width, height } = this.#bounds
    const around = this.#browserFrame
    return { x, y: y + around.height, width: width - around.width, height: height - around.height }
  }

  get present(): Electron.Rectangle {
    return { ...this.#bounds }
  }

  get normal(): Electron.Rectangle {
    return { ...this.#normalBounds }
  }

  get state(): WindowState {
    return this.#state
  }

  /** Delays all requests until the browser's window exists. */
  waitFor(opened: Promise<unknown>): void {
    this.#work = opened
  }

  /** Runs work on the window after all earlier requests. */
  do(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => undefined)
  }

  set(change: Partial<Electron.Rectangle>): void {
    const next = { ...this.#bounds, ...change }
    next.width = Math.max(next.width, this.#least.width)
    next.height = Math.max(next.height, this.#least.height)
    const before = this.#take(next)
    this.#asked += 1
    this.do(async () => {
      await this.#setWindowBounds({ left: next.x, top: next.y })
      await this.#setContentsSize(within(next))
      this.#report(before, next)
    })
  }

  setContent({ x, y, width, height }: Electron.Rectangle): void {
    const { left, top } = FRAME
    this.set({ x: x - left, y: y - top, width: width + FRAME.width, height: height + FRAME.height })
  }

  setContentSize(width: number, height: number): void {
    this.set({ width: width + FRAME.width, height: height + FRAME.height })
  }

  setState(state: WindowState): void {
    const direct = state === 'normal' || this.#state === 'normal'
    this.do(async () => {
      // The browser changes states only by way of the normal one.
      if (!direct) await this.#setWindowBounds({ windowState: 'normal' })
      await this.#setWindowBounds({ windowState: state })
      // What an overloaded browser reports is not what main requested: the requested state is assumed.
      if (await this.#reached(state)) await this.#sync()
    })
    this.#asked += 1
    this.#stateIs(state)
  }

  /** A busy browser briefly reports the old state: taken as true, it would become the state that a minimized window returns to. */
  async #reached(state: WindowState): Promise<boolean> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const { bounds } = await this.#browser.call('Browser.getWindowBounds', { windowId: this.#windowId })
      if (bounds.windowState === state) return true
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
    return false
  }

  /** A minimized window returns to its previous state, any other to normal. */
  restore(): void {
    this.setState(this.#state === 'minimized' ? this.#stateBefore : 'normal')
  }

  /** Removes the window from the screen; for main it keeps its state. */
  hide(): void {
    this.do(() => this.#setWindowBounds({ windowState: 'minimized' }))
  }

  /** Reads what the user has done to the window, after all requests are done: during a change of state it is in neither. */
  async sync(): Promise<void> {
    this.do(() => this.#sync())
    await this.#work
  }

  async #sync(): Promise<void> {
    if (this.#windowId === null) return
    const requests = this.#asked
    const { bounds } = await this.#browser.call('Browser.getWindowBounds', { windowId: this.#windowId })
    if (requests !== this.#asked) return
    this.#stateIs(bounds.windowState)
    if (bounds.windowState === 'minimized') return
    const { left: x, top: y, width, height } = bounds
    // Only the normal window has the size that its page needs.
    const more =
      bounds.windowState === 'normal'
        ? { width: FRAME.width - this.#browserFrame.width, height: FRAME.height - this.#browserFrame.height }
        : { width: 0, height: 0 }
    const next = { x, y, width: width + more.width, height: height + more.height }
    this.#report(this.#take(next), next)
  }

  /** Takes over a page's browser window, gives the page its size, and measures the frame. */
  async adopt({ windowId, bounds }: Payload): Promise<void> {
    this.#windowId = windowId
    const { width, height } = within(this.#normalBounds)
    await this.#setContentsSize({ width, height })
    const after = await this.#browser.call('Browser.getWindowBounds', { windowId })
    this.#browserFrame = { width: after.bounds.width - width, height: after.bounds.height - height }
    this.#normalBounds = { ...this.#normalBounds, x: bounds.left, y: bounds.top }
    if (this.#state === 'normal') this.#bounds = this.#normalBounds
  }

  get #browser() {
    return runningBrowser().connection.browser
  }

  #setWindowBounds(bounds: object): Promise<unknown> {
    return this.#browser.call('Browser.setWindowBounds', { windowId: this.#windowId, bounds })
  }

  #setContentsSize({ width, height }: { width: number; height: number }): Promise<unknown> {
    return this.#browser.call('Browser.setContentsSize', { windowId: this.#windowId, width, height })
  }

  /** @returns the previous bounds. */
  #take(next: Electron.Rectangle): Electron.Rectangle {
    const before = this.#bounds
    this.#bounds = next
    if (this.#state === 'normal') this.#normalBounds = next
    return before
  }

  #stateIs(state: WindowState): void {
    const before = this.#state
    if (before === state) return
    if (state === 'minimized') this.#stateBefore = before
    this.#state = state
    for (const event of [LEFT[before], ENTERED[state]]) if (event !== null) this.#changed(event)
  }

  #report(before: Electron.Rectangle, after: Electron.Rectangle): void {
    if (before.width !== after.width || before.height !== after.height) {
      this.#changed('resize')
      this.#changed('resized')
    }
    if (before.x !== after.x || before.y !== after.y) {
      this.#changed('move')
      this.#changed('moved')
    }
  }
}

/** The page within a framed window. */
const within = ({ x, y, width, height }: Electron.Rectangle): Electron.Rectangle => ({
  x: x + FRAME.left,
  y: y + FRAME.top,
  width: width - FRAME.width,
  height: height - FRAME.height,
})
