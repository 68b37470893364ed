/** Peculiarities that other services have and this one has not, to be switched on by name. */
export { QUIRKS, QuirkError, Quirks } from './quirks.ts'
