/** The state that panels share: what is typed, what was chosen, which asset it is about, and the way to another panel. */
export { useActiveAsset } from './active-asset.ts'
export { setBinaryTerms, useBinaryTerms } from './binary-terms.ts'
export { draftsOf, onDraftsChange, restoreDrafts } from './drafts.ts'
export { keepsLayout, layoutKept } from './kept-layout.ts'
export { OpenAccount } from './open-account.tsx'
export { OUTCOME_TABS, type OutcomeTab, setOutcomeDraft, showOutcome, useOutcomeStore } from './outcome-store.ts'
export { PanelProvider, useChooseMarket, useInstrument, useMarketRef, usePanel, usePanelOption } from './panel.tsx'
export {
  type ChartStyle,
  choicesFrom,
  choose,
  DEFAULT_CHOICES,
  type PanelChoices,
  PROBABILITY_SLIPPAGES,
  SLIPPAGES,
  usePanelChoices,
} from './panel-choices.ts'
export {
  changePanel,
  dropPanel,
  type PanelInstance,
  type PanelMarket,
  panelInstance,
  putPanel,
  usePanelInstances,
} from './panel-instances.ts'
export { usePriceView } from './price-view.ts'
export { showsPanels } from './show-panel.ts'
export { setTerms, useTicketTerms } from './ticket-mode.ts'
export { useTicketStore } from './ticket-store.ts'
export { useLiveMoney } from './use-live-money.ts'
