/**
 * The layout that a window saves: the arrangement is the window's, on whichever deployment it is; what was typed and not sent (`drafts`)
 * is kept for the deployment it was typed on, so that it is found there again and seen on no other.
 */
import { isRecord } from '../../contract/record.ts'
import { LARGEST_LAYOUT } from '../../contract/workspace.ts'
import type { LayoutStore } from '../storage/index.ts'

type Layout = Readonly<Record<string, unknown>>

/** Under it the drafts of a window, by the name of the deployment. */
const draftsKey = (window: string): string => `#drafts/${window}`

/** What the window last saved, with the drafts of that deployment; null when it saved nothing. */
export function readWindowLayout(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
): Layout | null {
  const layout = layouts.readLayout(window)
  const drafts = draftsOf(layouts, window).get(profile)
  if (!isRecord(layout)) return drafts === undefined ? null : { drafts }
  const { drafts: _drafts, ...arrangement } = layout
  return drafts === undefined ? arrangement : { ...arrangement, drafts }
}

export class LayoutTooLarge extends Error {}

/** @throws LayoutTooLarge, or Error when it cannot be written, in words. */
export function saveWindowLayout(layouts: LayoutStore, window: string, profile: string, layout: Layout): void {
  layouts.saveLayouts(layoutWrites(layouts, window, profile, layout))
}

/** What is written for a layout, by its keys: the arrangement, and the drafts where they are others. @throws LayoutTooLarge. */
export function layoutWrites(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
  layout: Layout,
): Readonly<Record<string, unknown>> {
  assertSmall(layout)
  const { drafts: _drafts, ...arrangement } = layout
  return { ...draftWrites(layouts, window, profile, layout), [window]: arrangement }
}

/** The same of the drafts alone. */
export function draftWrites(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
  layout: Layout,
): Readonly<Record<string, unknown>> {
  assertSmall(layout)
  const { drafts } = layout
  const kept = draftsOf(layouts, window)
  if (JSON.stringify(kept.get(profile)) === JSON.stringify(drafts)) return {}
  if (drafts === undefined) kept.delete(profile)
  else kept.set(profile, drafts)
  return { [draftsKey(window)]: Object.fromEntries(kept) }
}

/** @throws LayoutTooLarge: those of all windows are written together. */
export function assertSmall(layout: Layout): void {
  if (jsonLength(layout) <= LARGEST_LAYOUT) return
  throw new LayoutTooLarge(
    `The layout of this window is larger than ${LARGEST_LAYOUT / 1024} KB, so the one before was kept.`,
  )
}

/** Whether something that was typed is kept for a window. */
export const hasDrafts = (layouts: Pick<LayoutStore, 'readLayout'>, window: string): boolean =>
  draftsOf(layouts, window).size > 0

/** A window was closed by hand: one of its name that opens later begins with nothing typed. */
export function forgetDrafts(layouts: LayoutStore, window: string): void {
  if (hasDrafts(layouts, window)) layouts.saveLayout(draftsKey(window), {})
}

/** The same of a window that had no panel left, which is all that is read of an arrangement: the next of its name begins as at a first start. */
export function forgetEmpty(layouts: LayoutStore, window: string): void {
  const layout = layouts.readLayout(window)
  if (isRecord(layout) && Array.isArray(layout.panels) && layout.panels.length === 0) layouts.saveLayout(window, null)
}

function draftsOf(layouts: Pick<LayoutStore, 'readLayout'>, window: string): Map<string, unknown> {
  const kept = layouts.readLayout(draftsKey(window))
  return new Map(isRecord(kept) ? Object.entries(kept) : [])
}

/** Infinite for what is no JSON. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
