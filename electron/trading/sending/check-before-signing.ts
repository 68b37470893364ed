/** Whether a prepared action may be signed: it is verified against the intent, and the trader is asked where their confirmation is needed. */
import type { Estimate, Mismatch } from '../../../contract/action.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { compare, type Price } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { requestedOrderOf } from '../../../contract/requested-order.ts'
import { type PreparedAction, ServiceError } from '../../service/index.ts'
import { type ExpectedAction, numberIn, type Verification } from '../../signing/index.ts'
import { type ActionLog, type Refusal, staleCount } from '../actions/index.ts'
import { type AssetNumbers, confirmedText, inProfileText, type NumberVerdict } from '../numbers/index.ts'
import { limitOf, type Plan, sizeOf } from '../plans/index.ts'
import type { ActionSteps, Next } from './carry-out.ts'
import { type Confirmations, notVerified, type Unverified } from './confirmations.ts'
import { nothingMore, refusalOf } from './refusal.ts'

/** At least one: there is something to sign. */
export type PreparedActions = readonly [PreparedAction, ...PreparedAction[]]

/** The prepared actions of one action. */
export interface Prepared {
  readonly actions: PreparedActions
  /** Latest time to sign, monotonic ms; null where only the service knows. */
  readonly deadline: number | null
}

export interface CheckBeforeSigningOptions {
  readonly actionLog: ActionLog
  /** Checks everything that is to be signed for one intent before any of it is signed. */
  readonly verify: (expected: ExpectedAction, prepared: readonly PreparedAction[]) => Verification
  readonly numbers: Pick<AssetNumbers, 'judge' | 'saveConfirmation' | 'withdrawWord'>
  readonly unverifiedActions: () => 'confirm' | 'refuse'
}

/** What the trader confirmed. */
export interface Confirmed {
  readonly limit: Price | null
  /** The number that the asset was named by; null where the action has none. */
  readonly number: number | null
}

/** Detail of the step of an action that was accepted unverified; further accepted details may follow. */
export const ON_YOUR_CONFIRMATION = 'not verified; signed as you confirmed'

/** Detail where the list for comparing an asset's number could not be read. */
const LIST_NEEDED = 'The asset number cannot be verified without the market list.'

/**
 * The result says whether a prepared action may be signed, must be prepared again, or has ended.
 * @param confirmed (of the result) what the trader already confirmed, if anything: with its limit, where that is known.
 */
export function createCheckBeforeSigning(
  { actionLog, verify, numbers, unverifiedActions }: CheckBeforeSigningOptions,
  steps: ActionSteps,
  confirmations: Pick<Confirmations, 'askUnverified' | 'askEstimate'>,
): (id: string, plan: Plan, prepared: Prepared, confirmed: Confirmed | null) => Promise<'signable' | Next> {
  async function signable(id: string, detail: string | null): Promise<'signable'> {
    await actionLog.apply(id, { type: 'verified', detail })
    return 'signable'
  }

  /** The trader's confirmation is on disk before anything is signed on it. */
  async function onTheirWord(id: string, { question }: Unverified): Promise<'signable'> {
    if (question === null) return signable(id, ON_YOUR_CONFIRMATION)
    numbers.saveConfirmation(id, question)
    return signable(id, `${ON_YOUR_CONFIRMATION}: ${confirmedText(question)}`)
  }

  async function refused(
    id: string,
    code: KnownCode,
    message: string,
    question: NumberQuestion | null = null,
  ): Promise<'done'> {
    const refusal = { code, message, field: null }
    await actionLog.apply(id, { type: 'refused', refusal, mismatches: [], question })
    return 'done'
  }

  /** A failed read of the market list is not a mismatch: a close is worth another try. */
  async function judged(id: string, plan: Plan, prepared: PreparedActions): Promise<NumberVerdict | null | 'refused'> {
    try {
      return await numbers.judge(steps.known(id).intent, plan.expected, prepared)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { code, message } = refusalOf(error)
      await steps.refuse(id, {
        code,
        message: `${message} ${LIST_NEEDED} ${nothingMore(steps.known(id), 'signed')}`,
        field: null,
      })
      return 'refused'
    }
  }

  /** Null where it matches the intent; a string when it is not signed: it has ended, or is planned again. */
  async function whyUnverified(id: string, plan: Plan, prepared: PreparedActions): Promise<Unverified | null | Next> {
    const verification = verify(plan.expected, prepared)
    if (verification.verified === true) return null
    if (verification.verified === false && isWorseOnly(plan.expected, verification.mismatches)) {
      return steps.prepareAgain(id, beyondWorst(plan.expected, prepared, nothingMore(steps.known(id), 'signed')))
    }
    const verdict = await judged(id, plan, prepared)
    if (verdict === 'refused') return 'done'
    if (verdict?.kind === 'ask') return verdict
    if (verdict?.kind === 'known') return null
    if (verification.verified === 'impossible' && verdict === null) {
      return { reason: verification.reason, question: null }
    }
    const mismatches = verification.verified === false ? verification.mismatches : otherNumber(plan.expected, prepared)
    await steps.mismatched(id, mismatches, verdict?.text)
    return 'done'
  }

  async function checkBeforeSigning(
    id: string,
    plan: Plan,
    { actions: prepared, deadline }: Prepared,
    confirmed: Confirmed | null,
  ): Promise<'signable' | Next> {
    const unverified = await whyUnverified(id, plan, prepared)
    if (typeof unverified === 'string') return unverified
    if (!unverified?.question && staleCount(steps.known(id)) > 0) numbers.withdrawWord(id)
    if (unverified !== null && unverifiedActions() === 'refuse') {
      const remedy = unverified.question === null ? '' : ` ${inProfileText(unverified.question)}`
      const message = `${notVerified(unverified.reason)} Your settings refuse unverified actions.${remedy}`
      return refused(id, 'unverified', message, unverified.question)
    }
    if (hasPreview(plan.expected))
      return askEstimate(id, plan.expected, { prepared: prepared[0], deadline }, confirmed, unverified)
    if (unverified === null) return signable(id, null)
    if (!(await confirmations.askUnverified(id, unverified))) {
      return refused(id, 'declined', 'You declined to sign an unverified action.')
    }
    return onTheirWord(id, unverified)
  }

  /**
   * Shows the estimate of a prediction and waits for the trader's confirmation; an estimate that expires first is requested again, at most twice. A
   * new prepare after the confirmation continues without another one, provided that its limit is no worse than the confirmed one, it names the asset
   * by the same number, and everything but that number could be verified.
   * @param unverified why the prepared action could not be verified, or null.
   */
  async function askEstimate(
    id: string,
    expected: Parameters<typeof previewOf>[0],
    { prepared, deadline }: { readonly prepared: PreparedAction; readonly deadline: Prepared['deadline'] },
    confirmed: Confirmed | null,
    unverified: Unverified | null,
  ): Promise<'signable' | Next> {
    const estimate = previewOf(expected, prepared)
    const side = requestedOrderOf(steps.known(id).intent)?.side ?? null
    const limits = [estimate.limit, confirmed?.limit ?? null] as const
    const isNoWorse = side !== null && limits[0] !== null && limits[1] !== null && !worse(side, limits[0], limits[1])
    const isChecked = unverified === null || unverified.question !== null
    const within = isNoWorse && isChecked && confirmed?.number === numberIn(prepared)
    if (within) return signable(id, 'within the limit that you confirmed')
    const answer = await confirmations.askEstimate(id, estimate, unverified, deadline)
    if (answer === 'ran_out') {
      const message = 'The estimate expired before you confirmed it.'
      return steps.prepareAgain(id, { code: 'not_confirmed', message, field: null })
    }
    if (!answer) return refused(id, 'declined', `You discarded the estimate. ${nothingMore(steps.known(id), 'signed')}`)
    return unverified === null ? signable(id, 'confirmed') : onTheirWord(id, unverified)
  }

  return checkBeforeSigning
}

