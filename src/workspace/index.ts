/** The state that panels share: drafts, choices, the active asset, and showing another panel. */

export { useActiveAsset, useShownAsset } from './active-asset.ts'
export { fillTicket, markFilled, unitChanged, usePricelessClicks, useSizeFocus } from './fill-ticket.ts'
export { askExits, askForm, askOfRow, type FormAsk, useRequestedForm, useRequestedRow } from './form-requests.ts'
export { chooseMarket, followGroup, followLinks, follows, joinGroup, pinPanel } from './links.ts'
export { marketSections } from './market-entries.ts'
export {
  PanelProvider,
  useChangeDraft,
  useChooseMarket,
  useDraft,
  useHold,
  useInstrument,
  useMarketRef,
  usePanel,
  usePanelOption,
  useWantedSide,
} from './panel.tsx'
export { type ActivePanel, type PanelAction, useActivePanels, usePanelAction } from './panel-actions.ts'
export {
  BOUNDS,
  CENTS,
  DEFAULT_CHOICES,
  DISTANCES,
  type PanelChoices,
  useChoose,
  useChosenInPanel,
  usePanelChoices,
  usePriceView,
  useTableState,
} from './panel-choices.ts'
export {
  draftsByPanel,
  draftsOfPanel,
  draftsToSave,
  isAlgoMode,
  isOldPrice,
  type PanelDrafts,
  putDrafts,
  type ScalarDraft,
  usePanelDrafts,
} from './panel-drafts.ts'
export {
  changePanel,
  type LinkedMarket,
  layoutSaved,
  linkedTo,
  newPanelId,
  type PanelInstance,
  type PanelMarket,
  panelInstance,
  putPanel,
  registerLayoutSave,
  shownMarketOf,
  usePanelInstances,
} from './panel-instances.ts'
export { lastOrderIn, repeatedBy, repeatInto, useNoteSent, useSentBy } from './repeat-order.ts'
export {
  OpenAccount,
  panelsAreOpen,
  panelsByUse,
  panelUsed,
  showPanel,
  showsPanels,
  TICKET,
  ticketFor,
  useOpenPanels,
} from './show-panel.tsx'
export {
  isStillOf,
  marketOfTicket,
  type RequestedPrediction,
  usePendingPrice,
  useRequestedPrediction,
  useTakeOrder,
  useTakeOrderIn,
  useTakePrice,
  useTakeSize,
} from './take-price.ts'
export { type Today, useEquity, useToday } from './use-today.ts'
