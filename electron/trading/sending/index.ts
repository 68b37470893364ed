/** Carries actions out: prepare, verify, ask, sign, send once. */
export { refusalOf } from './refusal.ts'
export { createRunner } from './runner.ts'
