/** A form that follows a market changes its asset by itself: a click at that moment was meant for the previous one. */
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'
import { STILL_AFTER_MS } from '../ui/index.ts'

/** What a form represented in the last frame. */
interface Shown {
  /** Null before it represented anything. */
  readonly what: string | null
  /** It has been shown long enough for a click to be meant for it. */
  readonly isKnown: boolean
}

const NOTHING_SHOWN: Shown = { what: null, isKnown: true }

/** The state after a frame with `what`: the first one replaces nothing, and so is known at once. */
export function shownAfter(before: Shown, what: string | null): Shown {
  if (what === null || before.what === what) return before
  return { what, isKnown: before.what === null }
}

/** Whether a click on `what` now may have been meant for its predecessor. */
export const isHandedOver = (before: Shown, what: string | null): boolean => !shownAfter(before, what).isKnown

type ShownState = readonly [shown: Shown, change: (next: (before: Shown) => Shown) => void]

const ShownContext = createContext<ShownState | null>(null)

/** Groups forms that replace each other: a form knows what its predecessor represented. */
export function SamePlace({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, change] = useState(NOTHING_SHOWN)
  const value = useMemo(() => [shown, change] as const, [shown])
  return <ShownContext value={value}>{children}</ShownContext>
}

/**
 * Whether the form's subject just changed, so that a click may be meant for its predecessor. For a press that began before the change, the button's
 * key must be the asset: the press then ends on another element, and is not a click.
 */
export function useHandedOver(what: string | null): boolean {
  const { clock } = useMarketData()
  const own = useState(NOTHING_SHOWN)
  const [shown, change] = useContext(ShownContext) ?? own
  useLayoutEffect(() => change((before) => shownAfter(before, what)), [what, change])
  const isWaiting = !shown.isKnown && shown.what === what
  useEffect(() => {
    if (!isWaiting || what === null) return undefined
    return clock.after(STILL_AFTER_MS, () => change(() => ({ what, isKnown: true })))
  }, [isWaiting, what, clock, change])
  return isHandedOver(shown, what)
}

const HeldOffContext = createContext(false)

/** Whether the sending buttons inside ignore clicks. */
export function MisclickGuard({
  isOff,
  children,
}: {
  readonly isOff: boolean
  readonly children: ReactNode
}): ReactNode {
  return <HeldOffContext value={isOff}>{children}</HeldOffContext>
}

export const useMisclickGuard = (): boolean => useContext(HeldOffContext)
