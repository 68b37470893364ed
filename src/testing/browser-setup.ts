/**
 * Makes clicks, typing and waits of component tests as short as possible. Vitest's own locators wait up to half a second between two polls of the
 * page, and send the browser a dozen requests per click; these poll once per frame inside the page, and leave only input to the browser.
 */
import { commands, type Locator, page, server } from 'vitest/browser'

/** Longer than any successful wait, ms. */
const PATIENCE = 60_000

const frame = (): Promise<number> => new Promise(requestAnimationFrame)
const nameOf = (element: Element): string => (element.cloneNode() as Element).outerHTML.slice(0, 200)

/** Polls once per frame until something is found. @throws Error with the last obstacle */
async function once<T>(look: () => T | string): Promise<T> {
  const start = performance.now()
  for (;;) {
    const found = look()
    if (typeof found !== 'string') return found
    if (performance.now() - start > PATIENCE) throw new Error(found)
    await frame()
  }
}

/** The only element that a locator matches, or why there is none. @throws Error for several matches */
function found(locator: Locator): Element | string {
  return locator.query() ?? `nothing is there for ${locator.selector}`
}

/** Why a control cannot be clicked yet, or the point at which it can; px. */
function pressable(element: Element): { readonly x: number; readonly y: number } | string {
  if (element.matches(':disabled, [aria-disabled="true"]')) return `disabled: ${nameOf(element)}`
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return `without a size: ${nameOf(element)}`
  const [x, y] = [left + width / 2, top + height / 2]
  const over = document.elementFromPoint(x, y)
  if (over === null) return `out of view: ${nameOf(element)}`
  if (element.contains(over) || over.closest('label')?.control === element) return { x, y }
  return `${nameOf(over)} lies over ${nameOf(element)}`
}

const isAt = (element: Element, x: number, y: number): boolean => {
  const place = pressable(element)
  return typeof place !== 'string' && place.x === x && place.y === y
}

/** Waits until a control is in view, still and uncovered. */
async function atRest(
  locator: Locator,
): Promise<{ readonly element: Element; readonly x: number; readonly y: number }> {
  let before: { element: Element; x: number; y: number } | null = null
  return once(() => {
    const element = found(locator)
    if (typeof element === 'string') return element
    let place = pressable(element)
    if (typeof place === 'string') {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      place = pressable(element)
    }
    if (typeof place === 'string') return place
    const last = before
    before = { element, ...place }
    return last?.element === element && isAt(element, last.x, last.y) ? before : `still moving: ${nameOf(element)}`
  })
}

const own: Pick<Locator, 'click' | 'fill' | 'element' | 'findElement'> & ThisType<Locator> = {
  async click({ button = 'left' } = {}) {
    const which = button === 'right' ? 'right' : 'left'
    for (;;) {
      const { element, x, y } = await atRest(this)
      await commands.input([['move', x, y]])
      // The hover may have scrolled, or opened something.
      if (!isAt(element, x, y)) continue
      return commands.input([
        ['down', which],
        ['up', which],
      ])
    }
  },
  async fill(text) {
    const { element } = await atRest(this)
    const field = element as HTMLInputElement | HTMLTextAreaElement
    if (!document.hasFocus()) window.focus()
    field.focus()
    field.select()
    await commands.input([text === '' ? ['key', 'Delete'] : ['text', text]])
  },
  element() {
    const element = found(this)
    // Vitest's own error prints the whole page, at every poll that comes too early.
    if (typeof element === 'string') throw new Error(element)
    return element as HTMLElement
  },
  findElement() {
    return once(() => found(this) as HTMLElement | string)
  },
}

Object.assign(Object.getPrototypeOf(page.getByRole('main')) as Locator, own)

// Charts are read from their canvas, and nothing reads the window's own pixels: Chromium skips rasterizing and compositing.
if (server.config.browser.headless && window.frameElement !== null)
  (window.frameElement as HTMLElement).style.opacity = '0'
