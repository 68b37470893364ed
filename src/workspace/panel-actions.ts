/** Panel actions that commands can run from elsewhere in the window: each panel registers them while they are possible. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSteady } from '../ui/index.ts'
import { usePanel } from './panel.tsx'

/**
 * `picture`: copies a picture of the chart. `centre`: centers the ladder on the market. `one-click`, `one-click-off`: arm and disarm the ladder.
 * `close-all`: opens the confirmation to close every position. `cancel-selected`: cancels the orders and exits selected in its tables. The others
 * announce a panel's data.
 */
export type PanelAction =
  | 'picture'
  | 'say-book'
  | 'say-trades'
  | 'centre'
  | 'one-click'
  | 'one-click-off'
  | 'close-all'
  | 'cancel-selected'

/** A panel with possible actions. */
export interface ActivePanel {
  readonly act: PanelAction
  /** Its id. */
  readonly panel: string
  readonly run: () => void
}

const useActing = create<{ readonly acting: readonly ActivePanel[] }>(() => ({ acting: [] }))

/** All panels with their possible actions. */
export const useActivePanels = (): readonly ActivePanel[] => useActing(({ acting }) => acting)

/** Registers an action of the panel while `isPossible`. */
export function usePanelAction(act: PanelAction, isPossible: boolean, run: () => void): void {
  const { id } = usePanel()
  const steady = useSteady(run)
  useEffect(() => {
    if (!isPossible) return
    const own: ActivePanel = { act, panel: id, run: steady }
    useActing.setState(({ acting }) => ({ acting: [...acting, own] }))
    return () => useActing.setState(({ acting }) => ({ acting: acting.filter((one) => one !== own) }))
  }, [act, id, isPossible, steady])
}
