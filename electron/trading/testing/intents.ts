/** One intent of each kind other than limit orders, as the model venue's markets accept them. */
import type {
  BinaryPredictIntent,
  CloseIntent,
  ConvertIntent,
  Intent,
  OutcomeOrderIntent,
  PredictIntent,
  TransferIntent,
} from '../../../contract/intent.ts'
import { BINARY } from './model-binary.ts'
import { OUTCOMES, QUESTION, YES } from './model-outcomes.ts'
import { ASSET } from './model-venue.ts'

export const SETUP: Intent = { kind: 'binary_setup' }
export const UP: BinaryPredictIntent = {
  kind: 'binary_predict',
  asset: BINARY,
  direction: 'UP',
  amount: '25' as never,
  protection: { kind: 'worst', price: '0.660' as never },
  setsLeverage: true,
}
export const DOWN: BinaryPredictIntent = {
  ...UP,
  direction: 'DOWN',
  protection: { kind: 'worst', price: '0.440' as never },
}
export const PREDICT: PredictIntent = {
  kind: 'predict',
  asset: ASSET,
  targetF: '72' as never,
  size: '1' as never,
  direction: 'long',
  protection: { kind: 'worst', price: '576.00' as never },
}
export const closeOf = (asset: string): CloseIntent => ({
  kind: 'close',
  position: 'long',
  asset,
  size: null,
  /** The model venue prepares its closes with this protection. */
  protection: { kind: 'distance', distance: (asset === ASSET ? '3' : '0.11') as never, bound: null },
})
export const CLOSE_BINARY = closeOf(BINARY)
export const LIMIT: OutcomeOrderIntent = {
  kind: 'outcome_order',
  asset: YES,
  side: 'buy',
  size: '10' as never,
  mode: { kind: 'limit', price: '0.390' as never },
}
export const MARKET_BUY: OutcomeOrderIntent = {
  ...LIMIT,
  mode: { kind: 'market', protection: { kind: 'worst', price: '0.420' as never } },
}
export const TRANSFER: TransferIntent = { kind: 'transfer', amount: '200' as never }
export const SPLIT: ConvertIntent = {
  kind: 'convert',
  conversion: 'split',
  outcomeId: OUTCOMES[0],
  questionId: null,
  amount: '12.5' as never,
}
export const MERGE: ConvertIntent = { ...SPLIT, conversion: 'merge' }
export const MERGE_QUESTION: ConvertIntent = { ...SPLIT, conversion: 'merge_question', questionId: QUESTION }
export const NEGATE: ConvertIntent = { ...SPLIT, conversion: 'negate', questionId: QUESTION }

/** A market order with a target temperature. */
export const LONG: PredictIntent = {
  kind: 'predict',
  asset: ASSET,
  targetF: '72.5' as never,
  size: '2' as never,
  direction: 'long',
  protection: { kind: 'worst', price: '573.85' as never },
}
