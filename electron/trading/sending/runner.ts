/** Carries out one action from its journalled intent to the service's answer. What the reads show afterwards is not its concern. */
import type { ActionState } from '../../../contract/action.ts'
import { type Hex, parseCloid } from '../../../contract/address.ts'
import { compare, type Price, signOf } from '../../../contract/decimal.ts'
import type { Clock } from '../../../contract/time.ts'
import { type PreparedAction, ServiceError, type SubmitAck, type TradingService } from '../../service/index.ts'
import type { ExpectedAction, Verification } from '../../signing/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent } from '../actions/index.ts'
import type { AgentIntent, AnyPlan, Plan, Planner, Signed } from '../plans/index.ts'
import { type ActionStepsOptions, createActionSteps, type Next } from './carry-out.ts'
import { type Confirmations, createConfirmations } from './confirmations.ts'
import { refusalOf } from './failures.ts'
import { hasPreview, limitOf, previewOf, sizeOf, worse } from './preview.ts'
import { createLimit, createQueue } from './queues.ts'
import { createWalletSigned, type WalletSignedOptions } from './wallet-signed.ts'

interface RunnerOptions extends ActionStepsOptions, Omit<WalletSignedOptions, 'steps'> {
  readonly actionLog: ActionLog
  readonly clock: Clock
  readonly service: TradingService
  readonly plan: Planner
  /** Checks everything that is to be signed for one intent, all of it before any of it is. */
  readonly verify: (expected: ExpectedAction, prepared: readonly PreparedAction[]) => Verification
  readonly sign: (prepared: PreparedAction) => Promise<Hex>
  readonly unverifiedActions: () => 'confirm' | 'refuse'
  /** Something was sent: reads should follow. */
  readonly onSent: (action: StoredAction) => void
}

interface Runner extends Pick<Confirmations, 'confirm' | 'confirmEstimate'> {
  /** Checks a drafted action and journals it; resolves as soon as it is journalled or refused. Never throws. */
  begin(id: string): Promise<void>
}

/** A submit without an answer lets the next one out after this long, ms. */
const LONGEST_SUBMIT = 2_000
const PREPARES_AT_ONCE = 8
/** A prepared action this close to its expiry is not signed any more, ms. */
const TOO_LATE = 250

/** Whether a prepared action may be signed, must be prepared again, or has ended. */
type Check = 'signable' | Next
/** At least one: there is something to be signed. */
type PreparedActions = readonly [PreparedAction, ...PreparedAction[]]

