/** Saves the layout of a window; while one cannot be saved, a notice says so: the window that saves it shows nothing of that. */
import type { LayoutStore } from '../storage/index.ts'
import type { Notices } from '../topics/index.ts'
import { LayoutTooLarge, saveWindowLayout } from '../windows/index.ts'

/** Keys of the notices. */
const TOO_LARGE = 'layout-too-large'
const NOT_WRITTEN = 'layouts-not-written'

interface Telling {
  readonly layouts: LayoutStore
  readonly notices: Pick<Notices, 'put' | 'clear'>
}

/** From here on a notice says whether the layouts can be written: most are written when whoever saved them has had their answer. */
export function tellOfLayouts({ layouts, notices }: Telling): void {
  layouts.watchWrites((failure) => {
    if (failure === null) notices.clear(NOT_WRITTEN)
    else notices.put(NOT_WRITTEN, 'warning', 'The layouts of windows are not saved', failure.message)
  })
}

/** @throws Error in words, the notice's. */
export function saveLayoutAloud(
  { layouts, notices }: Telling,
  window: string,
  profile: string,
  layout: Readonly<Record<string, unknown>>,
): void {
  try {
    saveWindowLayout(layouts, window, profile, layout)
    notices.clear(TOO_LARGE)
  } catch (error) {
    if (error instanceof LayoutTooLarge) {
      notices.put(TOO_LARGE, 'warning', 'The layout of a window is not saved', error.message)
    }
    throw error
  }
}
