/**
 * The agent flow of outcome markets: orders, cancels, conversions of shares (docs/service/outcomes.md#orders,
 * docs/service/conversions.md#prepare).
 */
import type { Cloid } from '../../contract/address.ts'
import type { Size } from '../../contract/decimal.ts'
import type { ConversionKind } from '../../contract/outcome.ts'
import { preparedActionOf } from './adapters/prepared-action.ts'
import type { AmountForms } from './amount-forms.ts'
import type { Routes } from './routes.ts'
import type { OutcomeMode, PrepareOutcomeOrder } from './types.ts'

interface PrepareOutcomeCancel {
  readonly outcomeId: number
  readonly sideIndex: number
  readonly cloid: Cloid
}

interface PrepareConversion {
  readonly kind: ConversionKind
  readonly outcomeId: number
  readonly questionId: number | null
  /** Null converts all there is. */
  readonly amount: Size | null
}

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
