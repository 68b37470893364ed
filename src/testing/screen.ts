/** The screen of a component test by role and name, as a person and assistive technology find things. */
import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { PanelTitle } from '../app/index.ts'

type Name = string | RegExp

/** A panel by its title; its region's name goes on with its market. */
export const panel = (title: PanelTitle): Locator => page.getByRole('region', { name: new RegExp(`^${title}(, |$)`) })

/** A name that begins with this. */
export const starting = (text: string): RegExp => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)

/** The elements inside that fit a selector, for what has no role: rows of a book, shapes of a chart. */
export const all = <E extends Element = HTMLElement>(inside: Locator, selector: string): E[] => [
  ...inside.element().querySelectorAll<E>(selector),
]

/** Presses keys, as `Control+Shift+K` or `ArrowDown`, where the focus is. */
export async function press(...keys: readonly string[]): Promise<void> {
  // Keys go to the frame of the tests only once it has the focus, which takes a moment.
  if (!document.hasFocus()) window.focus()
  while (!document.hasFocus()) await frames()
  return commands.input(keys.map((key) => ['key', key] as const))
}

/** Chooses a radio button or ticks a box by its label: its face may lie over it. Waits until it stands still, as every press does. */
export async function check(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument()
  const control = locator.element()
  await page.elementLocator(control.closest('label') ?? control).click()
}

export const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus()

/** Opens a menu by its button and chooses an entry of it. */
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

/** Presses the pointer at one place of the page, moves it in steps to another and lets it go; px. */
export async function drag(from: readonly [number, number], to: readonly [number, number], steps = 4): Promise<void> {
  const at = (step: number, axis: 0 | 1): number => from[axis] + ((to[axis] - from[axis]) * step) / steps
  await commands.input([
    ['move', ...from],
    ['down'],
    ...Array.from({ length: steps }, (_, step) => ['move', at(step + 1, 0), at(step + 1, 1)] as const),
    ['up'],
  ])
}

/** Where an element is, px. */
export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect()

/** Two frames: a change is taken in the first and painted by the second. */
export const frames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Gives the window another size, px. */
export async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height)
  await frames()
}
