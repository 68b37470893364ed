/** Actions that the trader's own wallet signs: direct orders, payloads that the service prepares for it, the agent's approval. */
import type { Hex } from '../../../contract/address.ts'
import { compare } from '../../../contract/decimal.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import {
  acceptance,
  type ClientOrder,
  certaintyOf,
  ServiceError,
  type TradingService,
  type UserAction,
} from '../../service/index.ts'
import { userNonceOf } from '../../signing/index.ts'
import { type ActionLog, type Approval, IllegalStep, JournalFailure, type Refusal } from '../actions/index.ts'
import type { DirectPlan, UserPlan } from '../plans/index.ts'
import type { ActionSteps } from './carry-out.ts'
import { notAccepted, refusalOf } from './refusal.ts'

export interface WalletSignedOptions {
  readonly actionLog: ActionLog
  readonly steps: ActionSteps
  readonly service: {
    readonly profile: TradingService['profile']
    /** @param id the action that it is. */
    submitDirect(
      order: Parameters<TradingService['submitDirect']>[0],
      id: string,
    ): ReturnType<TradingService['submitDirect']>
  }
  readonly clock: Pick<Clock, 'after'>
  /** Whether the account of an action is still the signed-in one. */
  readonly isCurrent: (account: string) => boolean
  readonly approval: Approval
  /** The next nonce of a direct order, stored before it is returned. */
  /** The trader's wallet has just signed an action, which confirms it. */
  readonly onSignedByWallet: (id: string) => void
  /** @throws Error with a message for the trader where there is none. */
  readonly nextNonce: (signer: string) => number
  /** The payload that the wallet signs for a direct order. @throws SigningError when the deployment's settings do not fit. */
  readonly directAction: (order: ClientOrder) => UserAction
  /** Whether reads that begin now certainly show no trace of what was sent; what they do show is processed. */
  readonly hasNoTrace: (id: string) => Promise<boolean>
  readonly signAsUser: (action: UserAction) => Promise<Hex>
  /** The service's time. */
  readonly serverTime: () => Millis
  /** Why an action that adds exposure may no longer be signed, or null; checked right before. */
  readonly lastRefusal: (id: string) => Promise<Refusal | null>
}

/** Delay before a transfer without an answer is sent again, ms. */
const BEFORE_RESENDING = 1_000

