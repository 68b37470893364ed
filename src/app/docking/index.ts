/** The docked workspace: every panel there is, where it stands, and the layout that is kept. */
export { addPanel, resetLayout, showPanel, useCurrentFamily, useOpenKinds } from './docking.ts'
export { type KindId, PANELS, type PanelTitle } from './panel-table.tsx'
export { Workspace } from './workspace.tsx'
