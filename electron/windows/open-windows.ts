/** The windows that are open: what is known of each, its title, where it is seen, and how it closes. */
import type { BrowserWindow, WebContents } from 'electron'
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore } from '../storage/index.ts'
import type { FollowedPlace } from './window-places.ts'

/** The rest of main's end of a window, for as long as the window is there. */
export interface AttachedWindow {
  setVisible(visible: boolean): void
  /** Its page loads again. */
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
  /** It loads its page again, for a layout that was handed to it: what its page knew of the one before is not kept. */
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

/** A window that is open, and on which deployment, as the next start finds it. */
export interface RememberedWindow {
  readonly name: string
  readonly profile: string
}

const OPEN_WINDOWS = '#open'
const windowId = z.string().regex(/^window-\d{1,3}$/)
const remembered = z.object({ name: windowId, profile: z.string().min(1) })

/** What cannot be read is left out; each name once. */
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
  /** When it was used: the larger, the later. */
  readonly used: number
}

/**
 * The window at a point, DIP, its frame counted in; of several the one used last, as no system tells which of them lies on top. Null for none.
 * @param headless windows that nobody sees count as seen.
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

// What windows are called: by what they show, and by their number too where another window of the deployment shows
// the same.

/** A window as its page names it: by what it shows, '' for nothing. */
interface TitledWindow {
  readonly name: string
  readonly profile: string
  readonly title: string
}

/** In menus of the other windows of its deployment; `all` are the open windows, this one among them. */
export function listTitleOf(window: TitledWindow, all: readonly TitledWindow[]): string {
  const number = window.name.replace(/^window-/, 'Window ')
  if (window.title === '') return number
  return isAlone(window, all) ? window.title : `${window.title} · ${number}`
}

/**
 * As the system shows it: what the window shows comes first, because lists of windows cut titles off.
 * @param naming whether it names the deployment.
 */
export function systemTitleOf(window: TitledWindow, all: readonly TitledWindow[], naming: boolean): string {
  const terminal = naming ? `Isotherm: ${window.profile}` : 'Isotherm'
  const plain = window.title === '' && isAlone(window, all)
  return plain ? terminal : `${listTitleOf(window, all)} – ${terminal}`
}

interface NamedWindow extends TitledWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setTitle'>
  /** What it is called on the screen now. */
  systemTitle: string
}

/** Names all open windows again: one that is called otherwise may leave another the only one of its title. */
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
  /** What the trader is to be asked; null when nothing. */
  readonly beforeClose: (contents: WebContents) => Question | null
  /** Asks in a native box on a window. */
  readonly ask: (window: BrowserWindow, question: Question) => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** A page that does not answer cannot keep its window from closing for longer, ms. */
const CLOSED_WITHIN = 3000

/** Whether a window that is being closed must stay for now: it closes by itself when the trader says yes. */
type MustStay = (window: BrowserWindow) => boolean

/** A window that a hand closes stays until the trader has heard of what ends with it. */
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
          log.warn({ err: error }, 'the trader could not be asked whether a window may close')
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
