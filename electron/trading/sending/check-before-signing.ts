/** Whether what was prepared may be signed: it is verified against what was asked for, and the trader is asked where their word is needed. */
import type { Price } from '../../../contract/decimal.ts'
import { orderAskedFor } from '../../../contract/order-asked-for.ts'
import type { PreparedAction } from '../../service/index.ts'
import type { ExpectedAction, Verification } from '../../signing/index.ts'
import type { ActionLog } from '../actions/index.ts'
import type { Plan } from '../plans/index.ts'
import type { ActionSteps, Next } from './carry-out.ts'
import type { Confirmations } from './confirmations.ts'
import { hasPreview, previewOf, worse } from './preview.ts'
import type { PreparedActions } from './sign-and-submit.ts'

export interface CheckBeforeSigningOptions {
  readonly actionLog: ActionLog
  /** Checks everything that is to be signed for one intent, all of it before any of it is. */
  readonly verify: (expected: ExpectedAction, prepared: readonly PreparedAction[]) => Verification
  readonly unverifiedActions: () => 'confirm' | 'refuse'
}

/** What the trader gave their word on. */
export interface Confirmed {
  readonly limit: Price | null
}

/** Detail of the step of an action that was taken unchecked. */
export const ON_YOUR_CONFIRMATION = 'not verified; signed as you confirmed'

/**
 * The result tells whether a prepared action may be signed, must be prepared again, or has ended.
 * @param confirmed (of the result) what the trader took on their word already, if anything: with its limit, where that is known.
 */
export function createCheckBeforeSigning(
  { actionLog, verify, unverifiedActions }: CheckBeforeSigningOptions,
  steps: ActionSteps,
  confirmations: Pick<Confirmations, 'askUnverified' | 'askEstimate'>,
): (id: string, plan: Plan, prepared: PreparedActions, confirmed: Confirmed | null) => Promise<'signable' | Next> {
  async function signable(id: string, detail: string | null): Promise<'signable'> {
    await actionLog.apply(id, { type: 'verified', detail })
    return 'signable'
  }

  async function refused(id: string, code: string, message: string): Promise<'done'> {
    await steps.refuse(id, { code, message, field: null })
    return 'done'
  }

  async function checkBeforeSigning(
    id: string,
    plan: Plan,
    prepared: PreparedActions,
    confirmed: Confirmed | null,
  ): Promise<'signable' | Next> {
    const verification = verify(plan.expected, prepared)
    if (verification.verified === false) {
      await steps.mismatched(id, verification.mismatches)
      return 'done'
    }
    const unverified = verification.verified === 'impossible' ? verification.reason : null
    if (unverified !== null && unverifiedActions() === 'refuse') {
      return refused(id, 'unverified', `${unverified} The settings refuse that.`)
    }
    if (hasPreview(plan.expected)) return askEstimate(id, plan.expected, prepared[0], confirmed, unverified)
    if (unverified !== null && !(await confirmations.askUnverified(id, unverified))) {
      return refused(id, 'declined', 'You chose not to sign what could not be verified.')
    }
    return signable(id, unverified === null ? null : ON_YOUR_CONFIRMATION)
  }

  /**
   * Shows what a prediction would do and waits for the trader's word; an estimate that runs out first is asked for again, at most twice.
   * What was prepared again after the trader's word goes on without another, as long as its limit is no worse than the one confirmed.
   * @param unverified why the prepared action could not be checked, or null.
   */
  async function askEstimate(
    id: string,
    expected: Parameters<typeof previewOf>[0],
    prepared: PreparedAction,
    confirmed: Confirmed | null,
    unverified: string | null,
  ): Promise<'signable' | Next> {
    const estimate = previewOf(expected, prepared)
    const side = orderAskedFor(steps.known(id).intent)?.side ?? null
    const limits = [estimate.limit, confirmed?.limit ?? null] as const
    const within = side !== null && limits[0] !== null && limits[1] !== null && !worse(side, limits[0], limits[1])
    if (within) return signable(id, 'within the limit that you confirmed')
    const answer = await confirmations.askEstimate(id, estimate, unverified)
    if (answer === 'ran_out') {
      const refusal = { code: 'not_confirmed', message: 'The estimate expired before you confirmed it.', field: null }
      return steps.prepareAgain(id, refusal)
    }
    if (!answer) return refused(id, 'declined', 'You discarded the estimate. Nothing was signed.')
    return signable(id, unverified === null ? 'confirmed' : ON_YOUR_CONFIRMATION)
  }

  return checkBeforeSigning
}
