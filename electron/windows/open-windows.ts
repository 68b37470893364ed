/** The open windows: their state, titles, places, and how they close. */
import type { BrowserWindow, WebContents } from 'electron'
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import type { FollowedPlace } from './window-places.ts'

/** The rest of main's side of a window, for as long as the window exists. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  /** Its page loads again. */
  reset(): void
  detach(): void
}

/** The deployment of a window: it stays the same for the window's whole life. */
export interface WindowHome {
  readonly profile: string
  /** The window exists, and loads nothing yet. */
  attach(contents: WebContents, name: string): AttachedWindow
}

/** A window that is open. */
export interface OpenWindow extends TitledWindow {
  readonly window: BrowserWindow
  readonly place: FollowedPlace
  /** Rank of its last use: larger is later. */
  used: number
  attached: AttachedWindow
  title: string
  /** Its title on the screen. */
  systemTitle: string
  /** Its page is loading again for a new layout: the state of the previous page is not saved. */
  awaitsPage: boolean
  /** It closes with its layout, not by the user: its drafts are kept for its return. */
  isDismissed: boolean
}

/** For a window that is not attached yet. */
export const NOT_ATTACHED: AttachedWindow = {
  setVisible: () => undefined,
  reset: () => undefined,
  detach: () => undefined,
}

/** An open window with its deployment, as the next start finds it. */
export interface RememberedWindow {
  readonly name: string
  readonly profile: string
}

const OPEN_WINDOWS = '#open'
const windowId = z.string().regex(/^window-\d{1,3}$/)
const remembered = z.object({ name: windowId, profile: z.string().min(1) })

/** Unreadable entries are skipped; each name appears once. */
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
 * The window at a point, DIP, including its frame; of several the one used last, since no system reports which is on top. Null for none.
 * @param headless invisible windows count as visible.
 */
export function windowAt<Window extends SeenWindow>(
  point: Point,
  windows: readonly Window[],
  headless: boolean,
): Window | null {
  const there = windows.filter(
    ({ window }) =>
      !window.isDestroyed() &&
      (headless || window.isVisible()) &&
      !window.isMinimized() &&
      isWithin(point, window.getBounds()),
  )
  return there.reduce<Window | null>((top, each) => (top === null || each.used > top.used ? each : top), null)
}

const isWithin = (
  { x, y }: Point,
  at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean => x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height

// Titles of windows: by their content, with their number where another window of the deployment has the same.

/** A window as its page names it: by its content, '' for nothing. */
interface TitledWindow {
  readonly name: string
  readonly profile: string
  readonly title: string
}

/** In menus of the other windows of its deployment; `all` are the open windows, including this one. */
export function listTitleOf(window: TitledWindow, all: readonly TitledWindow[]): string {
  const number = window.name.replace(/^window-/, 'Window ')
  if (window.title === '') return number
  return isAlone(window, all) ? window.title : `${window.title} · ${number}`
}

/**
 * The title in the system: the content comes first, because lists of windows cut titles off.
 * @param naming whether it includes the deployment.
 */
export function systemTitleOf(window: TitledWindow, all: readonly TitledWindow[], naming: boolean): string {
  const terminal = naming ? `Isotherm: ${window.profile}` : 'Isotherm'
  const plain = window.title === '' && isAlone(window, all)
  return plain ? terminal : `${listTitleOf(window, all)} – ${terminal}`
}

interface NamedWindow extends TitledWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setTitle'>
  /** Its current title on the screen. */
  systemTitle: string
}

/** Renames all open windows: a renamed one may leave another with a unique title. */
export function nameWindows(all: readonly NamedWindow[], naming: boolean): void {
  for (const open of all) {
    const title = systemTitleOf(open, all, naming)
    if (title === open.systemTitle || open.window.isDestroyed()) continue
    open.systemTitle = title
    open.window.setTitle(title)
  }
}

const isAlone = ({ name, profile, title }: TitledWindow, all: readonly TitledWindow[]): boolean =>
  !all.some((other) => other.name !== name && other.profile === profile && other.title === title)

export interface ClosingOptions {
  /** The question to the trader; null when there is none. */
  readonly beforeClose: (contents: WebContents) => Question | null
  /** Asks in a native dialog on a window. */
  readonly ask: (window: BrowserWindow, question: Question) => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** A page that does not answer delays the closing of its window by at most this, ms. */
const CLOSED_WITHIN = 3000

/** Whether a window must stay open for now: it closes by itself when the trader confirms. */
type MustStay = (window: BrowserWindow) => boolean

/** A window that the user closes stays open until the trader knows what ends with it. */
export function createClosing({ beforeClose, ask, clock, log }: ClosingOptions): {
  readonly mustStay: MustStay
  /** Closes a window without asking. */
  close(window: BrowserWindow): void
} {
  const answers = new WeakMap<BrowserWindow, 'asked' | 'agreed'>()

  function close(window: BrowserWindow): void {
    answers.set(window, 'agreed')
    const late = clock.after(CLOSED_WITHIN, () => {
      if (!window.isDestroyed()) window.destroy()
    })
    window.once('closed', late)
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
          log.warn({ err: error }, 'the trader could not be reached whether a window may close')
          return false
        })
        .then((yes) => {
          answers.delete(window)
          if (yes && !window.isDestroyed()) close(window)
        })
      return true
    },
  }
}
