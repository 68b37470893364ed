/** The bars around the workspace: top bar, notices, status bar. */
export { CutOffFlattens } from './cut-off-flattens.tsx'
export { HeldPauses } from './held-pauses.tsx'
export { Notices } from './notices.tsx'
export { tellRefusal } from './refusals.ts'
export { StatusBar } from './status-bar.tsx'
export { TopBar } from './top-bar.tsx'
