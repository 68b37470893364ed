/** The focus while panels move and go: what had it in the docking loses it with its place in the page, and F6 would begin again. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react'
import { focusPanelIn } from './focus-regions.ts'
import { type Box, nearestTo } from './neighbour.ts'

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
