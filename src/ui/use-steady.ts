/** A handler that stays the same function, so that what is given it need not render again. */
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Calls the newest `handler`; not to be called while rendering. */
export function useSteady<Args extends readonly unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
