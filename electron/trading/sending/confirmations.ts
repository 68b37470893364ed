/** Confirmations that the trader is asked for before something is signed, and their answers. */
import { awaitsTransferConfirmation, type Estimate, isFinal } from '../../../contract/action.ts'
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import type { Clock } from '../../../contract/time.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'

/** Why a prepared action could not be verified, as a sentence, and the number in question, if any. */
export interface Unverified {
  readonly reason: string
  readonly question: NumberQuestion | null
}

export type Confirmations = ReturnType<typeof createConfirmations>

/** An estimate without an expiry is requested again after this long, ms; one with an expiry, this long before it. */
const ESTIMATE_LIFE = 30_000
const ESTIMATE_MARGIN = 1_000

export function createConfirmations(
  actionLog: Pick<ActionLog, 'apply' | 'onChange'>,
  clock: Pick<Clock, 'after' | 'monotonic'>,
) {
  const waiting = new Map<string, (accept: boolean) => void>()
  const estimates = new Map<string, { readonly estimateId: string; readonly answer: (accept: boolean) => void }>()

  /** An action that ended meanwhile, for example because the trader stopped it, no longer waits. */
  actionLog.onChange(({ id, state }) => {
    if (!isFinal(state)) return
    waiting.get(id)?.(false)
    waiting.delete(id)
    estimates.get(id)?.answer(false)
    estimates.delete(id)
  })

  return {
    /** Shows that a prepared action cannot be verified, and waits for the trader's confirmation. */
    async askUnverified(id: string, { reason, question }: Unverified): Promise<boolean> {
      const answer = new Promise<boolean>((resolve) => waiting.set(id, resolve))
      await actionLog.apply(id, {
        type: 'awaiting_confirmation',
        message: notVerified(reason),
        unverified: reason,
        question,
      })
      return answer
    },
    /**
     * Shows an estimate and waits for the trader's confirmation; `ran_out` when it expires first.
     * @param unverified null where it was verified. @param deadline of the estimate, monotonic ms; null where unknown.
     */
    async askEstimate(
      id: string,
      estimate: Estimate,
      unverified: Unverified | null,
      deadline: number | null,
    ): Promise<boolean | 'ran_out'> {
      const left = deadline === null ? ESTIMATE_LIFE : deadline - clock.monotonic()
      let stop: () => void = () => {}
      const answer = new Promise<boolean | 'ran_out'>((resolve) => {
        stop = clock.after(Math.max(0, left - ESTIMATE_MARGIN), () => resolve('ran_out'))
        estimates.set(id, { estimateId: estimate.id, answer: resolve })
      })
      try {
        const asks = 'Confirm or discard'
        const message = unverified === null ? `${asks} the estimate.` : `${notVerified(unverified.reason)} ${asks}.`
        await actionLog.apply(id, {
          type: 'estimated',
          estimate,
          message,
          unverified: unverified?.reason ?? null,
          question: unverified?.question ?? null,
        })
        return await answer
      } finally {
        stop()
        estimates.delete(id)
      }
    },
    /** The trader's answer on an action that cannot be verified. Returns whether one waited. */
    confirm(id: string, accept: boolean): boolean {
      const answer = waiting.get(id)
      waiting.delete(id)
      answer?.(accept)
      return answer !== undefined
    },
    /** The trader's answer on an estimate; `changed` when another one has replaced it. */
    confirmEstimate(id: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting' {
      const request = estimates.get(id)
      if (request === undefined) return 'not_waiting'
      /** A declined prediction is dropped regardless of which estimate the trader saw. */
      if (accept && request.estimateId !== estimateId) return 'changed'
      estimates.delete(id)
      request.answer(accept)
      return 'taken'
    },
  }
}

/** A message that waits for the trader's confirmation always begins with the same sentence. */
export const notVerified = (reason: string): string => `Not verified against your order. ${reason}`

/**
 * Stores the trader's answer as a step: the transfer is over, is no longer looked up and does not delay quitting. False when it does not wait for an
 * answer, or belongs to another account.
 */
export async function applyTransferConfirmation(
  { actionId, made }: { readonly actionId: string; readonly made: boolean },
  account: string | null,
  actionLog: ActionLog,
): Promise<boolean> {
  const action = actionLog.get(actionId)
  if (action === null || action.account !== account || !awaitsTransferConfirmation(action)) return false
  if (made) return actionLog.offer(actionId, { type: 'said_made', detail: 'You recorded it as completed.' })
  const refusal: Refusal = { code: 'said_not_made', message: 'You recorded it as failed.', field: null }
  return actionLog.offer(actionId, { type: 'said_not_made', refusal })
}
