/** Events of a page: to main through its `WebContents`, to its window, and to its component parts. */
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import type { HostEmitter } from './missing.ts'
import type { Session } from './session.ts'

/** Page events that the host emits. */
export type ContentsEvents = EventsOf<
  Electron.WebContents,
  | 'before-input-event'
  | 'before-mouse-event'
  | 'console-message'
  | 'destroyed'
  | 'did-fail-load'
  | 'did-finish-load'
  | 'did-navigate'
  | 'did-navigate-in-page'
  | 'did-start-loading'
  | 'did-stop-loading'
  | 'dom-ready'
  | 'input-event'
  | 'preload-error'
  | 'render-process-gone'
  | 'will-frame-navigate'
  | 'will-navigate'
  | 'will-redirect'
>

/** Notifications to the page's window. */
export interface ContentsOwner {
  /** The window was focused, blurred, resized, shown or hidden. */
  windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void
  /** The page is gone, for any reason. */
  pageGone(): void
}

/** A page's `WebContents`, as its component parts see it. */
export interface ContentsOfPage extends HostEmitter<ContentsEvents> {
  readonly id: number
  readonly hostSession: Session
  /** The page with Electron's type. */
  readonly electron: Electron.WebContents
  readonly mainFrame: Electron.WebFrameMain
  readonly mainFrameId: string
  send(channel: string, ...args: unknown[]): void
}
