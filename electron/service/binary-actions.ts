/**
 * Setting up, predicting and closing in binary markets; each route takes what was signed in a `submit` array
 * (docs/service/binary.md#setup).
 */
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import { setupActionsOf, setupResultOf } from './adapters/binary-actions.ts'
import { preparedActionOf } from './adapters/prepared-action.ts'
import type { AmountForms } from './amount-forms.ts'
import { jsonNumber } from './json.ts'
import type { Routes } from './routes.ts'
import type { SignedAction } from './types.ts'

interface PrepareBinaryPredict {
  readonly asset: string
  readonly direction: BinaryDirection
  readonly amount: Money
  readonly slippagePct: Decimal
}

interface PrepareBinaryClose {
  readonly asset: string
  /** That of the position. */
  readonly direction: BinaryDirection
  /** Null closes all of it. */
  readonly contracts: Size | null
  readonly slippagePct: Decimal
}

/** The body of the second half. */
export const submission = (signed: readonly SignedAction[]) => ({
  submit: signed.map(({ actionHash, signature }) => ({ actionHash, hlSignature: signature })),
})

export const binaryActions = (routes: Routes, amounts: AmountForms) => ({
  /** `POST /v1/binary/setup` with nothing: the leverage actions to be signed; none when the leverage is 2 already. */
  prepareBinarySetup: async () => setupActionsOf(await routes.prepare(routes.open('binarySetup'), {})),

  /** The same route with what was signed; sent once, and its failures as for `submitPrepared`. */
  submitBinarySetup: async (signed: readonly SignedAction[]) =>
    setupResultOf(await routes.submit(routes.open('binarySetupSubmit'), submission(signed))),

  prepareBinaryPredict: async ({ asset, direction, amount, slippagePct }: PrepareBinaryPredict) => {
    const answer = await amounts.prepare(routes, 'binaryPredict', (write) => ({
      ...{ asset, direction },
      ...write('amount_usdc', amount, 'number'),
      slippage_pct: jsonNumber(slippagePct),
    }))
    return preparedActionOf(answer)
  },

  prepareBinaryClose: async ({ asset, direction, contracts, slippagePct }: PrepareBinaryClose) => {
    const answer = await amounts.prepare(routes, 'binaryClose', (write) => ({
      ...{ asset, direction },
      ...(contracts === null ? {} : write('contracts', contracts, 'number')),
      slippage_pct: jsonNumber(slippagePct),
    }))
    return preparedActionOf(answer)
  },
})
