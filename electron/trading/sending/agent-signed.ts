/** Actions that the agent wallet signs: prepared, checked, signed and sent; again from the start when the prepared action went stale. */
import { type Hex, parseCloid } from '../../../contract/address.ts'
import { compare, signOf } from '../../../contract/decimal.ts'
import { makesOrder } from '../../../contract/requested-order.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import { acceptance, type PreparedAction, type SubmitAck } from '../../service/index.ts'
import { numberIn } from '../../signing/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { AssetNumbers } from '../numbers/index.ts'
import { type AnyPlan, limitOf, type Plan, type Signed, sizeOf } from '../plans/index.ts'
import type { ActionSteps, Next } from './carry-out.ts'
import {
  type CheckBeforeSigningOptions,
  type Confirmed,
  createCheckBeforeSigning,
  type Prepared,
  type PreparedActions,
} from './check-before-signing.ts'
import type { Confirmations } from './confirmations.ts'
import { createQueue, priorityOf, type Queue } from './queues.ts'
import { notAccepted } from './refusal.ts'

export interface AgentSignedOptions extends CheckBeforeSigningOptions, SignAndSubmitOptions {
  /** The service's time, and its lead over the machine's, ms; null until measured. */
  readonly serverTime: () => Millis
  readonly measuredOffset: () => number | null
  readonly numbers: CheckBeforeSigningOptions['numbers'] & SignAndSubmitOptions['numbers']
}

interface AgentSignedParts {
  readonly steps: ActionSteps
  readonly confirmations: Confirmations
  /** Signs and sends, by priority. */
  readonly queue: Queue
  /** Plans an action again; null when it is now refused. */
  readonly planAgain: (id: string) => Promise<AnyPlan | null>
}

/** Simultaneous prepares: of cancels, and of everything else. */
const PREPARES_AT_ONCE = { cancel: 8, rest: 8 }
/** A prepare without an answer lets the next one start after this long, ms. */
const LONGEST_PREPARE = 2_000

/** @param first (of the result) the plan that the action was accepted with. */
export function createAgentSigned(
  options: AgentSignedOptions,
  { steps, confirmations, queue, planAgain }: AgentSignedParts,
): (id: string, first: Plan) => Promise<void> {
  const { actionLog, clock, serverTime } = options
  const prepareQueue = createQueue(PREPARES_AT_ONCE, { clock, longest: LONGEST_PREPARE })
  const checkBeforeSigning = createCheckBeforeSigning(options, steps, confirmations)
  const signAndSubmit = createSignAndSubmit(options, steps)

  /** The prepared actions and their deadline, or null when the action has ended. */
  async function prepare(id: string, plan: Plan): Promise<Prepared | null> {
    const priority = priorityOf(steps.known(id).intent)
    const prepared = await steps.prepared(id, () => prepareQueue(priority, () => plan.prepare()), 'agent')
    if (prepared === null) return null
    const deadline = deadlineOf(prepared)
    const [first, ...others] = prepared
    if (first === undefined) {
      await actionLog.apply(id, { type: 'confirmed', detail: plan.nothing ?? 'Nothing to do.' })
      return null
    }
    const { orderId, actionHash, nonce, expiresAt, expiresAfter = null } = first
    const { intent, cloid } = steps.known(id)
    const isOrder = makesOrder(intent)
    const size = isOrder ? sizeOf(first) : null
    await actionLog.apply(id, {
      type: 'prepared',
      prepared: { orderId, actionHash, nonce, expiresAt, expiresAfter, at: serverTime(), size },
      cloid: plan.expected.kind === 'order' ? cloid : isOrder ? madeCloid(first) : null,
      detail: null,
    })
    return { actions: [first, ...others], deadline }
  }

  /**
   * The deadline of a prepared action, monotonic ms: a wrong or adjusted wall clock changes nothing. Null where it is unknown, and where it has
   * passed on arrival: the two clocks then differ, and the service decides.
   */
  function deadlineOf(prepared: readonly PreparedAction[]): number | null {
    const lives = prepared.flatMap(({ expiresAt, life }) => {
      if (expiresAt === null) return []
      const measured = options.measuredOffset() === null ? null : expiresAt - serverTime()
      return [life ?? null, measured].find((left) => left !== null && left > 0) ?? []
    })
    return lives.length === 0 ? null : clock.monotonic() + Math.min(...lives)
  }

  return async (id, first) => {
    let plan: AnyPlan | null = first
    let confirmed: Confirmed | null = null
    while (plan?.kind === 'agent') {
      const current: Plan = plan
      const prepared = await prepare(id, current)
      if (prepared === null) return
      const { actions } = prepared
      let next = await checkBeforeSigning(id, current, prepared, confirmed)
      if (next === 'signable') {
        confirmed = { limit: limitOf(actions[0]), number: numberIn(actions[0]) }
        next = await queue(priorityOf(steps.known(id).intent), () => signAndSubmit(id, current, prepared))
      }
      if (next === 'look') next = await steps.lookForTrace(id)
      if (next === 'done') return
      plan = await planAgain(id)
    }
  }
}

