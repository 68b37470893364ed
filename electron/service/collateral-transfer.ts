/**
 * Moves collateral into the balance class that outcome trading needs; the user's own wallet signs it (docs/service/transfers.md#transfer).
 */
import { transferOf, userActionOf } from './adapters/prepared-action.ts'
import type { TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const collateralTransfer = (routes: Routes): Pick<TradingService, 'prepareTransfer' | 'submitTransfer'> => ({
  prepareTransfer: async (amount) => userActionOf(await routes.prepare(routes.open('transferPrepare'), { amount })),

  submitTransfer: async ({ actionHash, signature }) =>
    transferOf(await routes.submit(routes.open('transferSubmit'), { actionHash, signature })),
})
