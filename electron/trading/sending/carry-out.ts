/** Steps shared by all ways of executing an action, whoever signs it. */

import type { Mismatch } from '../../../contract/action.ts'
import { actionCode, codeText } from '../../../contract/action-code.ts'
import type { Intent } from '../../../contract/intent.ts'
import { dustText, isBelowMinimum } from '../../../contract/minimum-value.ts'
import { addsExposure, makesOrder } from '../../../contract/requested-order.ts'
import type { Log } from '../../log/index.ts'
import { certaintyOf, ServiceError } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import {
  type ActionLog,
  type Approval,
  isBeforeSent,
  MAX_STALE,
  type Refusal,
  staleCount,
  wasSent,
} from '../actions/index.ts'
import { priorityOf } from './queues.ts'
import { nothingMore, type Remedy, refusalOf, remedyFor } from './refusal.ts'

/** Whether an action has ended, or is prepared again: `look` only when no read shows a trace of what was sent. */
export type Next = 'done' | 'again' | 'look'

/** Each step is journalled before its effect. */
export type ActionSteps = ReturnType<typeof createActionSteps>

export interface ActionStepsOptions {
  readonly actionLog: ActionLog
  /** Whether the account of an action is still the signed-in one. */
  readonly isCurrent: (account: string) => boolean
  /** Message for a cancel that the service refused: the fate of the order, or null. */
  readonly outcomeOfOrder: (asset: string, oid: string) => Promise<string | null>
  /** Whether reads that begin now certainly show no trace of what was sent; what they do show is processed. */
  readonly hasNoTrace: (id: string) => Promise<boolean>
  readonly approval: Approval
  /** Resolves when the submit of an action may be sent. @throws ServiceError of kind `held_back` */
  readonly mayLeave: (id: string) => Promise<void>
  /** Sets leverage 2 on the binary assets, as an action of its own; returns why it did not, or null. */
  readonly setUpBinary: (forAction: string) => Promise<Refusal | null>
  /** Receives every failure of the service that ends an action. */
  readonly onServiceError: (error: ServiceError) => void
  readonly log: Log
}

