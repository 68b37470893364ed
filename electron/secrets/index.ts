/** Keys and tokens: how they are held, where they are kept, how they come in, and how they stay out of everything that is shown. */
export { redact } from './redact.ts'
export { Secret } from './secret.ts'
