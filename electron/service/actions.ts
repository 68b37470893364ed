/** Preparing scalar actions, submitting signed actions of every family, direct orders, and the approval of the agent wallet. */
import type { Address, Cloid, Hex } from '../../contract/address.ts'
import type { Decimal, Size } from '../../contract/decimal.ts'
import { binaryAckOf } from './adapters/binary-actions.ts'
import { approvalOf, directAckOf, preparedActionOf, submitAckOf, userActionOf } from './adapters/prepared-action.ts'
import type { AmountForms } from './amount-forms.ts'
import { submission } from './binary.ts'
import { jsonNumber } from './json.ts'
import { FOR } from './purpose.ts'
import type { Routes } from './routes.ts'
import type { ClientOrder, PreparedKind, PrepareOrder, PreparePredict, SignedAction } from './types.ts'

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
  /** Null closes the whole position. */
  readonly size: Size | null
  readonly slippagePct: Decimal
}

/** The agent flow: prepare scalar actions, and submit signed actions of every family (docs/service/prepared-actions.md#shape). */
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

  /** Exactly one of the two ids is sent, and the service's own is always known. */
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

  /** Sends a signed prepared action once; never repeated by this layer. What a failure proves about its effect is decided in `certainty.ts`. */
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

/** Direct orders, signed by the trader's own wallet (docs/service/direct-orders.md#request). */
export const directOrders = (routes: Routes) => ({
  /**
   * Sends a direct order once, with exactly the signed fields; never repeated by this layer. What a failure means for it is as for `submitPrepared`.
   */
  submitDirect: async ({ order, signature }: { readonly order: ClientOrder; readonly signature: Hex }) => {
    const { asset, side, size, price, tif, nonce, timestamp, reduce_only } = order
    const body = { order: { asset, side, size, price, tif, nonce, timestamp, reduce_only }, signature }
    return directAckOf(await routes.submit(routes.open('directOrder'), body))
  },
})

/**
 * Approves the agent wallet with the user's own: one route, called twice (docs/service/signing.md#agent-approval). It has the urgency of a close: a
 * close may need it, even one that was started for something else.
 */
export const agentApproval = (routes: Routes) => ({
  prepareAgentApproval: async ({ address, name }: { readonly address: Address; readonly name: string }) => {
    const body = { agentAddress: address, agentName: name }
    return userActionOf(await routes.prepare(routes.open('agentApprove'), body, FOR.close))
  },

  /** Returns whether the agent is approved, and until when, where the service reports it. */
  submitAgentApproval: async ({ actionHash, signature }: SignedAction) => {
    const route = routes.open('agentApprove')
    return approvalOf(await routes.submit(route, { actionHash, signature }, FOR.close))
  },
})
