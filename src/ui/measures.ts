/** Measures of the theme that scripts draw or calculate with: they follow density, text size and window size. */
import { useSyncExternalStore } from 'react'

/** In px; tokens that are registered as lengths. */
type Measure = '--row' | '--size-base'

/** Default text size, px: other sizes are proportional to it. */
const USUAL_TEXT = 12

/** What was read, for the attributes and window size that it depends on. */
let known: { readonly by: string; readonly values: Map<Measure, number> } = { by: '', values: new Map() }

/** Read from the page once: a computed style makes the browser calculate the pending styles of the whole page. */
function read(measure: Measure): number {
  const { density, textSize } = document.documentElement.dataset
  const by = [density, textSize, innerWidth, innerHeight, devicePixelRatio].join()
  if (by !== known.by) known = { by, values: new Map() }
  const value =
    known.values.get(measure) ?? Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(measure))
  // NaN until the style sheet is there.
  if (!Number.isNaN(value)) known.values.set(measure, value)
  return value
}

/** Current text size relative to the default. */
export const textScale = (): number => read('--size-base') / USUAL_TEXT

/** Current height of a row, px. */
export const rowHeight = (): number => read('--row')

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-density', 'data-text-size'],
  })
  window.addEventListener('resize', changed)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', changed)
  }
}

/** Height of a row, px. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, rowHeight)

/** Text size relative to the default. */
export const useTextScale = (): number => useSyncExternalStore(subscribe, textScale)
