/**
 * The agent flow of outcome markets: orders, cancels, conversions of shares (docs/service/outcomes.md#orders,
 * docs/service/conversions.md#prepare).
 */
import { preparedActionOf } from './adapters/prepared-action.ts'
import type { OutcomeMode, TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const outcomeActions = (
  routes: Routes,
): Pick<TradingService, 'prepareOutcomeOrder' | 'prepareOutcomeCancel' | 'prepareConversion'> => ({
  prepareOutcomeOrder: async ({ outcomeId, sideIndex, side, size, mode }) => {
    const body = { outcomeId, side: sideIndex, isBuy: side === 'buy', sz: size, mode: modeOf(mode) }
    return preparedActionOf(await routes.prepare(routes.open('outcomeOrderPrepare'), body))
  },

  prepareOutcomeCancel: async ({ outcomeId, sideIndex, cloid }) =>
    preparedActionOf(await routes.prepare(routes.open('outcomeCancelPrepare'), { outcomeId, side: sideIndex, cloid })),

  prepareConversion: async ({ kind, outcomeId, questionId, amount }) => {
    const question = questionId === null ? {} : { questionId }
    const body = { kind, outcomeId, ...question, ...(amount === null ? {} : { amount }) }
    return preparedActionOf(await routes.prepare(routes.open('conversionPrepare'), body))
  },
})

const modeOf = (mode: OutcomeMode) =>
  mode.kind === 'limit' ? { kind: mode.kind, limitPx: mode.price } : { kind: mode.kind, slippageBps: mode.slippageBps }
