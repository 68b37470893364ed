/** Asks what to do about a window whose page does not answer: wait, load it again, or close it. */

import type { BrowserWindow, Dialog } from 'electron'
import { block, text } from '../../contract/safe-text.ts'
import type { Log } from '../log/index.ts'

type HungAnswer = 'wait' | 'reload' | 'close'
type Hung = Pick<BrowserWindow, 'isDestroyed' | 'on'>

interface HungOptions {
  /** @param signal ends the question: the page answers again. */
  readonly ask: (signal: AbortSignal) => Promise<HungAnswer>
  /** Ends the page's process; the page is loaded again as after any death. */
  readonly reload: () => void
  /** As a hand closes the window, but without waiting for its page. */
  readonly close: () => void
  readonly log: Pick<Log, 'warn'>
}

/** Follows a window for as long as it is there. */
export function followHung(window: Hung, { ask, reload, close, log }: HungOptions): void {
  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking !== null) return
    log.warn({}, 'a window does not answer')
    const asked = new AbortController()
    asking = asked
    ask(asked.signal)
      .then((answer) => {
        if (asked.signal.aborted || window.isDestroyed()) return
        if (answer === 'reload') reload()
        if (answer === 'close') close()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the trader could not be asked about a window'))
      .finally(() => {
        if (asking === asked) asking = null
      })
  })
  window.on('responsive', () => {
    asking?.abort()
    asking = null
  })
}

const ANSWERS: readonly HungAnswer[] = ['wait', 'reload', 'close']

/** In a box of the system on the window; closing it is to wait. */
export async function askAboutHung(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  signal: AbortSignal,
): Promise<HungAnswer> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Isotherm',
    message: text`This window does not answer`,
    detail: block`Orders, stops, exits and alerts go on without it. Loading it again keeps its panels; what was typed since the last save is lost.`,
    buttons: ['Keep waiting', 'Load it again', 'Close it'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return ANSWERS[response] ?? 'wait'
}
