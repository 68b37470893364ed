/**
 * Plans for the collateral of outcome trading: moving it between balance classes, and converting shares
 * (docs/service/transfers.md#transfer, docs/service/conversions.md#prepare).
 */
import { compare, signOf } from '../../../contract/decimal.ts'
import type { ConvertIntent, TransferIntent } from '../../../contract/intent.ts'
import { ok, refused } from '../../../contract/result.ts'
import { verifyTransfer } from '../../signing/index.ts'
import { one, submitOne } from './agent-plan.ts'
import { sharesRefusal } from './conversion-shares.ts'
import { type Planned, type PlanOptions, refuse } from './interface.ts'

/** @throws ServiceError of the reads it needs. */
export function outcomeCollateral(options: PlanOptions) {
  const { service, facts } = options

  async function transfer({ amount }: TransferIntent): Promise<Planned> {
    if (signOf(amount) <= 0) return refuse('not_positive', 'The amount must be greater than 0.', 'size')
    const { usdh, usdhOutcome } = (await options.freshAccount()).money
    if (usdh !== null && compare(amount, usdh) > 0) {
      return refuse('insufficient_collateral', `There are ${usdh} USDH to move; ${amount} is more.`, 'size')
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
      return refuse('not_positive', 'The amount must be greater than 0.', 'size')
    }
    if (amount === null && (conversion === 'split' || conversion === 'negate')) {
      return refuse('not_positive', 'Say how many shares.', 'size')
    }
    const needsQuestion = conversion === 'merge_question' || conversion === 'negate'
    if (needsQuestion && questionId === null) {
      return refuse('bad_input', 'Merging or negating within a question needs the question.')
    }
    let account = await options.freshAccount()
    /** That shares are missing is not believed of one read. */
    if (sharesRefusal(intent, account, facts) !== null) account = await options.freshAccount()
    const short = sharesRefusal(intent, account, facts)
    if (short !== null) return refused(short)
    const balance = account.money.usdhOutcome
    if (conversion === 'split' && amount !== null && balance !== null && compare(amount, balance) > 0) {
      const message = `A split of ${amount} needs as much USDH in the balance for outcomes; ${balance} is there. Move USDH to outcome trading first.`
      return refuse('insufficient_collateral', message, 'size')
    }
    const asked = { kind: conversion, outcomeId, questionId: needsQuestion ? questionId : null, amount }
    return ok({
      kind: 'agent',
      expected: { kind: 'conversion', conversion, outcomeId, questionId: asked.questionId, amount },
      prepare: one(() => service.prepareConversion(asked)),
      submit: submitOne(service, 'conversion'),
    })
  }

  return { transfer, convert }
}
