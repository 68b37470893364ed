/** What an order of any family would do, in rows. */
import type { Estimate } from '../../../contract/action.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { Intent } from '../../../contract/intent.ts'
import { binaryEstimate } from '../binary/index.ts'
import type {
  EstimatedIntent,
  EstimateFacts,
  EstimateFigures,
  EstimateRow,
  EstimateSource,
  EstimateTerms,
} from '../estimate/index.ts'
import { outcomeEstimate } from '../outcome/index.ts'
import { scalarEstimate } from '../scalar/index.ts'

/** Whether an intent is estimated before it is sent. */
export const isEstimated = (intent: Intent): intent is EstimatedIntent =>
  intent.kind === 'predict' || intent.kind === 'binary_predict' || intent.kind === 'outcome_order'

/** The rows of an order, in their order. */
export function estimateRows(kind: EstimatedIntent['kind'], terms: EstimateTerms): readonly EstimateRow[] {
  switch (kind) {
    case 'predict':
      return scalarEstimate.rows(terms)
    case 'binary_predict':
      return binaryEstimate.rows(terms)
    case 'outcome_order':
      return outcomeEstimate.rows(terms)
    default:
      return assertNever(kind, 'kind')
  }
}

/** What stands in the rows, by the live book or by the service. */
export function figuresOf(intent: EstimatedIntent, source: EstimateSource, facts: EstimateFacts): EstimateFigures {
  switch (intent.kind) {
    case 'predict':
      return scalarEstimate.figures(intent, source, facts)
    case 'binary_predict':
      return binaryEstimate.figures(intent, source, facts)
    case 'outcome_order':
      return outcomeEstimate.figures(intent, source, facts)
    default:
      return assertNever(intent, 'intent')
  }
}

/** What confirming an estimate signs: `buy 40 UP at most 0.31`. */
export function confirmWords(
  intent: EstimatedIntent,
  estimate: Estimate,
  facts: Pick<EstimateFacts, 'tickSize' | 'unit'>,
): string {
  switch (intent.kind) {
    case 'predict':
      return scalarEstimate.confirmWords(intent, estimate, facts)
    case 'binary_predict':
      return binaryEstimate.confirmWords(intent, estimate, facts)
    case 'outcome_order':
      return outcomeEstimate.confirmWords(intent, estimate, facts)
    default:
      return assertNever(intent, 'intent')
  }
}
