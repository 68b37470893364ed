/** Scales and slices as they are typed, previewed and told: the form that a ticket mounts, and the words of a row. */
export type { AlgoKind } from './algo-draft.ts'
export { AlgoTicket } from './algo-ticket.tsx'
export {
  algoTitle,
  goesOnButton,
  goesOnWords,
  leftWords,
  progressWords,
  restsOf,
  stateWords,
  untilWords,
} from './algo-words.ts'
