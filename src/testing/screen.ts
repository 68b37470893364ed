/** The screen of a component test by role and name, as users and assistive technology find things. */
import { expect } from 'vitest'
import { commands, type Locator, locators, page } from 'vitest/browser'
import type { PanelTitle } from '../app/index.ts'

type Name = string | RegExp

locators.extend({ getByCss: (css) => `css=${css}` })

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByCss(css: string): Locator
  }
}

/**
 * A panel by its title; its region's name continues with its market. By selector: most queries begin at a panel, and to compute the role and the
 * name of every element of the window for each of them took a fifth of the time.
 */
export const panel = (title: PanelTitle): Locator =>
  page.getByCss(`section[data-panel]:is([aria-label="${title}"], [aria-label^="${title}, "])`)

/** A name that starts with this. */
export const starting = (text: string): RegExp => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)

/** The descendants that match a selector, for elements without a role: rows of a book, shapes of a chart. */
export const all = <E extends Element = HTMLElement>(inside: Locator, selector: string): E[] => [
  ...inside.element().querySelectorAll<E>(selector),
]

/** Presses keys at the focus, as `Control+Shift+K` or `ArrowDown`. */
export async function press(...keys: readonly string[]): Promise<void> {
  // Keys reach the tests' frame only once it has the focus, which takes a moment.
  if (!document.hasFocus()) window.focus()
  while (!document.hasFocus()) await frames()
  return commands.input(keys.map((key) => ['key', key] as const))
}

/** Chooses a radio button or checks a box by its label, which may cover it. Waits until it no longer moves, like every click. */
export async function check(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument()
  const control = locator.element()
  await page.elementLocator(control.closest('label') ?? control).click()
}

/** Waits until a control has the focus. */
export const focused = (locator: Locator): Promise<void> =>
  expect.poll(() => document.activeElement !== null && document.activeElement === locator.query()).toBe(true)

export const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus()

/** Opens a menu by its button and chooses an entry. */
export async function choose(button: Locator, entry: Name): Promise<void> {
  await button.click()
  const exact = typeof entry === 'string'
  await page.getByRole('menuitem', { name: entry, ...(exact ? { exact } : {}) }).click()
  await gone(page.getByRole('menu'))
}

/** Waits until nothing matches any more. */
export const gone = (locator: Locator): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => (locator.elements().length === 0 ? resolve() : void requestAnimationFrame(look))
    look()
  })

/** Presses the pointer at one place of the page, moves it in steps to another and releases it; px. */
export async function drag(from: readonly [number, number], to: readonly [number, number], steps = 4): Promise<void> {
  const at = (step: number, axis: 0 | 1): number => from[axis] + ((to[axis] - from[axis]) * step) / steps
  await commands.input([
    ['move', ...from],
    ['down'],
    ...Array.from({ length: steps }, (_, step) => ['move', at(step + 1, 0), at(step + 1, 1)] as const),
    ['up'],
  ])
}

/** Bounds of an element, px. */
export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect()

/** Two frames: a change is applied in the first and painted by the second. */
export const frames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Resizes the window, px. */
export async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height)
  await frames()
}
