/** The docked workspace: every panel there is, where it stands, and the layout that is kept. */
export { resetLayout, showPanel, togglePanel, useCurrentFamily, useOpenPanels } from './docking.ts'
export { PANELS, type PanelId, type PanelTitle } from './panel-table.tsx'
export { Workspace } from './workspace.tsx'
