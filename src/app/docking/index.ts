/** The docked workspace: every panel there is, where it stands, and the layout that is kept. */
export {
  addPanel,
  resetLayout,
  showPanel,
  templateLayout,
  useOpenKinds,
} from './docking.ts'
export { focusExitsOf, focusFieldOf, focusPanelIn, focusRegion } from './focus-regions.ts'
export { someOf, undescribedText, unknownText, unreadText } from './left-out.ts'
export { turnTab } from './move-panel.ts'
export { onePanelCommands, PANEL_MENU } from './one-panel-commands.ts'
export { isKindId, type KindId, PANELS, type PanelTitle, panelKind } from './panel-table.tsx'
export { TAB_KEYS } from './tab-keys.ts'
export { TEMPLATE_IDS } from './templates.ts'
export { useOnePanelCommands } from './use-one-panel-commands.ts'
export { Workspace } from './workspace.tsx'
