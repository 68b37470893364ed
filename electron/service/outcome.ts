/** Outcome markets: public reads, the agent flow, and the transfer of collateral that it needs. */
import type { Address, Cloid } from '../../contract/address.ts'
import type { Money, Size } from '../../contract/decimal.ts'
import type { ConversionKind, PricePoint } from '../../contract/outcome.ts'
import { conversionsOf } from './adapters/conversion.ts'
import { openOrdersOf } from './adapters/order.ts'
import { outcomesOf } from './adapters/outcome.ts'
import { outcomeOrderStatusOf } from './adapters/outcome-order.ts'
import { preparedActionOf, transferOf, userActionOf } from './adapters/prepared-action.ts'
import { priceHistoryOf } from './adapters/price-history.ts'
import type { AmountForms } from './amount-forms.ts'
import type { Routes } from './routes.ts'
import type { OutcomeMode, PrepareOutcomeOrder, SignedAction } from './types.ts'

/** Reads of the outcome family (docs/service/outcomes.md). */
export const outcomeMarkets = (routes: Routes) => ({
  outcomes: async () => outcomesOf(await routes.read(routes.open('outcomesMeta'))),

  /** Oldest first; a coin without a history is missing. */
  outcomePriceHistory: async (coins: readonly string[]): Promise<Readonly<Record<string, readonly PricePoint[]>>> => {
    const route = routes.open('outcomePriceHistory')
    if (coins.length === 0) return {}
    return priceHistoryOf(await routes.read(route, { query: { coins: coins.join(',') } }), coins)
  },

  openOutcomeOrders: async (address: Address) =>
    openOrdersOf(await routes.read(routes.open('outcomeOpenOrders'), { address, needsToken: true })),

  outcomeOrderStatus: async (address: Address, by: { readonly oid: string } | { readonly cloid: Cloid }) => {
    const body = { address, ...('oid' in by ? { oid: by.oid } : { cloid: by.cloid }) }
    return outcomeOrderStatusOf(await routes.ask(routes.open('outcomeOrderStatus'), body))
  },

  /** Newest first. */
  conversions: async () => conversionsOf(await routes.read(routes.open('conversionsHistory'), { needsToken: true })),
})

interface PrepareOutcomeCancel {
  readonly outcomeId: number
  readonly sideIndex: number
  readonly cloid: Cloid
}

interface PrepareConversion {
  readonly kind: ConversionKind
  readonly outcomeId: number
  readonly questionId: number | null
  /** Null converts the whole balance. */
  readonly amount: Size | null
}

/**
 * The agent flow of outcome markets: orders, cancels, conversions of shares (docs/service/outcomes.md#orders,
 * docs/service/conversions.md#prepare).
 */
export const outcomeActions = (routes: Routes, amounts: AmountForms) => ({
  prepareOutcomeOrder: async ({ outcomeId, sideIndex, side, size, mode }: PrepareOutcomeOrder) => {
    const body = { outcomeId, side: sideIndex, isBuy: side === 'buy', sz: size, mode: modeOf(mode) }
    return preparedActionOf(await routes.prepare(routes.open('outcomeOrderPrepare'), body))
  },

  prepareOutcomeCancel: async ({ outcomeId, sideIndex, cloid }: PrepareOutcomeCancel) =>
    preparedActionOf(await routes.prepare(routes.open('outcomeCancelPrepare'), { outcomeId, side: sideIndex, cloid })),

  prepareConversion: async ({ kind, outcomeId, questionId, amount }: PrepareConversion) => {
    const answer = await amounts.prepare(routes, 'conversionPrepare', (write) => ({
      ...{ kind, outcomeId },
      ...(questionId === null ? {} : { questionId }),
      ...(amount === null ? {} : write('amount', amount)),
    }))
    return preparedActionOf(answer)
  },
})

const modeOf = (mode: OutcomeMode) =>
  mode.kind === 'limit' ? { kind: mode.kind, limitPx: mode.price } : { kind: mode.kind, slippageBps: mode.slippageBps }

/**
 * Moves collateral into the balance class that outcome trading needs; the user's own wallet signs it (docs/service/transfers.md#transfer).
 */
export const collateralTransfer = (routes: Routes) => ({
  prepareTransfer: async (amount: Money) =>
    userActionOf(await routes.prepare(routes.open('transferPrepare'), { amount })),

  /** Sent once, with failures as for `submitPrepared`. */
  submitTransfer: async ({ actionHash, signature }: SignedAction) =>
    transferOf(await routes.submit(routes.open('transferSubmit'), { actionHash, signature })),
})
