/** Scales and slices as they are typed, previewed and told: the form that a ticket mounts, and the words of a row. */
export type { AlgoKind } from './algo-draft.ts'
export type { BestPrices } from './algo-fields.tsx'
export { AlgoTicket } from './algo-ticket.tsx'
export {
  algoTitle,
  goesOnButton,
  goesOnWords,
  inUnit,
  leftWords,
  progressWords,
  restsOf,
  stateWords,
  untilWords,
} from './algo-words.ts'
export type { TotalFacts } from './total-size.ts'
