/**
 * Loads a window again whose page died: by itself the first time, and only when the trader says so where it dies again within a minute or could not be
 * started at all. Nothing is sent anew: what is under way is main's.
 */

import type { RenderProcessGoneDetails, WebContents } from 'electron'
import { block, text } from '../../contract/safe-text.ts'
import type { Clock } from '../../contract/time.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

/** Two deaths in this time are asked about, ms. */
const SOON = 60_000
/** Where nobody can be asked, a page that dies again and again is loaded after ever longer waits, ms. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

type Reason = RenderProcessGoneDetails['reason']
type Contents = Pick<WebContents, 'isDestroyed'>

interface RevivalOptions<Window extends Contents> {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Loads the page again; never called for a window that is gone. */
  readonly revive: (contents: Window) => void
  /** Asks on the window; null where nobody is there. */
  readonly ask: ((contents: Window, question: Question) => Promise<boolean>) | null
  readonly log: Pick<Log, 'warn'>
}

/** Why a page is not loaded again by itself, however often it died. */
const NEVER_BY_ITSELF: Partial<Readonly<Record<Reason, string>>> = {
  'launch-failed': 'Its process could not be started.',
  'integrity-failure':
    'A file that it runs is not the one that was installed. Install the terminal again before you go on.',
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
    ask(contents, askToRevive(refusal ?? 'It ended twice within a minute.'))
      .then((yes) => {
        if (yes) reviveIfThere(contents)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the trader could not be asked about a window that died'))
      .finally(() => asking.delete(contents))
  }
}

const askToRevive = (why: string): Question => ({
  message: text`The page of this window is gone`,
  detail: block`${why}\n\nOrders, stops, exits and alerts go on without it: they are not kept in windows. Cancel leaves the window empty, and you can close it or open another.`,
  confirm: 'Load it again',
})
