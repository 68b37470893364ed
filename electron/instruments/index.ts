/** The single catalogue of markets of every family: resolves refs at this moment, and lists all markets of the deployment. */
export { createFacts } from './facts.ts'
export { createInstruments, type Instruments } from './instruments.ts'
