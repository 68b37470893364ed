/** A window that is open, with its end of main and what is known of it. */
import type { BrowserWindow, WebContents } from 'electron'
import type { FollowedPlace } from './window-places.ts'
import type { TitledWindow } from './window-titles.ts'

/** The rest of main's end of a window, for as long as the window is there. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  /** Its page loads anew. */
  reset(): void
  detach(): void
}

/** Where a window belongs: a window is on one deployment from its first moment to its last. */
export interface WindowHome {
  readonly profile: string
  /** The window exists, and loads nothing yet. */
  attach(contents: WebContents, name: string): AttachedWindow
}

/** A window that is open. */
export interface OpenWindow extends TitledWindow {
  readonly window: BrowserWindow
  readonly place: FollowedPlace
  /** When it was used last: the larger, the later. */
  used: number
  attached: AttachedWindow
  title: string
  /** What it is called on the screen. */
  systemTitle: string
  /** It loads its page anew, for a layout that was handed to it: what its page knew of the one before is not kept. */
  awaitsPage: boolean
  /** It goes with its arrangement, not by hand: what is typed in it is kept for when it comes back. */
  isDismissed: boolean
}

/** Of a window that is not attached yet. */
export const NOT_ATTACHED: AttachedWindow = {
  setVisible: () => undefined,
  reset: () => undefined,
  detach: () => undefined,
}
