/** Seeded randomness in named streams. */
export { createRandom, hashText, mix32, type Random } from './random.ts'
