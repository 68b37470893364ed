/** Windows without Electron, for tests: each keeps what its page was pushed. */
import { EventEmitter } from 'node:events'
import type { BrowserWindow, WebContents } from 'electron'
import type { Clock } from '../../../contract/time.ts'
import type { FrameBatch } from '../../../contract/topics.ts'
import type { LayoutStore } from '../../storage/index.ts'
import { WindowManager } from '../window-manager.ts'

export interface TestWindow {
  readonly contents: WebContents
  /** What its page was pushed. */
  readonly batches: FrameBatch[]
  readonly options: { readonly title?: string }
  title: string
  readonly destroyed: boolean
  /** How often main asked for it to be shown or brought to the front. */
  readonly shown: number
  emit(event: 'ready-to-show' | 'restore'): boolean
  close(): void
}

export function memoryLayouts(saved: Record<string, unknown> = {}): LayoutStore {
  const kept = new Map<string, unknown>(Object.entries(saved))
  return {
    readLayout: (window) => kept.get(window) ?? null,
    saveLayout: (window, layout) => void kept.set(window, layout),
    watchWrites: () => undefined,
  }
}

let lastId = 0

class FakeWindow extends EventEmitter {
  readonly batches: FrameBatch[] = []
  readonly options: { readonly title?: string; readonly x?: number; readonly y?: number }
  readonly webContents: WebContents
  title: string
  destroyed = false
  shown = 0

  constructor(options: { title?: string; x?: number; y?: number }) {
    super()
    lastId += 1
    this.options = options
    this.title = options.title ?? ''
    this.webContents = {
      id: lastId,
      isDestroyed: () => this.destroyed,
      send: (_channel: string, batch: FrameBatch) => void this.batches.push(batch),
    } as unknown as WebContents
  }
  get contents(): WebContents {
    return this.webContents
  }
  isDestroyed = (): boolean => this.destroyed
  isVisible = (): boolean => this.shown > 0
  isMinimized = (): boolean => false
  show(): void {
    this.shown += 1
    this.emit('show')
  }
  focus = (): void => undefined
  getNormalBounds = () => ({ x: this.options.x ?? 0, y: this.options.y ?? 0, width: 1200, height: 800 })
  setTitle(title: string): void {
    this.title = title
  }
  async loadURL(): Promise<void> {}
  close(): void {
    this.emit('close')
    this.destroy()
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

/** A window manager over such windows; `made` are all that ever were. */
export function windowsForTest(clock: Clock, layouts: LayoutStore, headless = false) {
  const made: TestWindow[] = []
  const windows = new WindowManager({
    preload: 'preload.cjs',
    layouts,
    clock,
    size: null,
    headless,
    backgroundColor: '#000000',
    make(options) {
      const window = new FakeWindow(options)
      made.push(window)
      return window as unknown as BrowserWindow
    },
    workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1080 }],
    log: { warn: () => undefined },
  })
  const open = (): TestWindow[] => made.filter(({ destroyed }) => !destroyed)
  return { windows, made, open }
}
