/** Loads a window again whose page died: at once the first time, after ever longer waits where it dies again and again. */
import type { WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'

/** Doubles with every death that follows soon after the one before, ms. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
/** A page that has lived for this long died of something else, ms. */
const STEADY = 90_000

type Contents = Pick<WebContents, 'isDestroyed'>

/** @param revive loads the page again; never called for a window that is gone. */
export function createRevival<Window extends Contents>(
  clock: Pick<Clock, 'monotonic' | 'after'>,
  revive: (contents: Window) => void,
): (contents: Window) => void {
  const deaths = new WeakMap<Window, { readonly soon: number; readonly at: number }>()
  return (contents) => {
    const at = clock.monotonic()
    const last = deaths.get(contents)
    const soon = last === undefined || at - last.at >= STEADY ? 0 : last.soon + 1
    deaths.set(contents, { soon, at })
    const wait = soon === 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (soon - 1))
    clock.after(wait, () => {
      if (!contents.isDestroyed()) revive(contents)
    })
  }
}
