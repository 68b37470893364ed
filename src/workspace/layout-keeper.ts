/** Saves the layout a moment after it last changed, and at once when the window goes. */
import type { Cancel } from '../../contract/time.ts'

export const SAVE_AFTER_MS = 500

export interface LayoutKeeper {
  /** The layout changed. */
  changed(): void
  /** Saves now if something waits to be saved; resolves once that, and what was being saved already, is done. */
  flush(): Promise<void>
}

export function createLayoutKeeper(
  save: () => Promise<void>,
  after: (ms: number, run: () => void) => Cancel,
): LayoutKeeper {
  let cancel: Cancel | null = null
  let saving: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    if (cancel === null) return saving
    cancel()
    cancel = null
    saving = save()
    return saving
  }
  return {
    changed() {
      cancel?.()
      cancel = after(SAVE_AFTER_MS, () => void flush())
    },
    flush,
  }
}
