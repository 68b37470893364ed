/** Scales and slices as they are typed, previewed and told: the form that a ticket mounts, and the words of a row. */

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
