/** The bars around the workspace: top bar, notices, status bar. */
export { CutOffFlattens, HeldPauses } from './held-work.tsx'
export { askKill, KillDialog, Killed } from './kill.tsx'
export { News, Toasts, tellRefusal } from './notices.tsx'
export { StatusBar } from './status-bar.tsx'
export { TopBar } from './top-bar.tsx'
