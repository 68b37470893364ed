/** The scalar markets: a temperature index, settled at the end of each bucket, with leverage. */

export { ScalarCore } from './core.ts'
export { ScalarExchange } from './exchange.ts'
export { ScalarChanges, type ScalarEvent, ScalarMarket } from './market.ts'
export { restoreScalar, saveScalar } from './saved.ts'
export { COARSE_STEP, STEP } from './traders.ts'
