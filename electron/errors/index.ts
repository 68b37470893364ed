/** Errors that a window is told in their own words. */
export { CallError } from './call-error.ts'
export { UserFacingError } from './user-facing-error.ts'
