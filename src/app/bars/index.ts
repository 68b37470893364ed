/** The bars around the workspace: top bar, notices, status bar. */
export { Notices } from './notices.tsx'
export { StatusBar } from './status-bar.tsx'
export { TopBar } from './top-bar.tsx'
