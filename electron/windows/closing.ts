/** A window that a hand closes stays until the trader has heard of what ends with it. */
import type { BrowserWindow, WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

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
