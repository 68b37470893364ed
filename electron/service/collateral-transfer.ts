/**
 * Moves collateral into the balance class that outcome trading needs; the user's own wallet signs it (docs/service/transfers.md#transfer).
 */
import type { Money } from '../../contract/decimal.ts'
import { transferOf, userActionOf } from './adapters/prepared-action.ts'
import type { Routes } from './routes.ts'
import type { SignedAction } from './types.ts'

export const collateralTransfer = (routes: Routes) => ({
  prepareTransfer: async (amount: Money) =>
    userActionOf(await routes.prepare(routes.open('transferPrepare'), { amount })),

  /** Sent once; its failures as for `submitPrepared`. */
  submitTransfer: async ({ actionHash, signature }: SignedAction) =>
    transferOf(await routes.submit(routes.open('transferSubmit'), { actionHash, signature })),
})
