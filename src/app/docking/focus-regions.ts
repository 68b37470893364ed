/** Moves the focus between regions: the top bar, each visible panel, the status bar. */

/** A header inside a panel is part of that panel. */
const REGIONS = ':is(header, footer):not([data-panel] *), [data-panel]'
const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], [tabindex]:not([tabindex="-1"])'

/** The last focused element of each region. */
const left = new WeakMap<Element, HTMLElement>()

/** The position of a region, px. */
export interface RegionPosition {
  readonly top: number
  readonly left: number
}

/** Regions within this distance count as starting at the same height, px. */
const ONE_HEIGHT = 8

/** Regions in reading order: from the top, and from the left where they start at the same height. */
export function inReadingOrder<Region extends RegionPosition>(regions: readonly Region[]): readonly Region[] {
  return [...regions].sort((a, b) => (Math.abs(a.top - b.top) <= ONE_HEIGHT ? a.left - b.left : a.top - b.top))
}

/** The region after `at`, or before it, wrapping around; the first or last one where `at` is none of them. */
export const nextOf = (at: number, count: number, step: 1 | -1): number =>
  at < 0 ? (step === 1 ? 0 : count - 1) : (at + step + count) % count

/** Moves the focus to the next or previous region: to its last focused element, or its first focusable one. */
export function focusRegion(step: 1 | -1): void {
  const regions = inReadingOrder(
    [...document.querySelectorAll<HTMLElement>(REGIONS)]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .map((element) => {
        const { top, left: x } = element.getBoundingClientRect()
        return { element, top, left: x }
      }),
  )
  if (regions.length === 0) return
  const active = document.activeElement
  const at = regions.findIndex(({ element }) => element.contains(active))
  const from = regions[at]
  if (from !== undefined && active instanceof HTMLElement) left.set(from.element, active)
  const to = regions[nextOf(at, regions.length, step)]
  if (to !== undefined) focusIn(to.element)
}

/** Moves the focus into the visible panel of a tab group, once it is shown. */
export function focusPanelIn(group: HTMLElement): void {
  requestAnimationFrame(() => {
    const shown = [...group.querySelectorAll<HTMLElement>('[data-panel]')].find((panel) => panel.checkVisibility())
    if (shown !== undefined) focusIn(shown)
  })
}

function focusIn(region: HTMLElement): void {
  const before = left.get(region)
  const inside = before !== undefined && region.contains(before) && before.checkVisibility() ? before : firstIn(region)
  if (inside === undefined) {
    region.tabIndex = -1
    region.focus()
    return
  }
  inside.focus()
}

/** Text fields: first of all a ticket's price. */
const TYPED = 'input:not(:disabled):not([type="radio"]):not([type="checkbox"])'

/** Moves the focus to the first text field in a panel once it is shown; to the panel where there is none. */
export function focusFieldOf(id: string): void {
  requestAnimationFrame(() => {
    const region = document.querySelector<HTMLElement>(`[data-panel-id="${CSS.escape(id)}"]`)
    if (region === null) return
    const field = [...region.querySelectorAll<HTMLElement>(TYPED)].find((element) => element.checkVisibility())
    if (field === undefined) focusIn(region)
    else field.focus()
  })
}

/** Opens the exit plan in a panel and focuses its first text field; that of the panel where it has none. */
export function focusExitsOf(id: string): void {
  requestAnimationFrame(() => {
    const block = document.querySelector<HTMLDetailsElement>(`[data-panel-id="${CSS.escape(id)}"] details[data-exits]`)
    if (block === null || !block.checkVisibility()) {
      focusFieldOf(id)
      return
    }
    const toFirst = (): void => block.querySelector<HTMLElement>(TYPED)?.focus()
    if (block.open) {
      toFirst()
      return
    }
    // Its fields render once it is open.
    block.addEventListener('toggle', () => requestAnimationFrame(toFirst), { once: true })
    block.open = true
  })
}

const firstIn = (region: HTMLElement): HTMLElement | undefined =>
  [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => element.checkVisibility())
