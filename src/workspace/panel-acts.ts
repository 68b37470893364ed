/** What panels can be told to do from elsewhere in the window, by a command: each says so while it can. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSteady } from '../ui/index.ts'
import { usePanel } from './panel.tsx'

/**
 * `picture`: copies a picture of the chart. `centre`: brings the market to the middle of the ladder. `one-click`, `one-click-off`: arm and disarm
 * the ladder. `close-all`: asks whether every position is closed. `cancel-selected`: cancels the orders and exits that are chosen in
 * its tables. The others have a panel's data said.
 */
export type PanelAct =
  | 'picture'
  | 'say-book'
  | 'say-trades'
  | 'centre'
  | 'one-click'
  | 'one-click-off'
  | 'close-all'
  | 'cancel-selected'

/** A panel that can do something. */
export interface ActingPanel {
  readonly act: PanelAct
  /** Its id. */
  readonly panel: string
  readonly run: () => void
}

const useActing = create<{ readonly acting: readonly ActingPanel[] }>(() => ({ acting: [] }))

/** All panels with what they can do. */
export const useActingPanels = (): readonly ActingPanel[] => useActing(({ acting }) => acting)

/** Lets the panel be told to do something, while `isPossible`. */
export function usePanelAct(act: PanelAct, isPossible: boolean, run: () => void): void {
  const { id } = usePanel()
  const steady = useSteady(run)
  useEffect(() => {
    if (!isPossible) return
    const own: ActingPanel = { act, panel: id, run: steady }
    useActing.setState(({ acting }) => ({ acting: [...acting, own] }))
    return () => useActing.setState(({ acting }) => ({ acting: acting.filter((one) => one !== own) }))
  }, [act, id, isPossible, steady])
}
