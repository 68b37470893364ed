/** Saves the layout of a window; while one cannot be saved, a notice says so: the window that saves it shows nothing of that. */
import type { LayoutStore } from '../storage/index.ts'
import type { Notices } from '../topics/index.ts'
import { saveWindowLayout } from '../windows/index.ts'

/** Key of the notice. */
const NOT_SAVED = 'layout-not-saved'

/** @throws Error in words, the notice's. */
export function saveLayoutAloud(
  { layouts, notices }: { readonly layouts: LayoutStore; readonly notices: Pick<Notices, 'put' | 'clear'> },
  window: string,
  profile: string,
  layout: Readonly<Record<string, unknown>>,
): void {
  try {
    saveWindowLayout(layouts, window, profile, layout)
    notices.clear(NOT_SAVED)
  } catch (error) {
    notices.put(NOT_SAVED, 'warning', 'The layout of a window is not saved', (error as Error).message)
    throw error
  }
}
