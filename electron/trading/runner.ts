/** Carries out one action from its journalled intent to the service's answer. What the reads show afterwards is not its concern. */
import type { ActionState, Estimate } from '../../contract/action.ts'
import { type Hex, parseCloid } from '../../contract/address.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { Log } from '../log.ts'
import { ServiceError } from '../service/errors.ts'
import type { ClientOrder, PreparedAction, SubmitAck, TradingService, UserAction } from '../service/interface.ts'
import type { ExpectedAction, Verification } from '../signing/index.ts'
import type { StoredAction } from '../storage/interface.ts'
import { refusalOf, saysAgentMissing, submitFailure } from './failures.ts'
import type { Approval } from './identity-seam.ts'
import { createGate, createLane } from './lane.ts'
import { IllegalStep, isBeforeSent, JournalFailure, type Ledger } from './ledger.ts'
import type { AgentIntent, AnyPlan, DirectPlan, Plan, Planner } from './plans.ts'
import { limitOf, previewOf, worse } from './preview.ts'
import { MOST_STALE, type Refusal, staleCount } from './state-machine.ts'

export interface RunnerOptions {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly service: TradingService
  readonly plan: Planner
  readonly approval: Approval
  readonly verify: (expected: ExpectedAction, prepared: PreparedAction) => Verification
  readonly sign: (prepared: PreparedAction) => Promise<Hex>
  /** Whether the account that an action belongs to is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
  /** The next nonce of a direct order, stored before it is handed out. */
  readonly nextNonce: (signer: string) => number
  /** What the wallet signs for a direct order. @throws SigningError when the profile does not fit. */
  readonly directAction: (order: ClientOrder) => UserAction
  readonly signAsUser: (action: UserAction) => Promise<Hex>
  readonly unverifiedActions: () => 'confirm' | 'refuse'
  /** The service's time. */
  readonly serverTime: () => Millis
  /** Words for a cancel that the service refused: what had become of the order, or null. */
  readonly fateOfOrder: (asset: string, oid: string) => Promise<string | null>
  /** Something was sent: reads should follow. */
  readonly settled: (action: StoredAction) => void
  /** Told of every failure of the service that ends an action. */
  readonly onServiceError: (error: ServiceError) => void
  readonly log: Log
}

