/** The window-level commands: panels, settings, focus, new windows; palette, sheet and keys. None of them sends an order. */
export { Commands } from './commands.tsx'