/** For orders without a client order id from the terminal, the service's own, inside the payload to be signed. */
function madeCloid({ action }: PreparedAction): StoredAction['cloid'] {
  const orders = action?.orders
  const cloid: unknown = Array.isArray(orders) ? (orders[0] as { c?: unknown } | undefined)?.c : undefined
  return typeof cloid === 'string' ? parseCloid(cloid) : null
}

interface SignAndSubmitOptions {
  readonly actionLog: ActionLog
  readonly sign: (prepared: PreparedAction) => Promise<Hex>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Why an action that adds exposure may no longer be signed, or null; checked right before. */
  readonly lastRefusal: (id: string) => Promise<Refusal | null>
  readonly numbers: Pick<AssetNumbers, 'refusedByNow'>
}

/** A prepared action this close to its expiry is no longer signed, ms. */
const TOO_LATE = 250

/** The result says whether the action is finished, or must be prepared again; it sends at most once. */
function createSignAndSubmit(
  { actionLog, sign, clock, lastRefusal, numbers }: SignAndSubmitOptions,
  steps: ActionSteps,
): (id: string, plan: Plan, prepared: Prepared) => Promise<Next> {
  async function signAndSubmit(id: string, plan: Plan, { actions: prepared, deadline }: Prepared): Promise<Next> {
    if (!(await steps.mayLeave(id)) || (await steps.isExternal(id))) return 'done'
    if (deadline !== null && clock.monotonic() >= deadline - TOO_LATE) {
      return steps.prepareAgain(id, {
        code: 'stale_prepared_action',
        message: 'The prepared action expired before it was signed.',
        field: null,
      })
    }
    if (await steps.isBarred(id, lastRefusal)) return 'done'
    if (await isOtherAsset(id, plan, prepared)) return 'done'
    const signed: Signed[] = []
    for (const action of prepared) {
      const { orderId, actionHash } = action
      signed.push({ orderId, actionHash, signature: await sign(action) })
    }
    await actionLog.apply(id, { type: 'signed', detail: null }, { type: 'sent' })
    let ack: Awaited<ReturnType<Plan['submit']>> | null
    try {
      ack = await steps.send(id, () => plan.submit(signed))
    } catch (error) {
      return steps.submitFailed(id, error, 'agent')
    }
    if (ack !== null && 'refusal' in ack) await actionLog.apply(id, { type: 'rejected', refusal: ack.refusal })
    else if (ack !== null) await answered(id, plan, ack)
    return 'done'
  }

  /** During the wait another action may have shown whose number it is. Returns whether this one was refused for that. */
  async function isOtherAsset(id: string, { expected }: Plan, prepared: PreparedActions): Promise<boolean> {
    const wrong = numbers.refusedByNow(steps.known(id).intent, expected, prepared)
    if (wrong === null) return false
    const { text: message, known, named } = wrong
    const requested = known === null ? 'its own number' : `${known}`
    await steps.mismatched(id, [{ field: 'asset', request: requested, prepared: `${named}` }], message)
    return true
  }

  /**
   * An answer that names another client order id belongs to another action and proves nothing about this one; nor does a success status whose body
   * reports a failure. Only an order's own id belongs to the action: a cancel's answer names the order that it canceled.
   */
  async function answered(id: string, plan: Plan, ack: SubmitAck): Promise<void> {
    const { cloid, prepared, intent } = steps.known(id)
    const isOrder = makesOrder(intent)
    if (isOrder && cloid !== null && ack.cloid !== null && ack.cloid !== cloid) {
      const message = `The answer is for another order (${ack.cloid}). The result of this one will be looked up.`
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: 'other_order', message, field: null } })
      return
    }
    if (acceptance(ack.status) !== 'did_it') {
      await actionLog.apply(id, { type: 'no_answer', refusal: notAccepted(ack.status) })
      return
    }
    const oid = isOrder ? ack.oid : null
    const made = isOrder ? ack.cloid : null
    await actionLog.apply(id, { type: 'acknowledged', oid, cloid: made, detail: ack.status })
    if (plan.endsWithAnswer === true) await actionLog.offer(id, { type: 'confirmed', detail: null })
    const { filled, averagePx = null } = ack
    const size = prepared?.size
    if (filled == null || size == null || signOf(filled) <= 0 || compare(filled, size) < 0) return
    const detail = averagePx === null ? `${filled} of ${size} filled` : `${filled} of ${size} filled at ${averagePx}`
    await actionLog.offer(id, { type: 'filled', oid, cloid: null, filled, detail })
  }

  return signAndSubmit
}
