/** Scales and slices as typed, previewed and displayed: the form for a ticket, and the texts of a row. */

export {
  algoTitle,
  leftText,
  progressText,
  restsOf,
  resumeLabel,
  resumeText,
  stateText,
  untilText,
} from './algo-text.ts'
export { AlgoTicket } from './algo-ticket.tsx'
export type { AlgoKind } from './read-algo.ts'
