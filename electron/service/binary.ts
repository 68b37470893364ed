/** Binary markets: public reads, setup, predictions and closes. */

import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import type { Resolution } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'
import { binaryBucketOf, binaryMarketsOf, binaryStatusOf } from './adapters/binary.ts'
import { setupActionsOf, setupResultOf } from './adapters/binary-actions.ts'
import { candleQuery, candlesOf } from './adapters/candles.ts'
import { preparedActionOf } from './adapters/prepared-action.ts'
import type { AmountForms } from './amount-forms.ts'
import { jsonNumber } from './json.ts'
import type { Routes } from './routes.ts'
import type { SignedAction } from './types.ts'

/** Public reads of the binary family (docs/service/binary.md#reads). */
export const binaryMarkets = (routes: Routes) => ({
  binaryMarkets: async () => binaryMarketsOf(await routes.read(routes.open('binaryMarkets'))),
  binaryStatus: async () => binaryStatusOf(await routes.read(routes.open('binaryStatus'))),
  binaryBucket: async () => binaryBucketOf(await routes.read(routes.open('binaryBucket'))),
  /** `/tv-mark/history`: the fair price of UP; candles oldest first (docs/service/market-data.md#candles). */
  binaryCandles: async (asset: string, resolution: Resolution, from: Millis, to: Millis) => {
    const route = routes.open('binaryHistory')
    return candlesOf(await routes.read(route, { query: candleQuery(asset, resolution, from, to) }), `GET ${route}`)
  },
})

interface PrepareBinaryPredict {
  readonly asset: string
  readonly direction: BinaryDirection
  readonly amount: Money
  readonly slippagePct: Decimal
}

interface PrepareBinaryClose {
  readonly asset: string
  /** Direction of the position. */
  readonly direction: BinaryDirection
  /** Null closes the whole position. */
  readonly contracts: Size | null
  readonly slippagePct: Decimal
}

/** The body of the second half. */
export const submission = (signed: readonly SignedAction[]) => ({
  submit: signed.map(({ actionHash, signature }) => ({ actionHash, hlSignature: signature })),
})

/** Setup, predictions and closes in binary markets; each route takes the signed actions in a `submit` array (docs/service/binary.md#setup). */
export const binaryActions = (routes: Routes, amounts: AmountForms) => ({
  /** `POST /v1/binary/setup` with an empty body: the leverage actions to sign; none when the leverage is 2 already. */
  prepareBinarySetup: async () => setupActionsOf(await routes.prepare(routes.open('binarySetup'), {})),

  /** The same route with the signed actions; sent once, with failures as for `submitPrepared`. */
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
