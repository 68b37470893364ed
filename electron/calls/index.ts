/** What main does for each call of a window. */

export { createOwnCopies } from './clipboard.ts'
export { createHandlers } from './handlers.ts'
export { reportFailedChoices } from './window-calls.ts'