/** Actions that are protected by a worst price. */
type Protected = Extract<ExpectedAction, { readonly worst: Price }>

/** Whether the only mismatch is a limit beyond the worst price: the service used other prices than the terminal. */
const isWorseOnly = (expected: ExpectedAction, mismatches: readonly Mismatch[]): expected is Protected =>
  'worst' in expected && mismatches.length > 0 && mismatches.every(({ field }) => field === 'price')

function beyondWorst(expected: Protected, [first]: PreparedActions, nothing: string): Refusal {
  const limit = limitOf(first)
  const own = priceLabel(expected.worst)
  const worse =
    limit === null
      ? `The venue prepared an order without a limit price, so your worst price of ${own} would not hold.`
      : `The venue prepared ${priceLabel(limit)}, which is worse than your worst price of ${own}.`
  return { code: 'beyond_worst', message: `${worse} ${nothing}`, field: 'price' }
}

/** The number as the mismatch, where the comparison had none to compare it with. */
const otherNumber = (expected: ExpectedAction, [first]: PreparedActions): readonly Mismatch[] => [
  {
    field: 'asset',
    request: 'assetId' in expected && expected.assetId !== null ? `${expected.assetId}` : 'its own number',
    prepared: `${numberIn(first) ?? '(nothing)'}`,
  },
]

type Previewed = Extract<ExpectedAction, { kind: 'predict' | 'binary_predict' }>

/** Whether the trader is shown an estimate and asked before the action is signed. */
const hasPreview = (expected: ExpectedAction): expected is Previewed =>
  expected.kind === 'predict' || expected.kind === 'binary_predict'

/** The service's figures, with the limit from the payload to be signed and the target as the trader typed it. */
function previewOf(expected: Previewed, prepared: PreparedAction): Estimate {
  const { orderId, estimate, expiresAt } = prepared
  return {
    id: orderId,
    average: estimate?.average ?? null,
    worst: estimate?.worst ?? null,
    limit: limitOf(prepared),
    targetMark: expected.kind === 'predict' ? expected.targetMark : null,
    contracts: expected.kind === 'predict' ? null : (estimate?.contracts ?? sizeOf(prepared)),
    validUntil: expiresAt,
  }
}

/** Whether a limit is worse on that side than the one that the trader confirmed. */
const worse = (side: Side, limit: Price, confirmed: Price): boolean =>
  side === 'buy' ? compare(limit, confirmed) > 0 : compare(limit, confirmed) < 0
