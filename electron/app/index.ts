/** The terminal's start: flags, data folder, and services of the operating system: menu, notifications. */

export { CommandLineError, isHeadless, noDisplay, say, seesPlaces } from './command-line.ts'
export {
  type AllNotifications,
  APP_ID,
  type DesktopNotifications,
  desktopNotifications,
  namedNotifications,
} from './desktop-notifications.ts'
export { createFatalErrors } from './fatal-errors.ts'
export { applicationMenu, type MenuActions } from './menu.ts'
export { readStart, type StartOptions } from './start-options.ts'
