/** UI building blocks: tokens, frames, fields, figures and texts. No knowledge of trading beyond how values are formatted. */

export { Button, ignoreRepeat, useIsStop } from './button.tsx'
export { Checkbox, Segmented, Select, Toggle } from './choices.tsx'
export { classNames } from './class-names.ts'
export { DIALOG_KEYS, Dialog, isBehindModals, MODAL, openModal } from './dialog.tsx'
export { endNewest, escapeGoal, heldLayers, useEscape } from './escape.ts'
export { DecimalField, pasteDecimal, stepDecimal, TextField } from './fields.tsx'
export { Approximate, Facts, Figure, type KeyFigure, KeyFigures } from './figure.tsx'
export { actOf, type HandledKey } from './handled-keys.ts'
export { rowHeight, textScale, useRowHeight, useTextScale } from './measures.ts'
export { ContextMenu, Menu, type MenuEntry } from './menu.tsx'
export {
  type OfferingPanel,
  type OfferTopic,
  OutOfView,
  Panel,
  PanelHostProvider,
  type PanelOffer,
  PanelStart,
  useOfferingPanels,
  usePanelOffers,
  usePanelVisible,
} from './panel.tsx'
export { default as rowForm } from './row-form.module.css'
export { abbreviate, MoreText, Shortened, sided, Tooltip, useIsFullyVisible as useSeenWhole } from './shortened.tsx'
export {
  Banner,
  EmptyState,
  ErrorBoundary,
  ErrorState,
  OffState,
  Skeleton,
  Statement,
  type StatementText,
  StripState,
} from './states.tsx'
export { type Box, STILL_AFTER_MS, StillProvider, useStill, useStillness, useWatchStill } from './still.tsx'
export type { Column, Group, TableSpec } from './table/column.ts'
export { type CopyFormat, copyText, useCopy } from './table/copy-text.ts'
export { ANYWHERE_KEYS, FILTER_KEYS, FilterBar, HEAD_KEYS, ROW_KEYS } from './table/filter-bar.tsx'
export type { TablePages } from './table/foot.tsx'
export { CopyMessageOverlay } from './table/foot.tsx'
export { Below, Clip, DetailRow, GivesWay, useGone } from './table/row.tsx'
export { createRowStore, type RowStore, useKeepsRow, useRowValue } from './table/row-store.ts'
export { Table } from './table/table.tsx'
export { chosenColumns, type TableState, tableStateFrom, UNTOUCHED } from './table/table-state.ts'
export { layOut, needKey } from './table/use-layout.ts'
export { createFilter } from './table/use-row-model.ts'
export { useSteady } from './use-steady.ts'
