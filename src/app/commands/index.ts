/** The commands of the window as a whole: panels, settings, focus, new windows; palette, sheet and keys. None of them sends an order. */
export { Commands } from './commands.tsx'