export function createActionSteps({ actionLog, log, ...options }: ActionStepsOptions) {
  /** Why the last submit of an action was refused: remedied before it is prepared again. */
  const missed = new Map<string, { readonly remedy: Remedy; readonly error: ServiceError }>()

  function known(id: string): StoredAction {
    const action = actionLog.get(id)
    if (action === null) throw new Error(`no action ${id}`)
    return action
  }

  const refuse = (id: string, refusal: Refusal, mismatches: readonly Mismatch[] = []): Promise<unknown> =>
    actionLog.apply(id, { type: 'refused', refusal, mismatches })

  /** A refused cancel gets the fate of the order, where the history has it; a close below the minimum value is named. */
  async function explained(id: string, refusal: Refusal): Promise<Refusal> {
    const { intent } = known(id)
    if (isBelowMinimum(codeText(refusal.code), refusal.message)) {
      const message = intent.kind === 'close' ? dustText(intent, refusal.message) : refusal.message
      return { ...refusal, code: 'minimum_value', message, field: 'size' }
    }
    if (intent.kind !== 'cancel') return refusal
    const outcome = await options.outcomeOfOrder(intent.asset, intent.oid)
    return outcome === null ? refusal : { ...refusal, message: `${refusal.message} ${outcome}` }
  }

  /**
   * Ends an action that could not be prepared. If it was sent before and is prepared again, and the service now says that it already has it, it was
   * accepted after all. @throws anything that is not a failure of the service.
   */
  async function notPrepared(id: string, error: unknown): Promise<null> {
    if (!(error instanceof ServiceError)) throw error
    options.onServiceError(error)
    if (wasSent(known(id)) && certaintyOf(error, 'submit').effect === 'did_it') {
      await notKnown(id, refusalOf(error))
    } else if (error.kind === 'problem') {
      await actionLog.apply(id, { type: 'rejected', refusal: await explained(id, refusalOf(error)) })
    } else {
      await refuse(id, { ...refusalOf(error), message: `${error.message} ${nothingMore(known(id))}` })
    }
    return null
  }

  /** Refuses an action whose account is no longer signed in: the signature would be another wallet's. */
  async function isExternal(id: string): Promise<boolean> {
    if (options.isCurrent(known(id).account)) return false
    const message = `Another wallet is signed in now. ${nothingMore(known(id), 'signed')}`
    await refuse(id, { code: 'identity_changed', message, field: null })
    return true
  }

  async function madeGood(id: string, remedy: Remedy, error: ServiceText): Promise<boolean> {
    // The remedy is signed by the signed-in wallet: another wallet was not asked for it.
    if (await isExternal(id)) return false
    if (remedy === 'approve_agent' && isApprovalAsked(id)) {
      const message = approvalFirst(error, nothingMore(known(id), 'signed'))
      await refuse(id, { code: actionCode(error.code), message, field: null })
      return false
    }
    await actionLog.apply(id, { type: 'noted', detail: error.message })
    const refusal = remedy === 'approve_agent' ? await approved(id) : await setUp(id)
    if (refusal === null) return true
    await refuse(id, { code: actionCode(error.code), message: `${error.message} ${refusal.message}`, field: null })
    return false
  }

  async function approved(id: string): Promise<Refusal | null> {
    const outcome = await options.approval.approve()
    if (outcome.kind !== 'approved') return outcome.refusal
    await actionLog.apply(id, { type: 'noted', detail: `agent ${outcome.agent} approved` })
    return null
  }

  /**
   * Whether a missing approval needs the trader's confirmation first. It is a signature of their own wallet, and a click on an order or an estimate
   * did not ask for it. Only what reduces risk makes it automatically, because it can wait for nobody.
   */
  function isApprovalAsked(id: string): boolean {
    if (goesWithoutAsking(known(id).intent)) return false
    if (options.isCurrent(known(id).account)) options.approval.notApproved()
    return true
  }

  /** A leverage is signed only for a trader who was asked about it. */
  async function setUp(id: string): Promise<Refusal | null> {
    const { intent } = known(id)
    return intent.kind === 'binary_predict' && intent.setsLeverage !== true ? SETUP_UNASKED : options.setUpBinary(id)
  }

  /**
   * Back to preparing, with the same client order id; after the last attempt the service's refusal is final. The reads may have found something else
   * meanwhile: that counts then.
   */
  async function prepareAgain(id: string, refusal: Refusal): Promise<Next> {
    const action = known(id)
    if (staleCount(action) < MAX_STALE) {
      return (await actionLog.offer(id, { type: 'stale', detail: refusal.message })) ? 'again' : 'done'
    }
    if (isBeforeSent(action.state)) await refuse(id, refusal)
    else await actionLog.offer(id, { type: 'rejected', refusal })
    return 'done'
  }

  async function notKnown(id: string, refusal: Refusal): Promise<void> {
    log.warn({ action: id, code: refusal.code }, 'a submit has no certain answer')
    await actionLog.apply(id, { type: 'no_answer', refusal })
  }

  /** An action that the service explicitly did not execute. */
  async function turnedAway(id: string, error: unknown, refusal: Refusal, signer: 'agent' | 'wallet'): Promise<Next> {
    if (error instanceof ServiceError && error.kind !== 'problem') {
      const message = `${refusal.message} The request was not sent. ${nothingMore(known(id))}`
      await actionLog.apply(id, { type: 'never_left', refusal: { ...refusal, message } })
      return 'done'
    }
    /** A rate limit refuses only for the moment, and a close or a cancel keeps trying as long as it can. */
    if (isLimit(error) && priorityOf(known(id).intent) !== 'rest') return prepareAgain(id, refusal)
    const remedy = remedyFor(error, signer)
    if (remedy === 'approve_agent' && isApprovalAsked(id)) {
      await actionLog.apply(id, {
        type: 'rejected',
        refusal: { ...refusal, message: approvalFirst(error as ServiceError, nothingMore(known(id))) },
      })
      return 'done'
    }
    /** A setup helps only a prediction, least of all the setup itself. */
    if (remedy === null || (remedy === 'binary_setup' && known(id).intent.kind !== 'binary_predict')) {
      await actionLog.apply(id, { type: 'rejected', refusal: await explained(id, refusal) })
      return 'done'
    }
    const next = await prepareAgain(id, refusal)
    if (next === 'again') missed.set(id, { remedy, error: error as ServiceError })
    return next
  }

  return {
    known,
    refuse,
    prepareAgain,
    isExternal,
    /**
     * Sends the signed action; null when the action has ended instead, because another wallet is now signed in, whose token would be used. Nothing
     * comes between that check and the request. @throws what `submit` throws.
     */
    async send<Answer>(id: string, submit: () => Promise<Answer>): Promise<Answer | null> {
      if (options.isCurrent(known(id).account)) return submit()
      const message = `Another wallet is signed in now. ${nothingMore(known(id))}`
      await actionLog.apply(id, { type: 'never_left', refusal: { code: 'identity_changed', message, field: null } })
      return null
    },
    /** Whether its submit may be sent now under the service's rate limit; otherwise the action is refused. */
    async mayLeave(id: string): Promise<boolean> {
      try {
        await options.mayLeave(id)
        return true
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        await refuse(id, { ...refusalOf(error), message: `${error.message} ${nothingMore(known(id))}` })
        return false
      }
    },
    /** Refuses what may no longer be signed, by the checks repeated right before. */
    async isBarred(id: string, lastRefusal: (id: string) => Promise<Refusal | null>): Promise<boolean> {
      const blocked = await lastRefusal(id)
      if (blocked !== null) await refuse(id, { ...blocked, message: `${blocked.message} ${nothingMore(known(id))}` })
      return blocked !== null
    },
    /** The service prepared something other than the request: shown field by field, and refused. @param note what is known of the difference. */
    async mismatched(id: string, mismatches: readonly Mismatch[], note?: string): Promise<void> {
      const fields = mismatches.map(({ field }) => field).join(', ')
      const reported = `The venue prepared something other than your order (${fields}).`
      const message = `${reported}${note === undefined ? '' : ` ${note}`} ${nothingMore(known(id), 'signed')}`
      await refuse(id, { code: 'mismatch', message, field: null }, mismatches)
    },
    /** The prepared action, or null when the action has ended. What the service requires first is supplied, once each. */
    async prepared<Prepared>(
      id: string,
      prepare: () => Promise<Prepared>,
      signer: 'agent' | 'wallet',
    ): Promise<Prepared | null> {
      const remedies = new Set<Remedy>()
      const missing = missed.get(id)
      missed.delete(id)
      if (missing !== undefined) {
        remedies.add(missing.remedy)
        if (!(await madeGood(id, missing.remedy, missing.error))) return null
      }
      // An agent's signature names no account: with another wallet's key the order would belong to that wallet.
      if (signer === 'agent' && options.approval.isKeyOfAnother()) {
        remedies.add('approve_agent')
        if (!(await madeGood(id, 'approve_agent', KEY_OF_ANOTHER))) return null
      }
      for (;;) {
        try {
          return await prepare()
        } catch (error) {
          const remedy = remedyFor(error, signer)
          if (remedy === null || remedies.has(remedy)) return notPrepared(id, error)
          remedies.add(remedy)
          if (!(await madeGood(id, remedy, error as ServiceError))) return null
        }
      }
    },
    /** Takes the step for a failed submit. Concludes only what the failure certainly proves. */
    async submitFailed(id: string, error: unknown, signer: 'agent' | 'wallet'): Promise<Next> {
      if (error instanceof ServiceError) options.onServiceError(error)
      const refusal = refusalOf(error)
      const { effect, again } = certaintyOf(error, 'submit')
      if (effect === 'did_nothing') return turnedAway(id, error, refusal, signer)
      await notKnown(id, refusal)
      return again === 'plan_anew' ? 'look' : 'done'
    },
    /** Checks whether what was sent has left a trace, and continues only without one; until then the outcome is unknown. */
    async lookForTrace(id: string): Promise<Next> {
      const { code, message, field } = known(id)
      if (!(await options.hasNoTrace(id))) return 'done'
      /** Sent as often as allowed, never with a conclusive answer: the reads decide, also on what appears late. */
      if (staleCount(known(id)) >= MAX_STALE) return 'done'
      return prepareAgain(id, { code: code ?? 'stale_prepared_action', message: message ?? '', field })
    },
  }
}

/** Text of a service's refusal. */
type ServiceText = Pick<ServiceError, 'code' | 'message'>

const KEY_OF_ANOTHER: ServiceText = {
  code: 'agent_not_approved',
  message: "Another wallet approved this terminal's agent key.",
}

const SETUP_UNASKED: Refusal = {
  code: 'leverage_must_be_2',
  message:
    'Nothing was signed: binary setup needs its own signature. Press again in the order ticket, or set it up there.',
  field: null,
}

const goesWithoutAsking = (intent: Intent): boolean =>
  intent.kind === 'cancel' || (makesOrder(intent) && !addsExposure(intent))

const approvalFirst = (error: ServiceText, nothing: string): string =>
  `${error.message} ${nothing} Approve the agent in Account with your wallet, then send it again.`

const isLimit = (error: unknown): boolean => error instanceof ServiceError && error.status === 429
