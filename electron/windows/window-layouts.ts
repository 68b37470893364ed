/**
 * The layout that a window saves: the layout belongs to the window, on any deployment; its drafts (`drafts`) are kept for the deployment that they
 * were typed on, restored there and invisible on any other.
 */
import { isRecord } from '../../contract/record.ts'
import { LARGEST_LAYOUT } from '../../contract/workspace.ts'
import type { LayoutStore } from '../storage/index.ts'

type Layout = Readonly<Record<string, unknown>>

/** Key of a window's drafts, by the name of the deployment. */
const draftsKey = (window: string): string => `#drafts/${window}`

/** The window's last saved layout, with the drafts of that deployment; null when it saved nothing. */
export function readWindowLayout(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
): Layout | null {
  const layout = layouts.readLayout(window)
  const drafts = draftsOf(layouts, window).get(profile)
  if (!isRecord(layout)) return drafts === undefined ? null : { drafts }
  const { drafts: _drafts, ...undrafted } = layout
  return drafts === undefined ? undrafted : { ...undrafted, drafts }
}

export class LayoutTooLarge extends Error {}

/** @throws LayoutTooLarge, or Error with the reason when it cannot be written. */
export function saveWindowLayout(layouts: LayoutStore, window: string, profile: string, layout: Layout): void {
  layouts.saveLayouts(layoutWrites(layouts, window, profile, layout))
}

/** The writes for a layout, by key: the layout, and the drafts where they changed. @throws LayoutTooLarge. */
export function layoutWrites(
  layouts: Pick<LayoutStore, 'readLayout'>,
  window: string,
  profile: string,
  layout: Layout,
): Readonly<Record<string, unknown>> {
  assertSmall(layout)
  const { drafts: _drafts, ...undrafted } = layout
  return { ...draftWrites(layouts, window, profile, layout), [window]: undrafted }
}

/** Like `layoutWrites`, for the drafts alone. */
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

/** @throws LayoutTooLarge: the layouts of all windows are written together. */
export function assertSmall(layout: Layout): void {
  if (jsonLength(layout) <= LARGEST_LAYOUT) return
  throw new LayoutTooLarge(
    `The layout of this window exceeds ${LARGEST_LAYOUT / 1024} KB, so the previous one was kept.`,
  )
}

/** Whether a window has stored drafts. */
export const hasDrafts = (layouts: Pick<LayoutStore, 'readLayout'>, window: string): boolean =>
  draftsOf(layouts, window).size > 0

/** The user closed a window: a later one of its name starts without drafts. */
export function forgetDrafts(layouts: LayoutStore, window: string): void {
  if (hasDrafts(layouts, window)) layouts.saveLayout(draftsKey(window), {})
}

/** Forgets the layout of a window without panels, the only part of a layout that is read here: the next of its name starts as at a first start. */
export function forgetEmpty(layouts: LayoutStore, window: string): void {
  const layout = layouts.readLayout(window)
  if (isRecord(layout) && Array.isArray(layout.panels) && layout.panels.length === 0) layouts.saveLayout(window, null)
}

function draftsOf(layouts: Pick<LayoutStore, 'readLayout'>, window: string): Map<string, unknown> {
  const kept = layouts.readLayout(draftsKey(window))
  return new Map(isRecord(kept) ? Object.entries(kept) : [])
}

/** Infinite for a value that is not JSON. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
