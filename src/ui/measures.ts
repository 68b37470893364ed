/** Measures of the theme that script draws or counts by: they follow density, text size and the size of the window. */
import { useSyncExternalStore } from 'react'

/** In px; tokens that are registered as lengths. */
type Measure = '--row' | '--size-base'

/** Text of the usual size, px: what the other sizes are in proportion to. */
const USUAL_TEXT = 12

const read = (measure: Measure): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(measure))

/** How much larger than usual the text is now. */
export const textScale = (): number => read('--size-base') / USUAL_TEXT

/** Height of a row now, px. */
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

/** How much larger than usual the text is. */
export const useTextScale = (): number => useSyncExternalStore(subscribe, textScale)
