/** Scales and slices as typed, previewed and displayed: the form for a ticket, and the texts of a row. */

export {
  algoTitle,
  goesOnButton,
  goesOnText,
  leftText,
  progressText,
  restsOf,
  stateText,
  untilText,
} from './algo-text.ts'
export { AlgoTicket } from './algo-ticket.tsx'
export type { AlgoKind } from './read-algo.ts'
