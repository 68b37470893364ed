/** Carries actions out: prepare, verify, ask, sign, send once. */
export { refusalOf, submitFailure } from './failures.ts'
export { createRunner } from './runner.ts'
