/**
 * The layout that a window saves: the arrangement is the window's, on whichever deployment it is; what was typed and not sent (`drafts`)
 * is kept for the deployment it was typed on, so that it is found there again and seen on no other.
 */
import type { LayoutStore } from '../storage/interface.ts'

type Layout = Readonly<Record<string, unknown>>

const draftsKey = (window: string, profile: string): string => `#drafts/${window}/${profile}`

/** What the window last saved, with the drafts of that deployment; null when it saved nothing. */
export function readWindowLayout(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
): Layout | null {
  const layout = layouts.readLayout(window)
  if (!isRecord(layout)) return null
  const { drafts: _drafts, ...arrangement } = layout
  const drafts = layouts.readLayout(draftsKey(window, profile))
  return drafts === null ? arrangement : { ...arrangement, drafts }
}

/** @throws Error in words when it cannot be written. */
export function saveWindowLayout(layouts: LayoutStore, window: string, profile: string, layout: Layout): void {
  const { drafts = null, ...arrangement } = layout
  const key = draftsKey(window, profile)
  if (JSON.stringify(layouts.readLayout(key)) !== JSON.stringify(drafts)) layouts.saveLayout(key, drafts)
  layouts.saveLayout(window, arrangement)
}

const isRecord = (value: unknown): value is Layout =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