export function createWalletSigned({ actionLog, steps, service, approval, ...options }: WalletSignedOptions) {
  /** The wallet's signature, about to be sent, or null when the action ended without one. */
  async function signed(id: string, action: UserAction): Promise<Hex | null> {
    if (await steps.isBarred(id, options.lastRefusal)) return null
    let signature: Hex
    try {
      signature = await options.signAsUser(action)
    } catch (error) {
      return notSigned(id, error)
    }
    options.onSignedByWallet(id)
    /** A wallet may take minutes to sign. */
    if (!(await steps.mayLeave(id))) return null
    if (await steps.isBarred(id, options.lastRefusal)) return null
    await actionLog.apply(id, { type: 'signed', detail: null }, { type: 'sent' })
    return signature
  }

  async function notSigned(id: string, error: unknown): Promise<null> {
    if (error instanceof IllegalStep || error instanceof JournalFailure) throw error
    const message = error instanceof Error ? error.message : String(error)
    await steps.refuse(id, { code: 'not_signed', message: `${message} Nothing was sent.`, field: null })
    return null
  }

  /** Whether the status of an answer means success; on any other status reads decide. */
  async function isAccepted(id: string, text: string): Promise<boolean> {
    if (acceptance(text) === 'did_it') return true
    await actionLog.apply(id, { type: 'no_answer', refusal: notAccepted(text) })
    return false
  }

  /** A wallet signature is never requested again automatically: the trader would be asked again without having requested it. */
  async function failed(id: string, error: unknown): Promise<void> {
    if (error instanceof IllegalStep || error instanceof JournalFailure) throw error
    const { effect, again } = certaintyOf(error, 'submit')
    const refusal = refusalOf(error)
    if (again !== 'plan_anew') await steps.submitFailed(id, error, 'wallet')
    else if (effect === 'did_nothing') await actionLog.apply(id, { type: 'rejected', refusal })
    else {
      await actionLog.apply(id, { type: 'no_answer', refusal })
      if (await options.hasNoTrace(id)) await actionLog.offer(id, { type: 'rejected', refusal })
    }
  }

  /** The order is built here, so nothing of the service's needs verification. */
  async function direct(id: string, { order: requested }: DirectPlan): Promise<void> {
    if (await steps.isExternal(id)) return
    const { account } = steps.known(id)
    let order: ClientOrder
    let action: UserAction
    try {
      order = { ...requested, nonce: options.nextNonce(account), timestamp: options.serverTime() }
      action = options.directAction(order)
    } catch (error) {
      await notSigned(id, error)
      return
    }
    const { actionHash } = action
    const { nonce, timestamp: at } = order
    const prepared = { orderId: `direct-${nonce}`, actionHash, nonce, expiresAt: null, at }
    await actionLog.apply(id, { type: 'prepared', prepared, cloid: null, detail: `nonce ${nonce}` })
    await actionLog.apply(id, { type: 'verified', detail: null })
    const signature = await signed(id, action)
    if (signature === null) return
    try {
      const answer = await steps.send(id, () => service.submitDirect({ order, signature }, id))
      if (answer === null) return
      const { oid, status, statusText, filled } = answer
      if (!(await isAccepted(id, statusText))) return
      await actionLog.apply(id, { type: 'acknowledged', oid, cloid: null, detail: statusText })
      const seen = { oid, cloid: null, filled, detail: filled === null ? null : `${filled} of ${order.size} filled` }
      if (status === 'resting') await actionLog.offer(id, { type: 'resting', ...seen })
      else if (status === 'filled' && (filled === null || compare(filled, order.size) >= 0))
        await actionLog.offer(id, { type: 'filled', ...seen })
      else if (status === 'cancelled') await actionLog.offer(id, { type: 'cancelled', ...seen })
    } catch (error) {
      await failed(id, error)
    }
  }

  async function prepared(id: string, plan: UserPlan): Promise<void> {
    const action = await steps.prepared(id, () => plan.prepare(), 'wallet')
    if (action === null) return
    const { actionHash, message } = action
    const nonce = userNonceOf(message)
    const at = options.serverTime()
    const kept = { orderId: actionHash, actionHash, nonce, expiresAt: null, at, balances: plan.balances ?? null }
    await actionLog.apply(id, { type: 'prepared', prepared: kept, cloid: null, detail: null })
    const verification = plan.verify(action)
    if (verification.verified !== true) {
      return steps.mismatched(id, verification.verified === false ? verification.mismatches : [])
    }
    await actionLog.apply(id, { type: 'verified', detail: null })
    if (await steps.isExternal(id)) return
    const signature = await signed(id, action)
    if (signature === null) return
    const submit = () => plan.submit({ actionHash, signature })
    try {
      const answer = await steps.send(id, submit)
      if (answer === null || !(await isAccepted(id, answer.status))) return
      await actionLog.apply(id, { type: 'acknowledged', oid: null, cloid: null, detail: answer.status })
    } catch (error) {
      if (!(await madeWhenSentAgain(id, error, submit))) await failed(id, error)
    }
  }

  /**
   * Sends the same signed transfer once more where the deployment guarantees that its nonce makes it unique: accepted, or already known, it is made.
   * Any other answer proves nothing about the first copy. Meanwhile it stays `sent`, so that neither reads nor the trader settle it.
   */
  async function madeWhenSentAgain(
    id: string,
    error: unknown,
    submit: () => Promise<{ readonly status: string }>,
  ): Promise<boolean> {
    const { intent, account } = steps.known(id)
    if (intent.kind !== 'transfer' || !service.profile.resendTransfers) return false
    if (!(error instanceof ServiceError) || certaintyOf(error, 'submit').effect === 'did_nothing') return false
    await new Promise<void>((resolve) => options.clock.after(BEFORE_RESENDING, resolve))
    const note = `${refusalOf(error).message} The same signed transfer is sent again; it can take effect only once.`
    await actionLog.apply(id, { type: 'noted', detail: note })
    if (!options.isCurrent(account)) return false
    let text: string
    try {
      const { status } = await submit()
      if (acceptance(status) !== 'did_it') return false
      text = status
    } catch (again) {
      if (certaintyOf(again, 'submit').effect !== 'did_it') return false
      text = refusalOf(again).message
    }
    await actionLog.apply(id, { type: 'acknowledged', oid: null, cloid: null, detail: text })
    await actionLog.apply(id, { type: 'confirmed', detail: null })
    return true
  }

  async function approve(id: string): Promise<void> {
    const outcome = await approval.approve(async (step) => {
      switch (step.at) {
        case 'prepared': {
          const { actionHash } = step
          const prepared = { orderId: actionHash, actionHash, nonce: null, expiresAt: null }
          await actionLog.apply(id, { type: 'prepared', prepared, cloid: null, detail: null })
          return
        }
        case 'verified':
          await actionLog.apply(id, { type: 'verified', detail: null })
          return
        case 'signed':
          await actionLog.apply(id, { type: 'signed', detail: null })
          return
        case 'sent':
          await actionLog.apply(id, { type: 'sent' })
          return
      }
    })
    if (outcome.kind === 'approved') {
      await actionLog.apply(id, { type: 'acknowledged', oid: null, cloid: null, detail: `agent ${outcome.agent}` })
      await actionLog.apply(id, { type: 'confirmed', detail: null })
      return
    }
    const { refusal, mismatches = [] } = outcome
    const sent = steps.known(id).state === 'sent'
    if (outcome.kind === 'rejected') await actionLog.apply(id, { type: 'rejected', refusal })
    else if (!sent) await steps.refuse(id, refusal, mismatches)
    else if (outcome.kind === 'unknown') await actionLog.apply(id, { type: 'no_answer', refusal })
    else await actionLog.apply(id, { type: 'never_left', refusal })
  }

  return { direct, prepared, approve }
}
