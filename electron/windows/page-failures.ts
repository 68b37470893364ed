/** Windows whose page died or does not answer. */
import type { BrowserWindow, Dialog, RenderProcessGoneDetails, WebContents } from 'electron'
import { block, text } from '../../contract/safe-text.ts'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

// Reloads a window whose page died: automatically the first time, and only on the trader's confirmation where it dies again within a minute or could
// not be started at all. Nothing is sent again: work under way belongs to main.

/** Two deaths within this time lead to a question, ms. */
const SOON = 60_000
/** Where nobody can be asked, a page that keeps dying is reloaded after ever longer delays, ms. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

type Reason = RenderProcessGoneDetails['reason']
type Contents = Pick<WebContents, 'isDestroyed'>

interface RevivalOptions<Window extends Contents> {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Reloads the page; never called for a closed window. */
  readonly revive: (contents: Window) => void
  /** Asks on the window; null where nobody is present. */
  readonly ask: ((contents: Window, question: Question) => Promise<boolean>) | null
  readonly log: Pick<Log, 'warn'>
}

/** Why a page is never reloaded automatically, however often it died. */
const NEVER_BY_ITSELF: Partial<Readonly<Record<Reason, string>>> = {
  'launch-failed': 'Its process could not be started.',
  'integrity-failure': 'One of its files was modified. Reinstall Isotherm before you continue.',
}

/** The page died, for this reason. */
export function createRevival<Window extends Contents>(
  options: RevivalOptions<Window>,
): (contents: Window, reason: Reason) => void {
  const { clock, revive, ask, log } = options
  const deaths = new WeakMap<Window, { readonly soon: number; readonly at: number }>()
  const asking = new WeakSet<Window>()

  const reviveIfThere = (contents: Window): void => {
    if (!contents.isDestroyed()) revive(contents)
  }

  return (contents, reason) => {
    const at = clock.monotonic()
    const last = deaths.get(contents)
    const soon = last === undefined || at - last.at >= SOON ? 0 : last.soon + 1
    deaths.set(contents, { soon, at })
    const refusal = NEVER_BY_ITSELF[reason]
    if (refusal === undefined && (soon === 0 || ask === null)) {
      const wait = soon === 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (soon - 1))
      clock.after(wait, () => reviveIfThere(contents))
      return
    }
    if (ask === null || asking.has(contents)) return
    asking.add(contents)
    ask(contents, askToRevive(refusal ?? 'It crashed twice within a minute.'))
      .then((yes) => {
        if (yes) reviveIfThere(contents)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the trader could not be reached about a window that died'))
      .finally(() => asking.delete(contents))
  }
}

const askToRevive = (why: string): Question => ({
  message: text`This window crashed`,
  detail: block`${why}\n\nOrders, stops, exits and alerts keep running without it. Cancel leaves the window empty; you can close it or open another.`,
  confirm: 'Reload',
})

type HungAnswer = 'wait' | 'reload' | 'close'
type Hung = Pick<BrowserWindow, 'isDestroyed' | 'on'>

interface HungOptions {
  /** @param signal ends the question: the page answers again. */
  readonly ask: (signal: AbortSignal) => Promise<HungAnswer>
  /** Ends the page's process; the page is reloaded as after any death. */
  readonly reload: () => void
  /** Closes the window like the user would, but without waiting for its page. */
  readonly close: () => void
  readonly log: Pick<Log, 'warn'>
}

/** Follows a window for as long as it exists. */
export function followHung(window: Hung, { ask, reload, close, log }: HungOptions): void {
  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking !== null) return
    log.warn({}, 'a window does not answer')
    const request = new AbortController()
    asking = request
    ask(request.signal)
      .then((answer) => {
        if (request.signal.aborted || window.isDestroyed()) return
        if (answer === 'reload') reload()
        if (answer === 'close') close()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the trader could not be reached about a window'))
      .finally(() => {
        if (asking === request) asking = null
      })
  })
  window.on('responsive', () => {
    asking?.abort()
    asking = null
  })
}

const ANSWERS: readonly HungAnswer[] = ['wait', 'reload', 'close']

/** In a native dialog on the window; closing it means to wait. */
export async function askAboutHung(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  signal: AbortSignal,
): Promise<HungAnswer> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Isotherm',
    message: text`This window is not responding`,
    detail: block`Orders, stops, exits and alerts keep running without it. A reload keeps its panels; drafts since the last save are lost.`,
    buttons: ['Wait', 'Reload', 'Close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return ANSWERS[response] ?? 'wait'
}
