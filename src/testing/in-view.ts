/** Which parts of a window are fully visible. */
import type { Locator } from 'vitest/browser'

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60) || element.tagName

/** Names of the elements clipped by a panel's edge or the window; empty while all of them are fully visible. */
export const cutOff = (...locators: readonly Locator[]): Promise<string[]> =>
  new Promise((resolve) => {
    const found = locators.map((locator) => locator.elements())
    if (found.some(({ length }) => length === 0)) return resolve(['something is not there'])
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect()
      resolve(entries.filter(({ intersectionRatio }) => intersectionRatio < 0.98).map(({ target }) => nameOf(target)))
    })
    for (const element of found.flat()) observer.observe(element)
  })
