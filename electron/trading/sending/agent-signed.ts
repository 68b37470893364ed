/** Actions that the agent wallet signs: prepared, checked, signed and sent; again from the start when the prepared action went stale. */
import { parseCloid } from '../../../contract/address.ts'
import { makesOrder } from '../../../contract/requested-order.ts'
import type { Millis } from '../../../contract/time.ts'
import type { PreparedAction } from '../../service/index.ts'
import { numberIn } from '../../signing/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type AnyPlan, limitOf, type Plan, sizeOf } from '../plans/index.ts'
import type { ActionSteps } from './carry-out.ts'
import { type CheckBeforeSigningOptions, type Confirmed, createCheckBeforeSigning } from './check-before-signing.ts'
import type { Confirmations } from './confirmations.ts'
import { createQueue, priorityOf, type Queue } from './queues.ts'
import { createSignAndSubmit, type Prepared, type SignAndSubmitOptions } from './sign-and-submit.ts'

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
