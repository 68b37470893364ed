/** The first run: the steps from practice to a first order, derived from the current state, and available at any time. */
export { GettingStarted, gettingStartedCommand, showGettingStarted } from './getting-started.tsx'
