/** The first run: the steps from practice to a first order, worked out of how things stand, and found again at any time. */
export { GettingStarted, gettingStartedCommand, showGettingStarted } from './getting-started.tsx'
