/** Saves the layout of a window; while one cannot be saved, a notice says so: the window that saves it shows nothing of that. */
import type { LayoutStore, MarketChoicesStore } from '../storage/index.ts'
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
export const tellOfLayouts = ({ layouts, notices }: Telling): void =>
  tellOfWrites(layouts, notices, NOT_WRITTEN, 'The layouts of windows are not saved')

/** The same of the markets of link groups, and of favourites. */
export const tellOfChoices = (choices: Pick<MarketChoicesStore, 'watchWrites'>, notices: Telling['notices']): void =>
  tellOfWrites(choices, notices, 'choices-not-written', 'The markets of link groups and favourites are not saved')

function tellOfWrites(
  store: Pick<LayoutStore, 'watchWrites'>,
  notices: Telling['notices'],
  key: string,
  title: string,
): void {
  store.watchWrites((failure) => {
    if (failure === null) notices.clear(key)
    else notices.put(key, 'warning', title, failure.message)
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
