/** The docked workspace: every panel, its place, and the saved layout. */
export {
  addPanel,
  resetLayout,
  showPanel,
  templateLayout,
  useOpenKinds,
} from './docking.ts'
export { focusExitsOf, focusFieldOf, focusPanelIn, focusRegion } from './focus-regions.ts'
export { someOf, undescribedText, unknownText, unreadText } from './left-out.ts'
export { onePanelCommands, PANEL_MENU, turnTab, useOnePanelCommands } from './one-panel-commands.ts'
export { isKindId, type KindId, PANELS, type PanelTitle, panelKind } from './panel-table.tsx'
export { TAB_KEYS } from './tab-menu.tsx'
export { TEMPLATE_IDS } from './templates.ts'
export { Workspace } from './workspace.tsx'
