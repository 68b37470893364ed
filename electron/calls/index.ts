/** What main does for each call of a window. */
export { createHandlers } from './handlers.ts'
export { createOwnCopies } from './own-copies.ts'
export { tellOfChoices } from './save-layout.ts'
