/** What a page tells: main by the events of its `WebContents`, its window, and the parts that it is made of. */
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import type { HostEmitter } from './missing.ts'
import type { Session } from './session.ts'

/** The events of pages that the host emits. */
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

/** What the page's window wants to know of it. */
export interface ContentsOwner {
  /** The page says that its window was focused, blurred, resized, shown or hidden. */
  windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void
  /** The page is gone, for whatever reason. */
  pageGone(): void
}

/** A page's `WebContents`, as the parts that it is made of know it. */
export interface ContentsOfPage extends HostEmitter<ContentsEvents> {
  readonly id: number
  readonly hostSession: Session
  /** The page as main knows it. */
  readonly electron: Electron.WebContents
  readonly mainFrame: Electron.WebFrameMain
  readonly mainFrameId: string
  send(channel: string, ...args: unknown[]): void
}
