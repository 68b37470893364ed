/** Keeps the focus while panels move and close: an element that leaves its place in the page loses the focus, and F6 would start over. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react'
import { focusPanelIn } from './focus-regions.ts'

/** A direction on screen. */
export type Side = 'left' | 'right' | 'up' | 'down'

/** A box, px from the window's corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Boxes that overlap by less than this count as side by side, px. */
const TOLERANCE = 8

/** The box of `others` beside `from`: the nearest one that shares a border, of those the one that shares most; null if there is none. */
export function neighbourOf<Other extends { readonly box: Box }>(
  from: Box,
  others: readonly Other[],
  side: Side,
): Other | null {
  const beside = others
    .map((other) => ({ other, gap: gapTo(from, other.box, side), shared: sharedWith(from, other.box, side) }))
    .filter(({ gap, shared }) => gap > -TOLERANCE && shared > 0)
    .sort((a, b) => (Math.abs(a.gap - b.gap) > TOLERANCE ? a.gap - b.gap : b.shared - a.shared))
  return beside[0]?.other ?? null
}

function gapTo(from: Box, to: Box, side: Side): number {
  if (side === 'left') return from.left - to.right
  if (side === 'right') return to.left - from.right
  return side === 'up' ? from.top - to.bottom : to.top - from.bottom
}

/** The length of the shared edge. */
const sharedWith = (a: Box, b: Box, side: Side): number =>
  side === 'left' || side === 'right'
    ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    : Math.min(a.right, b.right) - Math.max(a.left, b.left)

/** The box of `others` that contains the center of another, else the nearest one; null for none. */
export function nearestTo<Other extends { readonly box: Box }>(from: Box, others: readonly Other[]): Other | null {
  const [x, y] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2]
  const away = ({ box }: Other): number =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
  return others.reduce<Other | null>((best, each) => (best === null || away(each) < away(best) ? each : best), null)
}

interface Change {
  readonly api: DockviewApi
  /** The panel that moves or closes. */
  readonly id: string
  /** Whether to focus the panel even where nothing had the focus; a mouse click does not. */
  readonly fromNowhere: boolean
}

/**
 * Changes the docking. A lost focus returns to its element; where that is gone, to the moved panel, and without that to the front panel of its group,
 * else of the nearest group.
 */
export function keepingFocus({ api, id, fromNowhere }: Change, change: () => void): void {
  const before = focused()
  const group = api.getPanel(id)?.group
  const box = group === undefined ? null : boxOf(group)
  change()
  if (before === null && !fromNowhere) return
  // A menu that triggered the change returns the focus in the next frame, if its element still exists.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (focused() !== null) return
      if (before !== null && isStill(before)) {
        before.focus({ preventScroll: true })
        return
      }
      const there = api.getPanel(id)?.group ?? inPlaceOf(api, group, box)
      if (there !== null) focusPanelIn(there.element)
    }),
  )
}

/** The box of a group of panels. */
export const boxOf = ({ element }: DockviewGroupPanel): Box => element.getBoundingClientRect()

/** The focused element; null where nothing in particular has the focus. */
function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}

/** Whether it is visible inside a panel: a tab is in none, so F6 would start over there. */
const isStill = (element: HTMLElement): boolean =>
  element.isConnected && element.closest('[data-panel]') !== null && element.checkVisibility()

/** The former group of a panel, else the group in its place. */
function inPlaceOf(
  api: DockviewApi,
  group: DockviewGroupPanel | undefined,
  box: Box | null,
): DockviewGroupPanel | null {
  if (group !== undefined && api.groups.includes(group)) return group
  const others = api.groups.map((other) => ({ other, box: boxOf(other) }))
  return (box === null ? undefined : nearestTo(box, others)?.other) ?? null
}
