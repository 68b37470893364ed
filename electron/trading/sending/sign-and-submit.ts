/** Signs a prepared action with the agent wallet, sends it once, and processes the service's answer. */
import type { Hex } from '../../../contract/address.ts'
import { compare, signOf } from '../../../contract/decimal.ts'
import { makesOrder } from '../../../contract/requested-order.ts'
import type { Clock } from '../../../contract/time.ts'
import { acceptance, type PreparedAction, type SubmitAck } from '../../service/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { AssetNumbers } from '../numbers/index.ts'
import type { Plan, Signed } from '../plans/index.ts'
import type { ActionSteps, Next } from './carry-out.ts'
import { notAccepted } from './refusal.ts'

/** At least one: there is something to sign. */
export type PreparedActions = readonly [PreparedAction, ...PreparedAction[]]

/** The prepared actions of one action. */
export interface Prepared {
  readonly actions: PreparedActions
  /** Latest time to sign, monotonic ms; null where only the service knows. */
  readonly deadline: number | null
}

export interface SignAndSubmitOptions {
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
export function createSignAndSubmit(
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
