/** Unreadable content in a part of the screen: truncated text, and overlapping texts or controls. */

/**
 * A description of each element; empty when everything is legible. Content scrolled out of view is ignored, and vertically the edge of a scroll
 * container may cut it. End-to-end tests run it inside a page of their own, so it uses nothing outside of itself.
 */
export function clippedParts(top: Element): readonly string[] {
  /** Rounding, and the side bearings of letters, px. */
  const ROUNDING = 1.5
  interface Box {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  const name = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.tagName
  const isHidden = (element: Element): boolean =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    // For assistive technology only.
    [...ancestors(element)].some((one) => getComputedStyle(one).clipPath.startsWith('inset'))
  function* ancestors(element: Element): Generator<Element> {
    for (let one: Element | null = element; one !== null; one = one === top ? null : one.parentElement) yield one
  }
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = ({ left, right, top, bottom }: Box): boolean => right - left < ROUNDING || bottom - top < ROUNDING
  /** The visible part of a box vertically; horizontally it must be fully visible. */
  const seen = (element: Element, box: Box): { readonly box: Box; readonly isCut: boolean } => {
    let rest = box
    let isCut = false
    for (const one of ancestors(element)) {
      const { overflowX, overflowY } = getComputedStyle(one)
      const edge = one.getBoundingClientRect()
      if (overflowY !== 'visible') rest = meet(rest, { ...edge.toJSON(), left: rest.left, right: rest.right })
      if (overflowX !== 'visible') {
        if (box.left < edge.left - ROUNDING || box.right > edge.right + ROUNDING) isCut = true
        rest = meet(rest, edge)
      }
    }
    return { box: rest, isCut }
  }
  const found: { readonly element: Element; readonly box: Box }[] = []
  const wrong = new Set<string>()
  const look = (element: Element, box: Box): void => {
    if (isHidden(element)) return
    const { box: rest, isCut } = seen(element, box)
    if (rest.bottom - rest.top < ROUNDING) return
    if (isCut) wrong.add(`cut: ${name(element)}`)
    else if (!isEmpty(rest)) found.push({ element, box: rest })
  }
  const text = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = text.nextNode(); node !== null; node = text.nextNode()) {
    const { parentElement } = node
    if (parentElement === null || node.textContent?.trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) look(parentElement, box)
  }
  for (const control of top.querySelectorAll('input:not([type="radio"]):not([type="checkbox"])')) {
    look(control, control.getBoundingClientRect())
    const { scrollWidth, clientWidth } = control
    if (scrollWidth > clientWidth + 1 && !isHidden(control)) wrong.add(`cut in its field: ${name(control)}`)
  }
  found.forEach(({ element, box }, at) => {
    for (const other of found.slice(at + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue
      const both = meet(box, other.box)
      // Lines of text may touch: half of a line's height is a covered letter.
      if (both.right - both.left > 2 && both.bottom - both.top > (box.bottom - box.top) / 3)
        wrong.add(`over one another: ${name(element)} / ${name(other.element)}`)
    }
  })
  return [...wrong]
}
