/** The scalar markets: a temperature index that is settled at the end of each bucket, with leverage. */
export { ScalarChanges } from './changes.ts'
export { PracticeScalarCore } from './core.ts'
export { ScalarExchange } from './exchange.ts'
export type * from './interface.ts'
export { ScalarMarket } from './market.ts'
export { restoreScalar, savedScalar, saveScalar } from './saved.ts'
