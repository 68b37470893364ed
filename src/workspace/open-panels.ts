/** Which panels are open in this window, and which of them were used last. */
import { create } from 'zustand'

interface OpenPanels {
  /** Ids. */
  readonly open: readonly string[]
  /** Of those that were used, the last one first. */
  readonly used: readonly string[]
}

export const useOpenPanels = create<OpenPanels>()(() => ({ open: [], used: [] }))

/** Says which panels are open. */
export function panelsAreOpen(open: readonly string[]): void {
  useOpenPanels.setState(({ used }) => ({ open, used: used.filter((id) => open.includes(id)) }))
}

/** Says that a panel is used now. */
export const panelUsed = (id: string): void =>
  useOpenPanels.setState((before) =>
    before.used[0] === id ? before : { used: [id, ...before.used.filter((other) => other !== id)] },
  )
