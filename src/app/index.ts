/** The window as a whole: the bridge to main, the bars around the workspace, appearance. */

export * from '../bridge/bridge.tsx'
export { App } from './app.tsx'
