/** Saves the layout as it changes: at once, then at most once in a while, and what is left when the window goes. */
import type { Cancel } from '../../../contract/time.ts'

/** Between two saves while it keeps changing, ms. */
const SAVE_EVERY_MS = 500

interface LayoutKeeper {
  /** The layout changed. */
  changed(): void
  /** Saves now if something waits to be saved; resolves once that, and what was being saved already, is done. */
  flush(): Promise<void>
}

/** The first change is not held back: a window that is reloaded right after it may no longer be heard as it goes. */
export function createLayoutKeeper(
  save: () => Promise<void>,
  after: (ms: number, run: () => void) => Cancel,
): LayoutKeeper {
  let resting = false
  let waiting = false
  let saving: Promise<void> = Promise.resolve()
  const saveAndRest = (): void => {
    waiting = false
    resting = true
    saving = save()
    after(SAVE_EVERY_MS, () => {
      resting = false
      if (waiting) saveAndRest()
    })
  }
  return {
    changed() {
      if (resting) waiting = true
      else saveAndRest()
    },
    flush() {
      if (waiting) {
        waiting = false
        saving = save()
      }
      return saving
    },
  }
}
