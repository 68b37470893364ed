/** The docked workspace: every panel there is, where it stands, and the layout that is kept. */
export { resetLayout, showPanel, togglePanel, useInFront, useOpenPanels } from './docking.ts'
export { PANEL_IDS, PANEL_TITLES, type PanelId } from './panel-ids.ts'
export { Workspace } from './workspace.tsx'
