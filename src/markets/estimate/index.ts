/** What an order would do, in rows that are the same in every family: the interface that each family answers. */
export type {
  EstimatedIntent,
  EstimateFacts,
  EstimateFigure,
  EstimateFigures,
  EstimateRow,
  EstimateSource,
  EstimateTerms,
  FamilyEstimate,
} from './market-estimate.ts'
export { bookOf, distanceFrom, gain, limitFigure, plain, sizeFigure } from './parts.ts'
export { marginName, ROWS, rowsOf } from './rows.ts'
