/**
 * Setting up, predicting and closing in binary markets; each route takes what was signed in a `submit` array
 * (docs/service/binary.md#setup).
 */
import type { Hex } from '../../contract/address.ts'
import { setupActionsOf, setupResultOf } from './adapters/binary-actions.ts'
import { preparedActionOf } from './adapters/prepared-action.ts'
import type { TradingService } from './interface.ts'
import { jsonNumber } from './json.ts'
import type { Routes } from './routes.ts'

interface Signed {
  readonly actionHash: Hex
  readonly signature: Hex
}

/** The body of the second half. */
export const submission = (signed: readonly Signed[]) => ({
  submit: signed.map(({ actionHash, signature }) => ({ actionHash, hlSignature: signature })),
})

export const binaryActions = (
  routes: Routes,
): Pick<
  TradingService,
  'prepareBinarySetup' | 'submitBinarySetup' | 'prepareBinaryPredict' | 'prepareBinaryClose'
> => ({
  prepareBinarySetup: async () => setupActionsOf(await routes.prepare(routes.open('binarySetup'), {})),

  submitBinarySetup: async (signed) =>
    setupResultOf(await routes.submit(routes.open('binarySetupSubmit'), submission(signed))),

  prepareBinaryPredict: async ({ asset, direction, amount, slippagePct }) => {
    const body = { asset, direction, amount_usdc: amount, slippage_pct: jsonNumber(slippagePct) }
    return preparedActionOf(await routes.prepare(routes.open('binaryPredict'), body))
  },

  prepareBinaryClose: async ({ asset, direction, contracts, slippagePct }) => {
    const size = contracts === null ? {} : { contracts }
    const body = { asset, direction, ...size, slippage_pct: jsonNumber(slippagePct) }
    return preparedActionOf(await routes.prepare(routes.open('binaryClose'), body))
  },
})
