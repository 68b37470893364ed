/** The window as a whole: the bars around the workspace, and its appearance. */
export { App, NoBridge } from './app.tsx'
export type { KindId, PanelTitle } from './docking/index.ts'
export { readFirstData } from './first-data.ts'
