/** A form whose market follows goes to another asset by itself: a hand that is pressing then meant the one before. */
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'

/** For so long after the asset changed the form sends nothing, ms: no eye and no hand is quicker. */
const SENDS_AGAIN_AFTER_MS = 500

/** What a form stood for in the last frame. */
interface Shown {
  /** Null before it stood for anything. */
  readonly what: string | null
  /** It stands there for long enough to be meant by a press. */
  readonly isKnown: boolean
}

const NOTHING_SHOWN: Shown = { what: null, isKnown: true }

/** What is shown once a frame shows `what`: the first one takes nobody's place, and so is known at once. */
export function shownAfter(before: Shown, what: string | null): Shown {
  if (what === null || before.what === what) return before
  return { what, isKnown: before.what === null }
}

/** Whether a press on what shows `what` now may be meant for what was shown before. */
export const isHandedOver = (before: Shown, what: string | null): boolean => !shownAfter(before, what).isKnown

type ShownState = readonly [shown: Shown, change: (next: (before: Shown) => Shown) => void]

const ShownContext = createContext<ShownState | null>(null)

/** Forms that take each other's place in what is inside: the next one knows what the one before stood for. */
export function SamePlace({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, change] = useState(NOTHING_SHOWN)
  const value = useMemo(() => [shown, change] as const, [shown])
  return <ShownContext value={value}>{children}</ShownContext>
}

/**
 * Whether what the form stands for changed just now, so that what is pressed may be meant for the one before. A press that began before the change
 * is held off by giving the button the asset as its key: it ends on another element, and is none.
 */
export function useHandedOver(what: string | null): boolean {
  const { clock } = useMarketData()
  const own = useState(NOTHING_SHOWN)
  const [shown, change] = useContext(ShownContext) ?? own
  useLayoutEffect(() => change((before) => shownAfter(before, what)), [what, change])
  const isWaiting = !shown.isKnown && shown.what === what
  useEffect(() => {
    if (!isWaiting || what === null) return undefined
    return clock.after(SENDS_AGAIN_AFTER_MS, () => change(() => ({ what, isKnown: true })))
  }, [isWaiting, what, clock, change])
  return isHandedOver(shown, what)
}

const HeldOffContext = createContext(false)

/** Whether the buttons inside that send hold off. */
export function HeldOff({ isOff, children }: { readonly isOff: boolean; readonly children: ReactNode }): ReactNode {
  return <HeldOffContext value={isOff}>{children}</HeldOffContext>
}

export const useHeldOff = (): boolean => useContext(HeldOffContext)
