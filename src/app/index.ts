/** The window as a whole: the bridge to main, the bars around the workspace, appearance. */
export { App } from './app.tsx'
export * from './bridge.tsx'
