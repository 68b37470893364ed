/** Carries out one action from its journalled intent to the service's answer. What the reads show afterwards is not its concern. */
import type { ActionState } from '../../contract/action.ts'
import { type Hex, parseCloid } from '../../contract/address.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { Log } from '../log.ts'
import { ServiceError } from '../service/errors.ts'
import type { PreparedAction, SubmitAck, TradingService } from '../service/interface.ts'
import type { ExpectedAction, Verification } from '../signing/index.ts'
import type { StoredAction } from '../storage/interface.ts'
import { refusalOf, saysAgentMissing, submitFailure } from './failures.ts'
import type { Approval } from './identity-seam.ts'
import { createGate, createLane } from './lane.ts'
import { isBeforeSent, type Ledger } from './ledger.ts'
import type { AgentIntent, Plan, Planner } from './plans.ts'
import { MOST_STALE, type Refusal, staleCount } from './state-machine.ts'

export interface RunnerOptions {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly service: TradingService
  readonly plan: Planner
  readonly approval: Approval
  readonly verify: (expected: ExpectedAction, prepared: PreparedAction) => Verification
  readonly sign: (prepared: PreparedAction) => Promise<Hex>
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
}

/** A submit without an answer lets the next one out after this long, ms. */
const LONGEST_TURN = 2_000
const PREPARES_AT_ONCE = 8
/** A prepared action this close to its expiry is not signed any more, ms. */
const TOO_LATE = 250

type Turn = 'done' | 'again'

export function createRunner(options: RunnerOptions): Runner {
  const { ledger, clock, service, approval, log } = options
  const lane = createLane(clock, LONGEST_TURN)
  const gate = createGate(PREPARES_AT_ONCE)
  const waiting = new Map<string, (accept: boolean) => void>()

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
      let first: Plan | null = null
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

  async function carryOut(id: string, first: Plan | null): Promise<void> {
    if (first === null) await approve(id)
    else {
      let plan: Plan | null = first
      let accepted = false
      while (plan !== null) {
        const prepared = await prepare(id, plan)
        if (prepared === null) break
        if (!(await verified(id, plan, prepared, accepted))) break
        accepted = true
        const current: Plan = plan
        if ((await lane(() => signAndSubmit(id, current, prepared))) === 'done') break
        plan = await planned(id, known(id).intent as AgentIntent, true)
      }
    }
    const action = ledger.get(id)
    if (action !== null) options.settled(action)
  }

  function known(id: string): StoredAction {
    const action = ledger.get(id)
    if (action === null) throw new Error(`no action ${id}`)
    return action
  }

  /** The plan, or null when the action is refused. */
  async function planned(id: string, intent: AgentIntent, again: boolean): Promise<Plan | null> {
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

  async function verified(id: string, plan: Plan, prepared: PreparedAction, accepted: boolean): Promise<boolean> {
    const verification = options.verify(plan.expected, prepared)
    if (verification.verified === true) {
      await ledger.apply(id, { type: 'verified', detail: null })
      return true
    }
    if (verification.verified === false) {
      const fields = verification.mismatches.map(({ field }) => field).join(', ')
      const message = `The service prepared something else than was asked for (${fields}). Nothing was signed.`
      const refusal = { code: 'mismatch', message, field: null }
      await ledger.apply(id, { type: 'refused', refusal, mismatches: verification.mismatches })
      return false
    }
    if (options.unverifiedActions() === 'refuse') {
      await refuse(id, { code: 'unverified', message: `${verification.reason} The settings refuse that.`, field: null })
      return false
    }
    if (!accepted) {
      const answer = new Promise<boolean>((resolve) => waiting.set(id, resolve))
      await ledger.apply(id, { type: 'awaiting_confirmation', message: notVerified(verification.reason) })
      if (!(await answer)) {
        await refuse(id, {
          code: 'declined',
          message: 'You chose not to sign what could not be verified.',
          field: null,
        })
        return false
      }
    }
    await ledger.apply(id, { type: 'verified', detail: 'not verified; signed on your word' })
    return true
  }

  async function signAndSubmit(id: string, plan: Plan, prepared: PreparedAction): Promise<Turn> {
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
  }
}

/** What waits for the trader's word always says so in the same words first. */
const notVerified = (reason: string): string =>
  /^not verified/i.test(reason) ? reason : `Not verified against your order: ${reason}`

/** A close gets its client order id from the service, inside what was signed. */
function cloidOf(plan: Plan, prepared: PreparedAction): StoredAction['cloid'] {
  if (plan.expected.kind !== 'close') return null
  const orders = prepared.action?.orders
  const cloid: unknown = Array.isArray(orders) ? (orders[0] as { c?: unknown } | undefined)?.c : undefined
  return typeof cloid === 'string' ? parseCloid(cloid) : null
}

/** Only an order's own id belongs to the action: a cancel's answer names the order that it cancelled. */
const orderIdOf = (plan: Plan, ack: SubmitAck): string | null =>
  plan.submitKind === 'order' || plan.submitKind === 'close' ? ack.oid : null
