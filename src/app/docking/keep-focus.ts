/** The focus while panels move and go: what had it in the docking loses it with its place in the page, and F6 would begin again. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react'
import { focusPanelIn } from './focus-regions.ts'

// Which of the boxes on screen lies beside another in a direction.

export type Side = 'left' | 'right' | 'up' | 'down'

/** A box, px from the window's corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Boxes that lie over one another by less than this are taken to stand side by side, px. */
const TOLERANCE = 8

/** The box of `others` that lies beside `from`: the nearest that it shares a border with, of those the one that shares most; null where none does. */
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

/** How much of the edge between them they share. */
const sharedWith = (a: Box, b: Box, side: Side): number =>
  side === 'left' || side === 'right'
    ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    : Math.min(a.right, b.right) - Math.max(a.left, b.left)

/** The box of `others` that holds the middle of another, else comes nearest to it; null for none. */
export function nearestTo<Other extends { readonly box: Box }>(from: Box, others: readonly Other[]): Other | null {
  const [x, y] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2]
  const away = ({ box }: Other): number =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
  return others.reduce<Other | null>((best, each) => (best === null || away(each) < away(best) ? each : best), null)
}

interface Change {
  readonly api: DockviewApi
  /** The panel that moves or goes. */
  readonly id: string
  /** Whether the focus comes to the panel too where nothing had it: a press of the mouse leaves it there. */
  readonly fromNowhere: boolean
}

/**
 * Changes the docking. A focus that is lost by it comes back to where it was; where that is gone, into the panel that moved, and without that
 * into the one in front of its group, else of the group nearest to that.
 */
export function keepingFocus({ api, id, fromNowhere }: Change, change: () => void): void {
  const before = focused()
  const group = api.getPanel(id)?.group
  const box = group === undefined ? null : boxOf(group)
  change()
  if (before === null && !fromNowhere) return
  // A menu that the change was chosen in gives the focus back in the next frame, as far as that is still there.
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

const boxOf = ({ element }: DockviewGroupPanel): Box => element.getBoundingClientRect()

/** What has the focus; null where nothing in particular has. */
function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}

/** Whether it is in a panel yet, and seen: a tab is in none, so that F6 would begin again there. */
const isStill = (element: HTMLElement): boolean =>
  element.isConnected && element.closest('[data-panel]') !== null && element.checkVisibility()

/** The group that a panel was in, else the one that stands in its place. */
function inPlaceOf(
  api: DockviewApi,
  group: DockviewGroupPanel | undefined,
  box: Box | null,
): DockviewGroupPanel | null {
  if (group !== undefined && api.groups.includes(group)) return group
  const others = api.groups.map((other) => ({ other, box: boxOf(other) }))
  return (box === null ? undefined : nearestTo(box, others)?.other) ?? null
}
