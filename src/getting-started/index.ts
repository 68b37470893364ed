/** The first run: the steps from practice to a first order, worked out of how things stand, and found again at any time. */
export { GettingStarted } from './getting-started.tsx'
export { gettingStartedCommand } from './getting-started-command.ts'
export { showGettingStarted } from './shown.ts'
