/** Whether something is seen whole: what is scrolled out of sight, cut by its panel or off the screen is not. */
import { type RefCallback, useCallback, useRef, useState } from 'react'

/** What of it must be in view: a zoomed screen rounds the last part of a pixel away. */
const WHOLE = 0.98

interface SeenWhole<Element extends HTMLElement> {
  readonly ref: RefCallback<Element>
  /** True until the browser has looked for the first time, which is before a person could. */
  readonly seen: boolean
  /** Scrolls so that it is seen, as far as there is room. */
  readonly show: () => void
}

/** Follows the element that `ref` is given to. */
export function useSeenWhole<Element extends HTMLElement>(): SeenWhole<Element> {
  const [seen, setSeen] = useState(true)
  const kept = useRef<Element | null>(null)
  const ref = useCallback((element: Element | null) => {
    kept.current = element
    if (element === null) return undefined
    const observer = new IntersectionObserver((entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= WHOLE), {
      threshold: [0, WHOLE],
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, seen, show: () => kept.current?.scrollIntoView({ block: 'nearest' }) }
}
