/** The bars around the workspace: top bar, notices, status bar. */
export { AutomationPauses, CutOffFlattens } from './automation-pauses.tsx'
export { askKill, KillDialog, Killed } from './kill.tsx'
export { News, reportRefusal, Toasts } from './notices.tsx'
export { StatusBar } from './status-bar.tsx'
export { TopBar } from './top-bar.tsx'
