/** Which outcome market is looked at, and what is typed for it: it stays while the panel is closed or behind another. */
import { create } from 'zustand'

export const OUTCOME_TABS = ['yours', 'collateral', 'convert', 'status', 'history'] as const
export type OutcomeTab = (typeof OUTCOME_TABS)[number]

interface OutcomeChoices {
  /** Null until one is chosen: the first one that is open is shown. */
  readonly outcomeId: number | null
  /** Index of the side. */
  readonly side: number
  readonly search: string
  readonly openOnly: boolean
  readonly tab: OutcomeTab
}

export const useOutcomeStore = create<OutcomeChoices>()(() => ({
  outcomeId: null,
  side: 0,
  search: '',
  openOnly: true,
  tab: 'yours',
}))

/** Shows a side of a market. */
export const showOutcome = (outcomeId: number, side: number): void => useOutcomeStore.setState({ outcomeId, side })
