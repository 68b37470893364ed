/** The agent flow: prepare scalar actions, and submit what was signed of every family (docs/service/prepared-actions.md#shape). */
import type { Cloid } from '../../contract/address.ts'
import type { Decimal, Size } from '../../contract/decimal.ts'
import { binaryAckOf } from './adapters/binary-actions.ts'
import { preparedActionOf, submitAckOf } from './adapters/prepared-action.ts'
import type { AmountForms } from './amount-forms.ts'
import { submission } from './binary-actions.ts'
import { jsonNumber } from './json.ts'
import type { Routes } from './routes.ts'
import type { PreparedKind, PrepareOrder, PreparePredict, SignedAction } from './types.ts'

const SUBMIT_ROUTE = {
  order: 'orderSubmit',
  close: 'closeSubmit',
  predict: 'predictSubmit',
  cancel: 'cancelSubmit',
  leverage: 'leverageSubmit',
  binary_predict: 'binaryPredictSubmit',
  binary_close: 'binaryCloseSubmit',
  outcome_order: 'outcomeOrderSubmit',
  outcome_cancel: 'outcomeCancelSubmit',
  conversion: 'conversionSubmit',
} as const satisfies Record<PreparedKind, string>

interface PrepareCancel {
  readonly asset: string
  readonly oid: string
  readonly cloid: Cloid | null
}

interface PrepareClose {
  readonly asset: string
  /** Null closes all of it. */
  readonly size: Size | null
  readonly slippagePct: Decimal
}

export const agentActions = (routes: Routes, amounts: AmountForms) => ({
  prepareOrder: async ({ asset, side, price, size, tif, reduceOnly, cloid }: PrepareOrder) => {
    const answer = await amounts.prepare(routes, 'orderPrepare', (write) => ({
      ...{ asset, isBuy: side === 'buy' },
      ...write('limitPx', price),
      ...write('sz', size),
      ...{ tif, reduceOnly, cloid },
    }))
    return preparedActionOf(answer)
  },

  /** Exactly one of the two ids goes out, and the service's own is always known. */
  prepareCancel: async ({ asset, oid }: PrepareCancel) =>
    preparedActionOf(await routes.prepare(routes.open('cancelPrepare'), { asset, oid })),

  prepareClose: async ({ asset, size, slippagePct }: PrepareClose) => {
    const answer = await amounts.prepare(routes, 'closePrepare', (write) => ({
      asset,
      ...(size === null ? {} : write('sz', size)),
      slippage_pct: jsonNumber(slippagePct),
    }))
    return preparedActionOf(answer)
  },

  prepareLeverage: async ({ asset, leverage }: { readonly asset: string; readonly leverage: number }) =>
    preparedActionOf(await routes.prepare(routes.open('leveragePrepare'), { asset, leverage, isCross: false })),

  preparePredict: async ({ ordinal, targetF, size, direction, slippagePct }: PreparePredict) => {
    const answer = await amounts.prepare(routes, 'predictPrepare', (write) => ({
      asset: ordinal,
      target_temp_f: jsonNumber(targetF),
      ...write('sz', size),
      direction,
      slippage_pct: jsonNumber(slippagePct),
    }))
    return preparedActionOf(answer)
  },

  /**
   * Sends a signed prepared action once; never repeated by this layer. What a failure says of what became of it stands in
   * `certainty.ts`.
   */
  submitPrepared: async (
    kind: PreparedKind,
    { orderId, actionHash, signature }: SignedAction & { readonly orderId: string },
  ) => {
    const route = routes.open(SUBMIT_ROUTE[kind])
    if (kind === 'binary_predict' || kind === 'binary_close') {
      return binaryAckOf(await routes.submit(route, submission([{ actionHash, signature }])))
    }
    return submitAckOf(await routes.submit(route, { orderId, actionHash, hlSignature: signature }))
  },
})