export function createRunner(options: RunnerOptions): Runner {
  const { actionLog, clock, log } = options
  const queue = createQueue(clock, LONGEST_SUBMIT)
  const prepareLimit = createLimit(PREPARES_AT_ONCE)
  const confirmations = createConfirmations(actionLog, clock, options.serverTime)
  const steps = createActionSteps(options)
  const { known, refuse, isForeign, prepareAgain } = steps
  const walletSigned = createWalletSigned({ ...options, steps })

  /** Ends an action after an error that no step foresaw: refused when nothing left, else left to the reads. */
  async function giveUp(id: string, error: unknown): Promise<void> {
    const state: ActionState = actionLog.get(id)?.state ?? 'refused'
    const message = error instanceof Error ? error.message : String(error)
    log.error({ action: id, state, err: error }, 'an action stopped on an unforeseen error')
    if (isBeforeSent(state))
      await refuse(id, { code: 'internal', message: `${message} Nothing was sent.`, field: null })
    else await actionLog.offer(id, { type: 'no_answer', refusal: { code: 'internal', message, field: null } })
  }

  async function begin(id: string): Promise<void> {
    try {
      const { intent } = known(id)
      let first: AnyPlan | null = null
      if (intent.kind !== 'approve_agent') {
        first = await planned(id, intent, false)
        if (first === null) return
      }
      await actionLog.apply(id, { type: 'check_passed' })
      await actionLog.apply(id, { type: 'journalled' })
      void carryOut(id, first).catch((error) => giveUp(id, error))
    } catch (error) {
      await giveUp(id, error)
    }
  }

  async function carryOut(id: string, first: AnyPlan | null): Promise<void> {
    if (first === null) await walletSigned.approve(id)
    else if (first.kind === 'direct') await queue(() => walletSigned.direct(id, first))
    else if (first.kind === 'user') await walletSigned.prepared(id, first)
    else await sendPrepared(id, first)
    const action = actionLog.get(id)
    if (action !== null) options.onSent(action)
  }

  async function sendPrepared(id: string, first: Plan): Promise<void> {
    let plan: AnyPlan | null = first
    /** What the trader took on their word, if anything: with its limit, where that is known. */
    let confirmed: Confirmed | null = null
    while (plan?.kind === 'agent') {
      const current: Plan = plan
      const prepared = await prepare(id, current)
      if (prepared === null) return
      let next: Check = await verified(id, current, prepared, confirmed)
      if (next === 'signable') {
        confirmed = { limit: limitOf(prepared[0]) }
        next = await queue(() => signAndSubmit(id, current, prepared))
      }
      if (next === 'done') return
      plan = await planned(id, known(id).intent as AgentIntent, true)
    }
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

  /** The prepared actions, or null when the action has ended. */
  async function prepare(id: string, plan: Plan): Promise<PreparedActions | null> {
    const prepared = await steps.prepared(id, () => prepareLimit(() => plan.prepare()))
    if (prepared === null) return null
    const [first, ...others] = prepared
    if (first === undefined) {
      await actionLog.apply(id, { type: 'confirmed', detail: plan.nothing ?? 'There is nothing to be done.' })
      return null
    }
    const { orderId, actionHash, nonce, expiresAt } = first
    await actionLog.apply(id, {
      type: 'prepared',
      prepared: {
        orderId,
        actionHash,
        nonce,
        expiresAt,
        at: options.serverTime(),
        size: plan.makesOrder ? sizeOf(first) : null,
      },
      cloid: cloidOf(plan, first),
      detail: null,
    })
    return [first, ...others]
  }

  async function verified(
    id: string,
    plan: Plan,
    prepared: PreparedActions,
    confirmed: Confirmed | null,
  ): Promise<Check> {
    const verification = options.verify(plan.expected, prepared)
    if (verification.verified === false) {
      await steps.mismatched(id, verification.mismatches)
      return 'done'
    }
    const unverified = verification.verified === 'impossible' ? verification.reason : null
    if (unverified !== null && options.unverifiedActions() === 'refuse') {
      await refuse(id, { code: 'unverified', message: `${unverified} The settings refuse that.`, field: null })
      return 'done'
    }
    if (hasPreview(plan.expected)) return askEstimate(id, plan.expected, prepared[0], confirmed, unverified)
    if (unverified !== null && confirmed === null && !(await confirmations.askUnverified(id, unverified))) {
      await refuse(id, {
        code: 'declined',
        message: 'You chose not to sign what could not be verified.',
        field: null,
      })
      return 'done'
    }
    await actionLog.apply(id, { type: 'verified', detail: unverified === null ? null : ON_YOUR_CONFIRMATION })
    return 'signable'
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
  ): Promise<Check> {
    const estimate = previewOf(expected, prepared)
    const within =
      confirmed?.limit != null && estimate.limit !== null && !worse(expected, estimate.limit, confirmed.limit)
    if (within) {
      await actionLog.apply(id, { type: 'verified', detail: 'within the limit that you confirmed' })
      return 'signable'
    }
    const answer = await confirmations.askEstimate(id, estimate, unverified)
    if (answer === 'ran_out') {
      const refusal = { code: 'not_confirmed', message: 'The estimate expired before you confirmed it.', field: null }
      return prepareAgain(id, refusal)
    }
    if (!answer) {
      await refuse(id, { code: 'declined', message: 'You discarded the estimate. Nothing was signed.', field: null })
      return 'done'
    }
    await actionLog.apply(id, { type: 'verified', detail: unverified === null ? 'confirmed' : ON_YOUR_CONFIRMATION })
    return 'signable'
  }

  async function signAndSubmit(id: string, plan: Plan, prepared: PreparedActions): Promise<Next> {
    if (await isForeign(id)) return 'done'
    if (prepared.some(({ expiresAt }) => expiresAt !== null && options.serverTime() >= expiresAt - TOO_LATE)) {
      return prepareAgain(id, {
        code: 'stale_prepared_action',
        message: 'The prepared action expired before it was signed.',
        field: null,
      })
    }
    const signed: Signed[] = []
    for (const action of prepared) {
      const { orderId, actionHash } = action
      signed.push({ orderId, actionHash, signature: await options.sign(action) })
    }
    await actionLog.apply(id, { type: 'signed', detail: null })
    await actionLog.apply(id, { type: 'sent' })
    let ack: SubmitAck
    try {
      ack = await plan.submit(signed)
    } catch (error) {
      return steps.submitFailed(id, error)
    }
    await acknowledged(id, plan, ack)
    return 'done'
  }

  /**
   * An answer that names another client order id is another action's: it says nothing of this one. Only an order's own id belongs to
   * the action: a cancel's answer names the order that it cancelled.
   */
  async function acknowledged(id: string, plan: Plan, ack: SubmitAck): Promise<void> {
    const { cloid, prepared } = known(id)
    if (plan.makesOrder && cloid !== null && ack.cloid !== null && ack.cloid !== cloid) {
      const message = `The answer is about another order (${ack.cloid}); reads will show what became of this one.`
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: 'other_order', message, field: null } })
      return
    }
    const oid = plan.makesOrder ? ack.oid : null
    const made = plan.makesOrder ? ack.cloid : null
    await actionLog.apply(id, { type: 'acknowledged', oid, cloid: made, detail: ack.status })
    if (plan.endsWithAnswer === true) await actionLog.offer(id, { type: 'confirmed', detail: null })
    const { filled } = ack
    const size = prepared?.size
    if (filled == null || size == null || signOf(filled) <= 0 || compare(filled, size) < 0) return
    await actionLog.offer(id, { type: 'filled', oid, cloid: null, filled, detail: `${filled} of ${size} filled` })
  }

  const { confirm, confirmEstimate } = confirmations
  return { begin, confirm, confirmEstimate }
}

/** What the trader gave their word on. */
interface Confirmed {
  readonly limit: Price | null
}

const ON_YOUR_CONFIRMATION = 'not verified; signed as you confirmed'

/** Of orders that the terminal gives no client order id, the service's own, inside what is signed. */
function cloidOf({ makesOrder, expected }: Plan, prepared: PreparedAction): StoredAction['cloid'] {
  if (!makesOrder || expected.kind === 'order') return null
  const orders = prepared.action?.orders
  const cloid: unknown = Array.isArray(orders) ? (orders[0] as { c?: unknown } | undefined)?.c : undefined
  return typeof cloid === 'string' ? parseCloid(cloid) : null
}
