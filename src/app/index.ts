/** The window as a whole: the bars around the workspace, and its appearance. */
export { App } from './app.tsx'
export type { KindId, PanelTitle } from './docking/index.ts'
export { NoBridge } from './no-bridge.tsx'
