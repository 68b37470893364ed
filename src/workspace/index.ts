/** The state that panels share: what is typed, what was chosen, which asset it is about, and the way to another panel. */

export { useActiveAsset } from './active-asset.ts'
export { askForm, type FormAsk, useAskedForm } from './asked-forms.ts'
export { type AskedPrediction, useAskedPrediction } from './asked-prediction.ts'
export { askExits, askOfRow, useAskedOfRow } from './asked-rows.ts'
export { useShownAsset } from './asset.ts'
export { draftsByPanel, keptDrafts } from './drafts.ts'
export { fillTicket, usePricelessClicks } from './fill-ticket.ts'
export { keepsLayout, layoutKept } from './kept-layout.ts'
export { chooseMarket, followGroup, followLinks, follows, joinGroup, pinPanel } from './links.ts'
export { marketSections } from './market-entries.ts'
export { OpenAccount } from './open-account.tsx'
export { panelsAreOpen, panelUsed, useOpenPanels } from './open-panels.ts'
export {
  PanelProvider,
  useChangeDraft,
  useChooseMarket,
  useDraft,
  useInstrument,
  useMarketRef,
  usePanel,
  usePanelOption,
  useWantedSide,
} from './panel.tsx'
export { type ActingPanel, type PanelAct, useActingPanels, usePanelAct } from './panel-acts.ts'
export {
  BOUNDS,
  CENTS,
  DEFAULT_CHOICES,
  DISTANCES,
  type PanelChoices,
  useChoose,
  useChosenInPanel,
  usePanelChoices,
} from './panel-choices.ts'
export {
  draftsOfPanel,
  isAlgoMode,
  putDrafts,
  type ScalarDraft,
  usePanelDrafts,
} from './panel-drafts.ts'
export {
  changePanel,
  type LinkedMarket,
  linkedTo,
  newPanelId,
  type PanelInstance,
  type PanelMarket,
  panelInstance,
  putPanel,
  shownMarketOf,
  usePanelInstances,
} from './panel-instances.ts'
export { usePriceView } from './price-view.ts'
export { lastOrderIn, repeatedBy, repeatInto, useNoteSent, useSentBy } from './repeat-order.ts'
export { markFilled, unitChanged } from './scalar-price.ts'
export { showPanel, showsPanels } from './show-panel.ts'
export { useSizeFocus } from './size-focus.ts'
export { useTableState } from './table-option.ts'
export { useTakeOrder, useTakeOrderIn, useTakePrice, useTakeSize } from './take-price.ts'
export { TICKET, ticketFor } from './ticket-for.ts'
export { isStillOf, marketOfTicket, useUntakenPrice } from './untaken-price.ts'
export { useEquity } from './use-equity.ts'
export { useHold } from './use-hold.ts'
export { type Today, useToday } from './use-today.ts'
