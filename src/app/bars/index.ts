/** The status bar at the window's foot. */
export { StatusBar } from './status-bar.tsx'
