/** A handler with a stable identity, so that its receivers need not rerender. */
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Calls the latest `handler`; must not be called during rendering. */
export function useSteady<Args extends readonly unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
