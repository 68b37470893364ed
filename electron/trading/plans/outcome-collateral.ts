/**
 * Plans for the collateral of outcome trading: moving it between balance classes, and converting shares
 * (docs/service/transfers.md#transfer, docs/service/conversions.md#prepare).
 */

import type { AccountView } from '../../../contract/account.ts'
import { outcomeBalance } from '../../../contract/collateral.ts'
import { compare, type Decimal, lesser, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { ConvertIntent, TransferIntent } from '../../../contract/intent.ts'
import { positive } from '../../../contract/messages.ts'
import { marketName } from '../../../contract/outcome-names.ts'
import { counted } from '../../../contract/plural.ts'
import { ok, refused } from '../../../contract/result.ts'
import { verifyTransfer } from '../../signing/index.ts'
import type { Refusal } from '../actions/index.ts'
import { moveFirst, NONE, positionIn } from './guards.ts'
import { type MarketFacts, type Planned, type PlanOptions, planOne, refuse } from './interface.ts'

const YES = 0

const NO = 1

/** @throws ServiceError of the reads it needs. */
export function outcomeCollateral(options: PlanOptions) {
  const { service, facts } = options

  async function transfer({ amount }: TransferIntent): Promise<Planned> {
    if (signOf(amount) <= 0) return refuse('not_positive', positive('The amount'), 'size')
    const collateral = facts.outcomeCollateral()
    if (collateral !== 'USDH') {
      return refuse('bad_input', `Outcome markets use ${collateral} here: nothing to move.`)
    }
    const { usdh, usdhOutcome } = (await options.freshAccount()).money
    if (usdh !== null && compare(amount, usdh) > 0) {
      return refuse('insufficient_collateral', `Only ${usdh} USDH can be moved; ${amount} is more.`, 'size')
    }
    return ok({
      kind: 'user',
      balances: { usdh, usdhOutcome },
      prepare: () => service.prepareTransfer(amount),
      verify: (action) => verifyTransfer({ network: service.profile.network, amount }, action),
      submit: (signed) => service.submitTransfer(signed),
    })
  }

  async function convert(intent: ConvertIntent): Promise<Planned> {
    const { conversion, outcomeId, questionId, amount } = intent
    if (amount !== null && signOf(amount) <= 0) {
      return refuse('not_positive', positive('The amount'), 'size')
    }
    if (amount === null && (conversion === 'split' || conversion === 'negate')) {
      return refuse('not_positive', 'Enter the number of shares.', 'size')
    }
    const needsQuestion = conversion === 'merge_question' || conversion === 'negate'
    if (needsQuestion && questionId === null) {
      return refuse('bad_input', 'Choose the question to merge or negate in.')
    }
    let account = await options.freshAccount()
    /** One read is not enough to conclude that shares are missing. */
    if (sharesRefusal(intent, account, facts) !== null) account = await options.freshAccount()
    const short = sharesRefusal(intent, account, facts)
    if (short !== null) return refused(short)
    const collateral = facts.outcomeCollateral()
    const balance = outcomeBalance(account.money, collateral)
    if (conversion === 'split' && amount !== null && balance !== null && compare(amount, balance) > 0) {
      const message = `A split of ${amount} needs ${amount} ${collateral}; ${balance} is available.${moveFirst(collateral)}`
      return refuse('insufficient_collateral', message, 'size')
    }
    const request = { kind: conversion, outcomeId, questionId: needsQuestion ? questionId : null, amount }
    return planOne(
      service,
      'conversion',
      { kind: 'conversion', conversion, outcomeId, questionId: request.questionId, amount },
      () => service.prepareConversion(request),
    )
  }

  return { transfer, convert }
}

/** By the most that can be converted, the requested number, null for all, and the market. */
const TOO_FEW: {
  readonly [C in Exclude<ConvertIntent['conversion'], 'split'>]: (
    most: Decimal,
    amount: Decimal | null,
    name: string,
  ) => string
} = {
  merge: (most, amount, name) =>
    amount === null
      ? `Nothing to merge: you do not hold shares of both sides of ${name}.`
      : `You hold ${counted(most, 'share', 'shares')} of each side of ${name}; ${amount} is more.`,
  merge_question: (most, amount) =>
    amount === null
      ? 'Nothing to merge: you do not hold shares of every outcome of the question.'
      : `You hold ${counted(most, 'share', 'shares')} of each outcome of the question; ${amount} is more.`,
  negate: (most, amount, name) => `You hold ${counted(most, 'No share', 'No shares')} of ${name}; ${amount} is more.`,
}

/** Why the held shares do not suffice, or null; what no read shows is left to the service. */
function sharesRefusal(
  intent: ConvertIntent,
  account: AccountView,
  facts: Pick<MarketFacts, 'outcome'>,
): Refusal | null {
  const coins = coinsTaken(intent, facts)
  if (coins.length === 0 || intent.conversion === 'split') return null
  const most = coins.map((coin) => positionIn(account, coin)?.size ?? NONE).reduce((least, one) => lesser(least, one))
  const { amount } = intent
  if (amount === null ? signOf(most) > 0 : compare(amount, most) <= 0) return null
  const market = facts.outcome(coinOf(intent.outcomeId, YES))?.market
  const name = market === undefined ? `outcome ${intent.outcomeId}` : marketName(market)
  const message = TOO_FEW[intent.conversion](trimZeros(most), amount === null ? null : trimZeros(amount), name)
  return { code: 'not_enough_shares', message, field: 'size' }
}

/** Coins of which a conversion takes the same number each; none where unknown. */
function coinsTaken(
  { conversion, outcomeId, questionId }: ConvertIntent,
  facts: Pick<MarketFacts, 'outcome'>,
): readonly string[] {
  switch (conversion) {
    case 'split':
      return []
    case 'merge':
      return [coinOf(outcomeId, YES), coinOf(outcomeId, NO)]
    case 'negate':
      return [coinOf(outcomeId, NO)]
    case 'merge_question': {
      const questions = facts.outcome(coinOf(outcomeId, YES))?.market.questions ?? []
      const question = questions.find(({ id }) => id === questionId)
      return (question?.outcomes ?? []).map((outcome) => coinOf(outcome, YES))
    }
  }
}

/** The coin of a side (docs/service/signing.md#asset-numbers). */
const coinOf = (outcomeId: number, side: number): string => `#${10 * outcomeId + side}`
