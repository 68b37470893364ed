/** Saves the layout a moment after it last changed, and at once when the window goes. */
import type { Cancel } from '../../contract/time.ts'

export const SAVE_AFTER_MS = 500

export interface LayoutKeeper {
  /** The layout changed. */
  changed(): void
  /** Saves now if something waits to be saved. */
  flush(): void
}

export function createLayoutKeeper(save: () => void, after: (ms: number, run: () => void) => Cancel): LayoutKeeper {
  let cancel: Cancel | null = null
  const flush = (): void => {
    if (cancel === null) return
    cancel()
    cancel = null
    save()
  }
  return {
    changed() {
      cancel?.()
      cancel = after(SAVE_AFTER_MS, flush)
    },
    flush,
  }
}