export interface Runner {
  /** Checks a drafted action and journals it; resolves as soon as it is journalled or refused. Never throws. */
  begin(id: string): Promise<void>
  /** The trader's word on an action that waits for it. Whether one waited. */
  confirm(id: string, accept: boolean): boolean
  /** The same for an estimate; `changed` when another one has replaced it. */
  confirmEstimate(id: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting'
}

/** A submit without an answer lets the next one out after this long, ms. */
const LONGEST_TURN = 2_000
const PREPARES_AT_ONCE = 8
/** A prepared action this close to its expiry is not signed any more, ms. */
const TOO_LATE = 250

/** An estimate without an expiry is asked for anew after this long, ms; one with it, this long before. */
const ESTIMATE_LIFE = 30_000
const ESTIMATE_MARGIN = 1_000

type Turn = 'done' | 'again'
/** Whether a prepared action may be signed, must be prepared anew, or has ended. */
type Check = 'signable' | Turn

export function createRunner(options: RunnerOptions): Runner {
  const { ledger, clock, service, approval, log } = options
  const lane = createLane(clock, LONGEST_TURN)
  const gate = createGate(PREPARES_AT_ONCE)
  const waiting = new Map<string, (accept: boolean) => void>()
  const estimates = new Map<string, { readonly estimateId: string; readonly answer: (accept: boolean) => void }>()

  const refuse = (id: string, refusal: Refusal) => ledger.apply(id, { type: 'refused', refusal, mismatches: [] })

  /** Ends an action after an error that no step foresaw: refused when nothing left, else left to the reads. */
  async function giveUp(id: string, error: unknown): Promise<void> {
    const state: ActionState = ledger.get(id)?.state ?? 'refused'
    const message = error instanceof Error ? error.message : String(error)
    log.error({ action: id, state, err: error }, 'an action stopped on an unforeseen error')
    if (isBeforeSent(state))
      await refuse(id, { code: 'internal', message: `${message} Nothing was sent.`, field: null })
    else await ledger.offer(id, { type: 'no_answer', refusal: { code: 'internal', message, field: null } })
  }

  async function begin(id: string): Promise<void> {
    try {
      const { intent } = known(id)
      let first: AnyPlan | null = null
      if (intent.kind !== 'approve_agent') {
        first = await planned(id, intent, false)
        if (first === null) return
      }
      await ledger.apply(id, { type: 'check_passed' })
      await ledger.apply(id, { type: 'journalled' })
      void carryOut(id, first).catch((error) => giveUp(id, error))
    } catch (error) {
      await giveUp(id, error)
    }
  }

  async function carryOut(id: string, first: AnyPlan | null): Promise<void> {
    if (first === null) await approve(id)
    else if (first.kind === 'direct') await lane(() => sendDirect(id, first))
    else await sendPrepared(id, first)
    const action = ledger.get(id)
    if (action !== null) options.settled(action)
  }

  async function sendPrepared(id: string, first: Plan): Promise<void> {
    let plan: AnyPlan | null = first
    /** What the trader took on their word, if anything: with its limit, where that is known. */
    let word: Word | null = null
    while (plan?.kind === 'agent') {
      const current: Plan = plan
      const prepared = await prepare(id, current)
      if (prepared === null) return
      let turn: Check = await verified(id, current, prepared, word)
      if (turn === 'signable') {
        word = { limit: limitOf(prepared) }
        turn = await lane(() => signAndSubmit(id, current, prepared))
      }
      if (turn === 'done') return
      plan = await planned(id, known(id).intent as AgentIntent, true)
    }
  }

  /** An order that the trader's own wallet signs: built here, so there is nothing of the service's to check. */
  async function sendDirect(id: string, { order: wish }: DirectPlan): Promise<void> {
    const { account } = known(id)
    if (await isForeign(id)) return
    const order: ClientOrder = { ...wish, nonce: options.nextNonce(account), timestamp: options.serverTime() }
    let signature: Hex
    try {
      const action = options.directAction(order)
      const { actionHash } = action
      const prepared = { orderId: `direct-${order.nonce}`, actionHash, nonce: order.nonce, expiresAt: null }
      await ledger.apply(id, { type: 'prepared', prepared, cloid: null, detail: `nonce ${order.nonce}` })
      await ledger.apply(id, { type: 'verified', detail: null })
      signature = await options.signAsUser(action)
    } catch (error) {
      if (error instanceof IllegalStep || error instanceof JournalFailure) throw error
      const message = error instanceof Error ? error.message : String(error)
      await refuse(id, { code: 'not_signed', message: `${message} Nothing was sent.`, field: null })
      return
    }
    await ledger.apply(id, { type: 'signed', detail: null })
    await ledger.apply(id, { type: 'sent' })
    try {
      const { oid, status, statusText, filled } = await service.submitDirect({ order, signature })
      await ledger.apply(id, { type: 'acknowledged', oid, cloid: null, detail: statusText })
      const seen = { oid, cloid: null, filled, detail: filled === null ? null : `${filled} of ${order.size} filled` }
      if (status === 'resting') await ledger.offer(id, { type: 'resting', ...seen })
      else if (status === 'filled') await ledger.offer(id, { type: 'filled', ...seen })
      else if (status === 'cancelled') await ledger.offer(id, { type: 'cancelled', ...seen })
    } catch (error) {
      if (error instanceof IllegalStep || error instanceof JournalFailure) throw error
      await directFailed(id, error)
    }
  }

  async function directFailed(id: string, error: unknown): Promise<void> {
    const failure = submitFailure(error)
    if (failure.kind !== 'stale') await submitFailed(id, error)
    else await ledger.apply(id, { type: 'rejected', refusal: failure.refusal })
  }

  /** Refuses an action whose account is not signed in any more: its signature would be another wallet's. */
  async function isForeign(id: string): Promise<boolean> {
    if (options.isCurrent(known(id).account)) return false
    const message = 'Another wallet is signed in now. Nothing was signed.'
    await refuse(id, { code: 'identity_changed', message, field: null })
    return true
  }

  function known(id: string): StoredAction {
    const action = ledger.get(id)
    if (action === null) throw new Error(`no action ${id}`)
    return action
  }

  /** The plan, or null when the action is refused. */
  async function planned(id: string, intent: AgentIntent, again: boolean): Promise<AnyPlan | null> {
    try {
      const result = await options.plan(id, intent, known(id).cloid, again)
      if (result.ok) return result.value
      await refuse(id, result.error)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      await refuse(id, refusalOf(error))
    }
    return null
  }

  /** The prepared action, or null when the action has ended. A missing agent approval is made good once. */
  async function prepare(id: string, plan: Plan): Promise<PreparedAction | null> {
    let prepared: PreparedAction
    try {
      prepared = await gate(() => plan.prepare())
    } catch (error) {
      if (!saysAgentMissing(error)) return notPrepared(id, error)
      if (!(await approvedAgain(id, error))) return null
      try {
        prepared = await gate(() => plan.prepare())
      } catch (second) {
        return notPrepared(id, second)
      }
    }
    const { orderId, actionHash, nonce, expiresAt } = prepared
    const cloid = cloidOf(plan, prepared)
    await ledger.apply(id, {
      type: 'prepared',
      prepared: { orderId, actionHash, nonce, expiresAt },
      cloid,
      detail: null,
    })
    return prepared
  }

  async function notPrepared(id: string, error: unknown): Promise<null> {
    if (!(error instanceof ServiceError)) throw error
    options.onServiceError(error)
    if (error.delivery === 'answered' && error.kind === 'problem') {
      await ledger.apply(id, { type: 'rejected', refusal: await withFate(id, refusalOf(error)) })
    } else {
      await refuse(id, { ...refusalOf(error), message: `${error.message} Nothing was sent.` })
    }
    return null
  }

  async function approvedAgain(id: string, error: ServiceError): Promise<boolean> {
    await ledger.apply(id, { type: 'noted', detail: error.message })
    const outcome = await approval.approve()
    if (outcome.kind === 'approved') {
      await ledger.apply(id, { type: 'noted', detail: `agent ${outcome.agent} approved` })
      return true
    }
    const message = `${error.message} ${outcome.refusal.message}`
    await refuse(id, { code: error.code, message, field: null })
    return false
  }

  async function verified(id: string, plan: Plan, prepared: PreparedAction, word: Word | null): Promise<Check> {
    const verification = options.verify(plan.expected, prepared)
    if (verification.verified === true) {
      if (plan.expected.kind === 'predict') return askEstimate(id, plan, prepared, word, null)
      await ledger.apply(id, { type: 'verified', detail: null })
      return 'signable'
    }
    if (verification.verified === false) {
      const fields = verification.mismatches.map(({ field }) => field).join(', ')
      const message = `The service prepared something else than was asked for (${fields}). Nothing was signed.`
      const refusal = { code: 'mismatch', message, field: null }
      await ledger.apply(id, { type: 'refused', refusal, mismatches: verification.mismatches })
      return 'done'
    }
    if (options.unverifiedActions() === 'refuse') {
      await refuse(id, { code: 'unverified', message: `${verification.reason} The settings refuse that.`, field: null })
      return 'done'
    }
    if (plan.expected.kind === 'predict') return askEstimate(id, plan, prepared, word, verification.reason)
    if (word === null) {
      const answer = new Promise<boolean>((resolve) => waiting.set(id, resolve))
      await ledger.apply(id, { type: 'awaiting_confirmation', message: notVerified(verification.reason) })
      if (!(await answer)) {
        await refuse(id, {
          code: 'declined',
          message: 'You chose not to sign what could not be verified.',
          field: null,
        })
        return 'done'
      }
    }
    await ledger.apply(id, { type: 'verified', detail: 'not verified; signed on your word' })
    return 'signable'
  }

  /**
   * Shows what a prediction would do and waits for the trader's word; an estimate that runs out first is asked for anew, at most twice.
   * What was prepared again after the trader's word goes on without another, as long as its limit is no worse than the one confirmed.
   * @param unverified why the prepared action could not be checked, or null.
   */
  async function askEstimate(
    id: string,
    plan: Plan,
    prepared: PreparedAction,
    word: Word | null,
    unverified: string | null,
  ): Promise<Check> {
    const detail = unverified === null ? null : 'not verified; signed on your word'
    const estimate = previewOf(plan.expected, prepared)
    const within = word?.limit != null && estimate.limit !== null && !worse(plan.expected, estimate.limit, word.limit)
    if (within) {
      await ledger.apply(id, { type: 'verified', detail: 'within the limit that you confirmed' })
      return 'signable'
    }
    const answer = await answerTo(id, estimate, unverified)
    if (answer === 'ran_out') {
      const refusal = { code: 'not_confirmed', message: 'The estimate ran out without your word.', field: null }
      return anew(id, refusal)
    }
    if (!answer) {
      await refuse(id, { code: 'declined', message: 'You let the prediction go. Nothing was signed.', field: null })
      return 'done'
    }
    await ledger.apply(id, { type: 'verified', detail: detail ?? 'confirmed' })
    return 'signable'
  }

  async function answerTo(id: string, estimate: Estimate, unverified: string | null): Promise<boolean | 'ran_out'> {
    const { validUntil } = estimate
    const left = validUntil === null ? ESTIMATE_LIFE : validUntil - options.serverTime()
    let stop: () => void = () => {}
    const answer = new Promise<boolean | 'ran_out'>((resolve) => {
      stop = clock.after(Math.max(0, left - ESTIMATE_MARGIN), () => resolve('ran_out'))
      estimates.set(id, { estimateId: estimate.id, answer: resolve })
    })
    try {
      const message =
        unverified === null ? 'Waits for your word on the estimate.' : `${notVerified(unverified)} Waits for your word.`
      await ledger.apply(id, { type: 'estimated', estimate, message })
      return await answer
    } finally {
      stop()
      estimates.delete(id)
    }
  }

  async function signAndSubmit(id: string, plan: Plan, prepared: PreparedAction): Promise<Turn> {
    if (await isForeign(id)) return 'done'
    if (prepared.expiresAt !== null && options.serverTime() >= prepared.expiresAt - TOO_LATE) {
      return anew(id, {
        code: 'stale_prepared_action',
        message: 'The prepared action expired before it was signed.',
        field: null,
      })
    }
    const signature = await options.sign(prepared)
    await ledger.apply(id, { type: 'signed', detail: null })
    await ledger.apply(id, { type: 'sent' })
    let ack: SubmitAck
    try {
      const { orderId, actionHash } = prepared
      ack = await service.submitPrepared(plan.submitKind, { orderId, actionHash, signature })
    } catch (error) {
      return submitFailed(id, error)
    }
    await ledger.apply(id, { type: 'acknowledged', oid: orderIdOf(plan, ack), cloid: ack.cloid, detail: ack.status })
    return 'done'
  }

  async function submitFailed(id: string, error: unknown): Promise<Turn> {
    if (error instanceof ServiceError) options.onServiceError(error)
    const failure = submitFailure(error)
    const { refusal } = failure
    switch (failure.kind) {
      case 'rejected':
        await ledger.apply(id, { type: 'rejected', refusal: await withFate(id, refusal) })
        return 'done'
      case 'never_left': {
        const message = `${refusal.message} The request never left: nothing was sent.`
        await ledger.apply(id, { type: 'never_left', refusal: { ...refusal, message } })
        return 'done'
      }
      case 'unknown':
        log.warn({ action: id, code: refusal.code }, 'a submit has no certain answer')
        await ledger.apply(id, { type: 'no_answer', refusal })
        return 'done'
      case 'stale':
        return anew(id, refusal)
    }
  }

  /** Back to preparing, with the same client order id; after the last time the service's refusal stands. */
  async function anew(id: string, refusal: Refusal): Promise<Turn> {
    const action = known(id)
    if (staleCount(action) < MOST_STALE) {
      await ledger.apply(id, { type: 'stale', detail: refusal.message })
      return 'again'
    }
    if (action.state === 'sent') await ledger.apply(id, { type: 'rejected', refusal })
    else await refuse(id, refusal)
    return 'done'
  }

  /** A refused cancel says what had become of the order, where the history knows. */
  async function withFate(id: string, refusal: Refusal): Promise<Refusal> {
    const { intent } = known(id)
    if (intent.kind !== 'cancel') return refusal
    const fate = await options.fateOfOrder(intent.asset, intent.oid)
    return fate === null ? refusal : { ...refusal, message: `${refusal.message} The order was ${fate}.` }
  }

  async function approve(id: string): Promise<void> {
    const outcome = await approval.approve(async (step) => {
      switch (step.at) {
        case 'prepared': {
          const { actionHash } = step
          const prepared = { orderId: actionHash, actionHash, nonce: null, expiresAt: null }
          await ledger.apply(id, { type: 'prepared', prepared, cloid: null, detail: null })
          return
        }
        case 'verified':
          await ledger.apply(id, { type: 'verified', detail: null })
          return
        case 'signed':
          await ledger.apply(id, { type: 'signed', detail: null })
          return
        case 'sent':
          await ledger.apply(id, { type: 'sent' })
          return
      }
    })
    await approvalEnded(id, outcome)
  }

  async function approvalEnded(id: string, outcome: Awaited<ReturnType<Approval['approve']>>): Promise<void> {
    if (outcome.kind === 'approved') {
      await ledger.apply(id, { type: 'acknowledged', oid: null, cloid: null, detail: `agent ${outcome.agent}` })
      await ledger.apply(id, { type: 'confirmed', detail: null })
      return
    }
    const { refusal, mismatches = [] } = outcome
    const sent = known(id).state === 'sent'
    if (outcome.kind === 'rejected') await ledger.apply(id, { type: 'rejected', refusal })
    else if (!sent) await ledger.apply(id, { type: 'refused', refusal, mismatches })
    else if (outcome.kind === 'unknown') await ledger.apply(id, { type: 'no_answer', refusal })
    else await ledger.apply(id, { type: 'never_left', refusal })
  }

  return {
    begin,
    confirm(id, accept) {
      const answer = waiting.get(id)
      waiting.delete(id)
      answer?.(accept)
      return answer !== undefined
    },
    confirmEstimate(id, estimateId, accept) {
      const asked = estimates.get(id)
      if (asked === undefined) return 'not_waiting'
      /** A prediction is let go whichever estimate the trader saw. */
      if (accept && asked.estimateId !== estimateId) return 'changed'
      estimates.delete(id)
      asked.answer(accept)
      return 'taken'
    },
  }
}

/** What the trader gave their word on. */
interface Word {
  readonly limit: Price | null
}

/** What waits for the trader's word always says so in the same words first. */
const notVerified = (reason: string): string =>
  /^not verified/i.test(reason) ? reason : `Not verified against your order: ${reason}`

/** A close or a prediction gets its client order id from the service, inside what was signed. */
function cloidOf(plan: Plan, prepared: PreparedAction): StoredAction['cloid'] {
  if (plan.expected.kind !== 'close' && plan.expected.kind !== 'predict') return null
  const orders = prepared.action?.orders
  const cloid: unknown = Array.isArray(orders) ? (orders[0] as { c?: unknown } | undefined)?.c : undefined
  return typeof cloid === 'string' ? parseCloid(cloid) : null
}

/** Only an order's own id belongs to the action: a cancel's answer names the order that it cancelled. */
const orderIdOf = (plan: Plan, ack: SubmitAck): string | null =>
  plan.submitKind === 'order' || plan.submitKind === 'close' || plan.submitKind === 'predict' ? ack.oid : null
