/** What differs by family of market, asked in one place: panels know no family. */
export type { Axis, Fact, PriceUnit, PriceView, SeenSide, UnitId, ViewChoice, Words } from '../axis/index.ts'
export { axisOf } from './axis-of.ts'
export { chartOf } from './chart-of.ts'
export { factOf } from './fact-of.ts'
export { type HandOfMarket, handOf, handRulesOf } from './hand-of.ts'
export { ladderOf } from './ladder-of.ts'
