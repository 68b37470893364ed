/** The phases of a start, which `main.ts` puts in order: Electron, what all share, deployments, windows, calls, lifecycle, what is told. */
export { handlersOf } from './answer-calls.ts'
export { createDeployments } from './deployments.ts'
export { killPoint } from './kill-point.ts'
export { followLifecycle } from './lifecycle.ts'
export { prepareBeforeReady, prepareWhenReady } from './prepare-electron.ts'
export { openSharedParts } from './shared-parts.ts'
export { takePicture, tellOfFirstBook, tellWhereItIsOpen } from './tell-start.ts'
export { createTerminalWindows } from './terminal-windows.ts'
