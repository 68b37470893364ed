/** The agent flow: prepare scalar actions, and submit what was signed of every family (docs/service/prepared-actions.md#shape). */
import { binaryAckOf } from './adapters/binary-actions.ts'
import { preparedActionOf, submitAckOf } from './adapters/prepared-action.ts'
import { submission } from './binary-actions.ts'
import type { PreparedKind, TradingService } from './interface.ts'
import { jsonNumber } from './json.ts'
import type { Routes } from './routes.ts'

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

export const agentActions = (
  routes: Routes,
): Pick<
  TradingService,
  'prepareOrder' | 'prepareCancel' | 'prepareClose' | 'prepareLeverage' | 'preparePredict' | 'submitPrepared'
> => ({
  prepareOrder: async ({ asset, side, price, size, tif, reduceOnly, cloid }) => {
    const body = { asset, isBuy: side === 'buy', limitPx: price, sz: size, tif, reduceOnly, cloid }
    return preparedActionOf(await routes.prepare(routes.open('orderPrepare'), body))
  },

  /** Exactly one of the two ids goes out, and the service's own is always known. */
  prepareCancel: async ({ asset, oid }) =>
    preparedActionOf(await routes.prepare(routes.open('cancelPrepare'), { asset, oid })),

  prepareClose: async ({ asset, size, slippagePct }) => {
    const body = { asset, ...(size === null ? {} : { sz: size }), slippage_pct: jsonNumber(slippagePct) }
    return preparedActionOf(await routes.prepare(routes.open('closePrepare'), body))
  },

  prepareLeverage: async ({ asset, leverage }) =>
    preparedActionOf(await routes.prepare(routes.open('leveragePrepare'), { asset, leverage, isCross: false })),

  preparePredict: async ({ assetId, targetF, size, direction, slippagePct }) => {
    const body = {
      asset: assetId,
      target_temp_f: jsonNumber(targetF),
      sz: size,
      direction,
      slippage_pct: jsonNumber(slippagePct),
    }
    return preparedActionOf(await routes.prepare(routes.open('predictPrepare'), body))
  },

  submitPrepared: async (kind, { orderId, actionHash, signature }) => {
    const route = routes.open(SUBMIT_ROUTE[kind])
    if (kind === 'binary_predict' || kind === 'binary_close') {
      return binaryAckOf(await routes.submit(route, submission([{ actionHash, signature }])))
    }
    return submitAckOf(await routes.submit(route, { orderId, actionHash, hlSignature: signature }))
  },
})
