/** Steps that every way of carrying out an action shares, whoever signs it. */
import type { Mismatch } from '../../../contract/action.ts'
import type { Log } from '../../log/index.ts'
import { ServiceError } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, type Approval, MOST_STALE, type Refusal, staleCount } from '../actions/index.ts'
import { type Remedy, refusalOf, remedyFor, submitFailure } from './failures.ts'

/** Whether an action has ended, or is prepared again. */
export type Next = 'done' | 'again'

/** Each step is journalled before what follows it. */
export interface ActionSteps {
  known(id: string): StoredAction
  refuse(id: string, refusal: Refusal, mismatches?: readonly Mismatch[]): Promise<unknown>
  /** Refuses an action whose account is not signed in any more: its signature would be another wallet's. */
  isForeign(id: string): Promise<boolean>
  /** The service prepared something else than was asked for: shown field by field, and refused. */
  mismatched(id: string, mismatches: readonly Mismatch[]): Promise<void>
  /** What was prepared, or null when the action has ended. What the service misses is made good, once each. */
  prepared<Prepared>(id: string, prepare: () => Promise<Prepared>): Promise<Prepared | null>
  submitFailed(id: string, error: unknown): Promise<Next>
  /** Back to preparing, with the same client order id; after the last time the service's refusal stands. */
  prepareAgain(id: string, refusal: Refusal): Promise<Next>
}

export interface ActionStepsOptions {
  readonly actionLog: ActionLog
  /** Whether the account that an action belongs to is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
  /** Words for a cancel that the service refused: what had become of the order, or null. */
  readonly outcomeOfOrder: (asset: string, oid: string) => Promise<string | null>
  readonly approval: Approval
  /** Sets leverage 2 on the binary assets, as an action of its own; why it did not, or null. */
  readonly setUpBinary: (forAction: string) => Promise<Refusal | null>
  /** Told of every failure of the service that ends an action. */
  readonly onServiceError: (error: ServiceError) => void
  readonly log: Log
}

export function createActionSteps({ actionLog, log, ...options }: ActionStepsOptions): ActionSteps {
  /** What the last submit of an action was refused for: made good before it is prepared again. */
  const missed = new Map<string, { readonly remedy: Remedy; readonly error: ServiceError }>()

  function known(id: string): StoredAction {
    const action = actionLog.get(id)
    if (action === null) throw new Error(`no action ${id}`)
    return action
  }

  const refuse: ActionSteps['refuse'] = (id, refusal, mismatches = []) =>
    actionLog.apply(id, { type: 'refused', refusal, mismatches })

  /** A refused cancel says what had become of the order, where the history knows. */
  async function withOutcome(id: string, refusal: Refusal): Promise<Refusal> {
    const { intent } = known(id)
    if (intent.kind !== 'cancel') return refusal
    const outcome = await options.outcomeOfOrder(intent.asset, intent.oid)
    return outcome === null ? refusal : { ...refusal, message: `${refusal.message} The order was ${outcome}.` }
  }

  /** Ends an action that could not be prepared. @throws what is no failure of the service. */
  async function notPrepared(id: string, error: unknown): Promise<null> {
    if (!(error instanceof ServiceError)) throw error
    options.onServiceError(error)
    if (error.delivery === 'answered' && error.kind === 'problem') {
      await actionLog.apply(id, { type: 'rejected', refusal: await withOutcome(id, refusalOf(error)) })
    } else {
      await refuse(id, { ...refusalOf(error), message: `${error.message} Nothing was sent.` })
    }
    return null
  }

  async function madeGood(id: string, remedy: Remedy, error: ServiceError): Promise<boolean> {
    await actionLog.apply(id, { type: 'noted', detail: error.message })
    const refusal = remedy === 'approve_agent' ? await approved(id) : await options.setUpBinary(id)
    if (refusal === null) return true
    await refuse(id, { code: error.code, message: `${error.message} ${refusal.message}`, field: null })
    return false
  }

  async function approved(id: string): Promise<Refusal | null> {
    const outcome = await options.approval.approve()
    if (outcome.kind !== 'approved') return outcome.refusal
    await actionLog.apply(id, { type: 'noted', detail: `agent ${outcome.agent} approved` })
    return null
  }

  async function prepareAgain(id: string, refusal: Refusal): Promise<Next> {
    const action = known(id)
    if (staleCount(action) < MOST_STALE) {
      await actionLog.apply(id, { type: 'stale', detail: refusal.message })
      return 'again'
    }
    if (action.state === 'sent') await actionLog.apply(id, { type: 'rejected', refusal })
    else await refuse(id, refusal)
    return 'done'
  }

  return {
    known,
    refuse,
    prepareAgain,
    async isForeign(id) {
      if (options.isCurrent(known(id).account)) return false
      const message = 'Another wallet is signed in now. Nothing was signed.'
      await refuse(id, { code: 'identity_changed', message, field: null })
      return true
    },
    async mismatched(id, mismatches) {
      const fields = mismatches.map(({ field }) => field).join(', ')
      const message = `The service prepared something else than was asked for (${fields}). Nothing was signed.`
      await refuse(id, { code: 'mismatch', message, field: null }, mismatches)
    },
    async prepared(id, prepare) {
      const remedies = new Set<Remedy>()
      const missing = missed.get(id)
      missed.delete(id)
      if (missing !== undefined) {
        remedies.add(missing.remedy)
        if (!(await madeGood(id, missing.remedy, missing.error))) return null
      }
      for (;;) {
        try {
          return await prepare()
        } catch (error) {
          const remedy = remedyFor(error)
          if (remedy === null || remedies.has(remedy)) return notPrepared(id, error)
          remedies.add(remedy)
          if (!(await madeGood(id, remedy, error as ServiceError))) return null
        }
      }
    },
    async submitFailed(id, error) {
      if (error instanceof ServiceError) options.onServiceError(error)
      const failure = submitFailure(error)
      const { refusal } = failure
      switch (failure.kind) {
        case 'rejected':
          await actionLog.apply(id, { type: 'rejected', refusal: await withOutcome(id, refusal) })
          return 'done'
        case 'never_left': {
          const message = `${refusal.message} The request never left: nothing was sent.`
          await actionLog.apply(id, { type: 'never_left', refusal: { ...refusal, message } })
          return 'done'
        }
        case 'unknown':
          log.warn({ action: id, code: refusal.code }, 'a submit has no certain answer')
          await actionLog.apply(id, { type: 'no_answer', refusal })
          return 'done'
        case 'stale': {
          const { remedy } = failure
          /** Nothing but a prediction is helped by a setup, least of all the setup itself. */
          if (remedy === 'binary_setup' && known(id).intent.kind !== 'binary_predict') {
            await actionLog.apply(id, { type: 'rejected', refusal })
            return 'done'
          }
          const next = await prepareAgain(id, refusal)
          if (next === 'again' && remedy !== null) missed.set(id, { remedy, error: error as ServiceError })
          return next
        }
      }
    },
  }
}
