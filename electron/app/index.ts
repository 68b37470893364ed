/** How the terminal starts: its flags and data folder, and what it has of the operating system: menu, notifications, screenshots. */
export { APP_ID } from './app-id.ts'
export { CommandLineError } from './command-line.ts'
export {
  type AllNotifications,
  type DesktopNotifications,
  desktopNotifications,
  namedNotifications,
} from './desktop-notifications.ts'
export { isHeadless, noDisplay, seesPlaces } from './display.ts'
export { applicationMenu, type MenuDeeds } from './menu.ts'
export { say } from './say.ts'
export { takeRequestedScreenshot } from './screenshot.ts'
export { createSeenErrors } from './seen-errors.ts'
export { readStart, type StartOptions } from './start-options.ts'
