/** The bars around the workspace: top bar, notices, status bar. */
export { askKill, KillDialog } from './kill.tsx'
export { News, noticesCommand, reportKeysOff, reportRefusal } from './notices.tsx'
export { StatusBar } from './status-bar.tsx'
export { Toasts } from './toasts.tsx'
export { TopBar } from './top-bar.tsx'
export { WaitingDialog } from './waiting.tsx'
