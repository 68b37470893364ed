/** The window as the desktop sees it: its commands in the application's menu, and what menu, tray, notifications and links ask of it. */
export { Desktop } from './desktop.tsx'
