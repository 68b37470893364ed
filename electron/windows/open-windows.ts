/** The open windows: their state, titles, places, and how they close. */
import type { BrowserWindow, WebContents } from 'electron'
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import type { FollowedPlace } from './window-places.ts'

/** What main attaches to a window for as long as it exists: its topics and calls. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  /** Its page is loading again: start over. */
  reset(): void
  detach(): void
}

/** The deployment of a window, which never changes while the window is open. */
export interface WindowHome {
  readonly profile: string
  /** Called when the window is created, before it loads a page. */
  attach(contents: WebContents, name: string): AttachedWindow
}

/** A window that is open. */
export interface OpenWindow extends TitledWindow {
  readonly window: BrowserWindow
  readonly place: FollowedPlace
  /** Rank of its last use: a larger number is more recent. */
  used: number
  attached: AttachedWindow
  title: string
  /** Its title on the screen. */
  systemTitle: string
  /** Its page is loading again for a new layout: the state of the previous page is not saved. */
  awaitsPage: boolean
  /** It closes because its layout does, not by the user: its drafts are kept for when it reopens. */
  isDismissed: boolean
}

/** Placeholder until the window is attached. */
export const NOT_ATTACHED: AttachedWindow = {
  setVisible: () => undefined,
  reset: () => undefined,
  detach: () => undefined,
}

/** An open window with its deployment, as saved for the next start. */
export interface RememberedWindow {
  readonly name: string
  readonly profile: string
}

const OPEN_WINDOWS = '#open'
const windowId = z.string().regex(/^window-\d{1,3}$/)
const remembered = z.object({ name: windowId, profile: z.string().min(1) })

/** The windows to reopen at the start. Unreadable entries are skipped; each name appears once. */
export function readOpenWindows(layouts: Pick<LayoutStore, 'readLayout'>): readonly RememberedWindow[] {
  const saved = layouts.readLayout(OPEN_WINDOWS)
  if (!Array.isArray(saved)) return []
  const windows = new Map<string, RememberedWindow>()
  for (const value of saved) {
    const parsed = remembered.safeParse(value)
    if (parsed.success) windows.set(parsed.data.name, parsed.data)
  }
  return [...windows.values()]
}

export function saveOpenWindows(layouts: Pick<LayoutStore, 'saveLayout'>, windows: readonly RememberedWindow[]): void {
  layouts.saveLayout(OPEN_WINDOWS, windows)
}

interface Point {
  readonly x: number
  readonly y: number
}

interface SeenWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'isMinimized' | 'getBounds'>
  /** Rank of its use: larger is later. */
  readonly used: number
}

/**
 * The window at a point, DIP, including its frame; null for none. Of overlapping ones it is the most recently used, since no system reports which is on
 * top.
 * @param headless invisible windows count as visible.
 */
export function windowAt<Window extends SeenWindow>(
  point: Point,
  windows: readonly Window[],
  headless: boolean,
): Window | null {
  const candidates = windows.filter(
    ({ window }) =>
      !window.isDestroyed() &&
      (headless || window.isVisible()) &&
      !window.isMinimized() &&
      isWithin(point, window.getBounds()),
  )
  return candidates.reduce<Window | null>((top, each) => (top === null || each.used > top.used ? each : top), null)
}

const isWithin = (
  { x, y }: Point,
  at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean => x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height

// Window titles name the content; the window number is added when another window of the deployment shows the same.

/** A window with the title that its page gives: its content, '' for none. */
interface TitledWindow {
  readonly name: string
  readonly profile: string
  readonly title: string
}

/** The title in window menus. @param all the open windows, including this one */
export function listTitleOf(window: TitledWindow, all: readonly TitledWindow[]): string {
  const number = window.name.replace(/^window-/, 'Window ')
  if (window.title === '') return number
  return hasUniqueTitle(window, all) ? window.title : `${window.title} · ${number}`
}

/**
 * The title in the operating system: the content comes first, because window lists truncate titles.
 * @param naming whether it includes the deployment.
 */
export function systemTitleOf(window: TitledWindow, all: readonly TitledWindow[], naming: boolean): string {
  const terminal = naming ? `Isotherm: ${window.profile}` : 'Isotherm'
  const isPlain = window.title === '' && hasUniqueTitle(window, all)
  return isPlain ? terminal : `${listTitleOf(window, all)} – ${terminal}`
}

interface NamedWindow extends TitledWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setTitle'>
  /** Its current title on the screen. */
  systemTitle: string
}

/** Retitles all open windows: a change of one title can make another unique, or no longer unique. */
export function nameWindows(all: readonly NamedWindow[], naming: boolean): void {
  for (const open of all) {
    const title = systemTitleOf(open, all, naming)
    if (title === open.systemTitle || open.window.isDestroyed()) continue
    open.systemTitle = title
    open.window.setTitle(title)
  }
}

const hasUniqueTitle = ({ name, profile, title }: TitledWindow, all: readonly TitledWindow[]): boolean =>
  !all.some((other) => other.name !== name && other.profile === profile && other.title === title)

export interface ClosingOptions {
  /** The question before a window closes; null when it closes without one. */
  readonly beforeClose: (contents: WebContents) => Question | null
  /** Asks in a native dialog on a window; resolves with whether the trader agreed. */
  readonly ask: (window: BrowserWindow, question: Question) => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** A window whose page does not answer is destroyed after this time, ms. */
const CLOSED_WITHIN = 3000

/** Whether a window must stay open for now, because the trader is being asked; it closes once they agree. */
type MustStay = (window: BrowserWindow) => boolean

/** Keeps a window that the user closes open until the trader has agreed to what ends with it. */
export function createClosing({ beforeClose, ask, clock, log }: ClosingOptions): {
  readonly mustStay: MustStay
  /** Closes a window without asking. */
  close(window: BrowserWindow): void
} {
  const answers = new WeakMap<BrowserWindow, 'asked' | 'agreed'>()

  function close(window: BrowserWindow): void {
    answers.set(window, 'agreed')
    const cancelDestroy = clock.after(CLOSED_WITHIN, () => {
      if (!window.isDestroyed()) window.destroy()
    })
    window.once('closed', cancelDestroy)
    window.close()
  }

  return {
    close,
    mustStay(window) {
      const answer = answers.get(window)
      if (answer !== undefined) return answer === 'asked'
      const question = beforeClose(window.webContents)
      if (question === null) return false
      answers.set(window, 'asked')
      void ask(window, question)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the trader could not be asked whether a window may close')
          return false
        })
        .then((agreed) => {
          answers.delete(window)
          if (agreed && !window.isDestroyed()) close(window)
        })
      return true
    },
  }
}
