/** The one catalogue of markets of every family: what a ref stands for right now, and all that the deployment lists. */
export { createFacts } from './facts.ts'
export { createInstruments, type Instruments } from './instruments.ts'
