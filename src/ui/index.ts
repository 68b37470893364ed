/** What screens are made of: tokens, frames, fields, figures and words. No knowledge of trading beyond how values are written. */
export { Button, TabStops } from './button.tsx'
export { Checkbox, Toggle } from './checkbox.tsx'
export { classNames } from './class-names.ts'
export { DecimalField } from './decimal-field.tsx'
export { Dialog } from './dialog.tsx'
export { ErrorBoundary } from './error-boundary.tsx'
export { Figure } from './figure.tsx'
export { rowHeight, textScale, useRowHeight, useTextScale } from './measures.ts'
export { ContextMenu, Menu, type MenuEntry } from './menu.tsx'
export { isBehindModals, MODAL, openModal } from './modal.ts'
export { OutOfView } from './out-of-view.tsx'
export { Panel, PanelHostProvider, PanelStart, usePanelVisible } from './panel.tsx'
export {
  type OfferingPanel,
  type OfferTopic,
  type PanelOffer,
  useOfferingPanels,
  usePanelOffers,
} from './panel-offers.ts'
export { Segmented } from './segmented.tsx'
export { Shortened } from './shortened.tsx'
export { Statement, type StatementWords } from './statement.tsx'
export { Banner, EmptyState, ErrorState, OffState, Skeleton, StripState } from './states.tsx'
export type { Column, Direction, Group, SortValue, TableSpec } from './table/column.ts'
export { type CopyFormat, copyText } from './table/copy-text.ts'
export { GivesWay, useGone } from './table/gone.tsx'
export { useKeepsRow } from './table/kept-rows.ts'
export { layOut, needKey } from './table/lay-out.ts'
export { Below, Clip, DetailRow } from './table/row.tsx'
export { createRowStore, type RowStore, useRowValue } from './table/row-store.ts'
export { Table } from './table/table.tsx'
export { chosenColumns, type TableState, tableStateFrom, UNTOUCHED } from './table/table-state.ts'
export { sided, telling } from './telling-part.ts'
export { TextField } from './text-field.tsx'
export { Tooltip } from './tooltip.tsx'
export { useSeenWhole } from './use-seen-whole.ts'
export { useSteady } from './use-steady.ts'
