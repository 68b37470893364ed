/** Which outcome market is looked at, and what is typed for it: it stays while the panel is closed or behind another. */
import { create } from 'zustand'
import type { OutcomeDraft } from '../markets/outcome/index.ts'

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
  readonly draft: OutcomeDraft
}

export const useOutcomeStore = create<OutcomeChoices>()(() => ({
  outcomeId: null,
  side: 0,
  search: '',
  openOnly: true,
  tab: 'yours',
  draft: { side: 'buy', mode: 'limit', price: '', slippage: '2', size: '' },
}))

/** Shows a side of a market. A price belongs to its side: it goes when another one is shown. */
export const showOutcome = (outcomeId: number, side: number): void =>
  useOutcomeStore.setState((before) => {
    const same = before.outcomeId === outcomeId && before.side === side
    return same ? before : { outcomeId, side, draft: { ...before.draft, price: '' } }
  })

/** Changes what is typed in the ticket. */
export const setOutcomeDraft = (change: Partial<OutcomeDraft>): void =>
  useOutcomeStore.setState(({ draft }) => ({ draft: { ...draft, ...change } }))
