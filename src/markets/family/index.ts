/** The differences between market families behind one entry point: panels know no family. */
export type { Axis, PriceView } from '../axis/index.ts'
export type { Closed, PositionEnd } from '../closed.ts'
export type { EstimatedIntent, EstimateFacts, EstimateFigure, EstimateFigures, EstimateRow } from '../estimate.ts'
export {
  axisOf,
  chartOf,
  closedOf,
  confirmText,
  endOf,
  estimateRows,
  factOf,
  figuresOf,
  isEstimated,
  ladderOf,
  type MarketQuickOrder,
  quickOrderOf,
  quickOrderRulesOf,
  sectionOf,
} from './families.ts'
