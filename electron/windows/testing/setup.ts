/** Windows without Electron, for tests: each records the batches sent to its page. */
import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import { vi } from 'vitest'
import type { Clock } from '../../../contract/time.ts'
import type { FrameBatch } from '../../../contract/topics.ts'
import type { Question } from '../../ipc/index.ts'
import type { LayoutStore } from '../../storage/index.ts'
import type { Bounds, DisplayArea } from '../placement.ts'
import { WindowManager } from '../window-manager.ts'
import type { PortChannel } from '../window-topics.ts'

export interface TestWindow {
  readonly contents: WebContents
  /** Batches sent to its page. */
  readonly batches: FrameBatch[]
  readonly options: BrowserWindowConstructorOptions
  title: string
  readonly destroyed: boolean
  /** Its bounds, and whether it is maximized or full-screen. */
  bounds: Bounds
  minimized: boolean
  isMaximized(): boolean
  isFullScreen(): boolean
  maximize(): void
  setBounds(bounds: Partial<Bounds>): void
  readonly loads: number
  /** Number of page reloads. */
  readonly reloads: number
  /** How often main showed it or brought it to the front. */
  readonly shown: number
  emit(event: 'ready-to-show' | 'restore' | 'move' | 'focus'): boolean
  /** As the user closes it; listeners may prevent it. */
  close(): void
}

export function memoryLayouts(saved: Record<string, unknown> = {}): LayoutStore {
  const kept = new Map<string, unknown>(Object.entries(saved))
  return {
    readLayout: (window) => kept.get(window) ?? null,
    saveLayout: (window, layout) => void kept.set(window, layout),
    saveLayouts(layouts) {
      for (const [window, layout] of Object.entries(layouts)) kept.set(window, layout)
    },
    watchWrites: () => undefined,
  }
}

/** The page's end of a channel: messages that main sends on the other end go to that page. */
interface TestPort {
  deliver: (batch: FrameBatch) => void
}

/** A channel of ports without Electron; messages before the page has its end are lost. */
export function makeTestChannel(): PortChannel {
  const port2: TestPort = { deliver: () => undefined }
  const port1 = Object.assign(new EventEmitter(), {
    postMessage: (batch: FrameBatch) => port2.deliver(batch),
    start: () => undefined,
    close: () => undefined,
  })
  return { port1, port2 } as unknown as PortChannel
}

let lastId = 0

/** The system's frame around a page. */
const FRAME = { width: 8, height: 30 } as const

const DISPLAY: DisplayArea = {
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
  scale: 1,
  isPrimary: true,
}

interface WindowsForTest {
  /** The system makes windows larger by this factor, as some do by the scale of another display; default 1. */
  readonly enlargedBy?: number
  readonly headless?: boolean
  readonly isPackaged?: boolean
  readonly size?: { readonly width: number; readonly height: number } | null
  readonly displays?: () => readonly DisplayArea[]
  readonly seesPlaces?: boolean
  readonly beforeClose?: () => Question | null
  readonly ask?: () => Promise<boolean>
  readonly askToReload?: (window: unknown, reason: string) => Promise<boolean>
  /** The error of every page load. */
  readonly failure?: string
}

class FakeWindow extends EventEmitter {
  readonly batches: FrameBatch[] = []
  readonly options: BrowserWindowConstructorOptions
  bounds: Bounds
  failure: string | null = null
  loads = 0
  reloads = 0
  readonly webContents: WebContents
  title: string
  destroyed = false
  shown = 0

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    lastId += 1
    this.options = options
    this.title = options.title ?? ''
    // Electron's bounds are those of the window, including the frame.
    const around = options.useContentSize === true ? FRAME : { width: 0, height: 0 }
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: (options.width ?? 800) + around.width,
      height: (options.height ?? 600) + around.height,
    }
    this.webContents = {
      id: lastId,
      isDestroyed: () => this.destroyed,
      postMessage: (_channel: string, _message: null, [port]: [TestPort]) => {
        port.deliver = (batch) => void this.batches.push(batch)
      },
      reload: () => {
        this.reloads += 1
      },
    } as unknown as WebContents
  }
  get contents(): WebContents {
    return this.webContents
  }
  isDestroyed = (): boolean => this.destroyed
  isVisible = (): boolean => this.shown > 0
  minimized = false
  isMinimized = (): boolean => this.minimized
  show(): void {
    this.shown += 1
    this.emit('show')
  }
  focus = (): void => undefined
  getNormalBounds = () => this.bounds
  getBounds = () => this.bounds
  setBounds(bounds: Partial<Bounds>): void {
    this.bounds = { ...this.bounds, ...bounds }
    this.emit('move')
  }
  #maximized = false
  #full = false
  isMaximized = (): boolean => this.#maximized
  isFullScreen = (): boolean => this.#full
  maximize(): void {
    this.#maximized = true
    this.emit('maximize')
  }
  unmaximize(): void {
    this.#maximized = false
    this.emit('unmaximize')
  }
  setFullScreen(on: boolean): void {
    this.#full = on
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
  }
  setTitle(title: string): void {
    this.title = title
  }
  async loadURL(): Promise<void> {
    this.loads += 1
    if (this.failure !== null) throw new Error(this.failure)
  }
  close(): void {
    const prevent = vi.fn()
    this.emit('close', { preventDefault: prevent })
    if (prevent.mock.calls.length === 0) this.destroy()
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

/** A window manager over such windows; `made` has all that ever existed. */
export function windowsForTest(clock: Clock, layouts: LayoutStore, options: WindowsForTest = {}) {
  const made: TestWindow[] = []
  const windows = new WindowManager({
    preload: 'preload.cjs',
    layouts,
    clock,
    size: options.size ?? null,
    headless: options.headless ?? false,
    backgroundColor: () => '#000000',
    isPackaged: options.isPackaged ?? false,
    make(given) {
      const window = new FakeWindow(given)
      const by = options.enlargedBy ?? 1
      const { width, height } = window.bounds
      window.bounds = { ...window.bounds, width: width * by, height: height * by }
      window.failure = options.failure ?? null
      made.push(window)
      return window as unknown as BrowserWindow
    },
    displays: options.displays ?? (() => [DISPLAY]),
    seesPlaces: options.seesPlaces ?? true,
    beforeClose: options.beforeClose ?? (() => null),
    ask: options.ask ?? (async () => true),
    askAboutHung: async () => 'wait',
    askToReload: options.askToReload ?? (async () => false),
    log: { warn: () => undefined },
  })
  const open = (): TestWindow[] => made.filter(({ destroyed }) => !destroyed)
  return { windows, made, open }
}
