/** Position, size and state of a window, as main reads and sets them. */
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import { HostEmitter } from './missing.ts'
import { WindowBounds } from './window-bounds.ts'

/** Window events that the host emits. */
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

/** The bounds part of a window: outer bounds with the frame, and those of the page in it. */
export class BoundedWindow extends HostEmitter<WindowEvents> {
  protected readonly bounds: WindowBounds

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.bounds = new WindowBounds(options, (event) => this.emit(event))
  }

  minimize(): void {
    this.bounds.setState('minimized')
  }

  maximize(): void {
    this.bounds.setState('maximized')
  }

  unmaximize(): void {
    this.bounds.setState('normal')
  }

  restore(): void {
    this.bounds.restore()
  }

  setFullScreen(on: boolean): void {
    this.bounds.setState(on ? 'fullscreen' : 'normal')
  }

  isMinimized(): boolean {
    return this.bounds.state === 'minimized'
  }

  isMaximized(): boolean {
    return this.bounds.state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.bounds.state === 'fullscreen'
  }

  isNormal(): boolean {
    return this.bounds.state === 'normal'
  }

  getBounds(): Electron.Rectangle {
    return this.bounds.present
  }

  getContentBounds(): Electron.Rectangle {
    return this.bounds.content
  }

  getNormalBounds(): Electron.Rectangle {
    return this.bounds.normal
  }

  getSize(): number[] {
    const { width, height } = this.getBounds()
    return [width, height]
  }

  getContentSize(): number[] {
    const { width, height } = this.getContentBounds()
    return [width, height]
  }

  getPosition(): number[] {
    const { x, y } = this.getBounds()
    return [x, y]
  }

  setBounds(change: Partial<Electron.Rectangle>): void {
    this.bounds.set(change)
  }

  setContentBounds(bounds: Electron.Rectangle): void {
    this.bounds.setContent(bounds)
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setContentSize(width: number, height: number): void {
    this.bounds.setContentSize(width, height)
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }
}
