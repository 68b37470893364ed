/** Moving the focus from region to region: the bar at the top, each panel that is in view, the bar at the foot. */

/** What a panel names its head is a part of that panel. */
const REGIONS = ':is(header, footer):not([data-panel] *), [data-panel]'
const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], [tabindex]:not([tabindex="-1"])'

/** Where the focus was in each region when it left. */
const left = new WeakMap<Element, HTMLElement>()

/** Where a region stands, px. */
export interface Standing {
  readonly top: number
  readonly left: number
}

/** So many px apart, regions still begin at one height. */
const ONE_HEIGHT = 8

/** Regions as they are read: from the top, and from the left where they begin at one height. */
export function inReadingOrder<Region extends Standing>(regions: readonly Region[]): readonly Region[] {
  return [...regions].sort((a, b) => (Math.abs(a.top - b.top) <= ONE_HEIGHT ? a.left - b.left : a.top - b.top))
}

/** The one after `at`, or before it, around the ends; the first or the last one where `at` is none of them. */
export const nextOf = (at: number, count: number, step: 1 | -1): number =>
  at < 0 ? (step === 1 ? 0 : count - 1) : (at + step + count) % count

/** Moves the focus to the next region, or the one before: where it was in it, or to the first thing that takes it. */
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

/** Moves the focus into the panel that a group of tabs shows, once it does. */
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

/** What is typed into: first of all a ticket's price. */
const TYPED = 'input:not(:disabled):not([type="radio"]):not([type="checkbox"])'

/** Moves the focus to the first thing in a panel that is typed into, once it is shown; to the panel where there is none. */
export function focusFieldOf(id: string): void {
  requestAnimationFrame(() => {
    const region = document.querySelector<HTMLElement>(`[data-panel-id="${CSS.escape(id)}"]`)
    if (region === null) return
    const field = [...region.querySelectorAll<HTMLElement>(TYPED)].find((element) => element.checkVisibility())
    if (field === undefined) focusIn(region)
    else field.focus()
  })
}

/** Opens the exit plan in a panel and moves the focus to the first thing in it that is typed; to that of the panel where it has none. */
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
    // Its fields come once it is open.
    block.addEventListener('toggle', () => requestAnimationFrame(toFirst), { once: true })
    block.open = true
  })
}

const firstIn = (region: HTMLElement): HTMLElement | undefined =>
  [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => element.checkVisibility())
