/** A scale: its orders one by one, each only once the one before rests or is over. */

import { isFinal } from '../../../contract/action.ts'
import type { AlgoRecord, ScaleTerms } from '../../../contract/algo.ts'
import { assertNever } from '../../../contract/brand.ts'
import { compare, type Price, type Size, signOf, toStep, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import type { StoredAction } from '../../storage/index.ts'
import { cameToNothing } from '../moves/index.ts'
import { type Children, isForNow, leftOf, type Placed } from './children.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { type ClosedNow, closedNow, stepsOf } from './market.ts'
import { type LeftOrder, notBackText, ordersLeft } from './views.ts'

/** Delay before it checks again whether something may be sent, ms. */
const LOOK_AGAIN = 1_000
/** An order that was blocked for the moment is retried after a delay that doubles up to this, ms. */
const LONGEST = 30_000

/** Children of which it is not yet known whether they rest. */
const unsettled = ({ children }: Pick<AlgoRecord, 'children'>, { actionLog }: Pick<AlgoPorts, 'actionLog'>): boolean =>
  children.some(({ id, filled }) => {
    const state = actionLog.get(id)?.state
    return filled === null && state !== undefined && !isFinal(state) && state !== 'resting' && state !== 'partly_filled'
  })

/** What decides about the next step of a scale, besides its terms. */
export interface ScaleFacts {
  /** A child of an earlier turn whose end must be read before its rest is placed again; null where there is none. */
  readonly unended: string | null
  /** Why it cannot go on without the trader, or null. */
  readonly failure: string | null
  /** What is left of its orders. */
  readonly left: readonly LeftOrder[]
  readonly closed: ClosedNow | null
  /** Why nothing may be sent at this moment although the market is open, or null. */
  readonly waits: string | null
  /** An order was refused for the moment, and its delay is not over. */
  readonly isDelayed: boolean
  /** The most that may be placed: a child that ended and reappears uses up size that was left for the others. */
  readonly most: Size
}

/** The next step of a scale. */
export type ScaleStep =
  | { readonly do: 'end'; readonly id: string }
  | { readonly do: 'rest' }
  | { readonly do: 'finish' | 'pause'; readonly text: string }
  | { readonly do: 'wait'; readonly why: string | null }
  | { readonly do: 'place'; readonly part: number; readonly price: Price; readonly size: Size }

/** The next step of a working scale. Pure. */
export function nextOfScale({ orders }: ScaleTerms, facts: ScaleFacts): ScaleStep {
  const { unended, failure, left, closed, most } = facts
  if (failure !== null) return { do: 'pause', text: failure }
  if (unended !== null) return { do: 'end', id: unended }
  const [order] = left
  if (order === undefined) return { do: 'rest' }
  if (closed?.kind === 'ended') {
    const taken = orders.length - left.length
    return {
      do: 'finish',
      text: `${closed.text} ${taken} of ${orders.length} orders were placed; they are not canceled.`,
    }
  }
  const why = closed?.text ?? facts.waits
  if (why !== null || facts.isDelayed) return { do: 'wait', why }
  if (signOf(most) === 0) {
    const text = 'More may have filled than was reported, so nothing more is placed. Check open orders.'
    return { do: 'pause', text }
  }
  const size = compare(order.size, most) <= 0 ? order.size : trimZeros(most)
  return { do: 'place', part: order.part, price: order.price, size }
}

/** Why a scale pauses after placing an order; null where it goes on. */
function failureOf(place: string, placed: Placed, action: StoredAction | null): string | null {
  if (placed === 'nothing') return `${place} was not accepted: ${action?.message ?? 'no reason was given.'}`
  if (action?.state !== 'cancelled' && action?.state !== 'expired') return null
  const ended = action.state === 'cancelled' ? `${place} was canceled on arrival.` : `${place} expired on arrival.`
  return [ended, ...(action.message === null ? [] : [action.message])].join(' ')
}

/** Works on a scale until it rests, pauses or ends. */
export async function runScale(
  terms: ScaleTerms,
  children: Children,
  steering: Steering,
  ports: AlgoPorts,
): Promise<void> {
  const { actionLog, facts, clock } = ports
  // A child that was never sent, came to nothing, or was canceled by the terminal is placed again once its traded size is known.
  const unended = steering
    .now()
    .children.filter(
      ({ id, filled, takenBack }) => filled === null && (takenBack === true || cameToNothing(actionLog.get(id))),
    )
    .map(({ id }) => id)
  let failure: string | null = null
  let delay = LOOK_AGAIN
  let notBefore = Number.NEGATIVE_INFINITY

  function next(): ScaleStep {
    const record = steering.now()
    const { sizeDecimals } = stepsOf(record.asset, facts)
    const available = leftOf(record, children.most())
    return nextOfScale(terms, {
      unended: unended[0] ?? null,
      failure,
      left: ordersLeft(record, terms, actionLog, sizeDecimals),
      closed: closedNow(record, ports),
      waits: unsettled(record, ports) ? COMMON.orderUnanswered : (ports.rateFull()?.message ?? null),
      isDelayed: clock.monotonic() < notBefore,
      most: sizeDecimals === null ? available : toStep(available, lotOf(sizeDecimals)),
    })
  }

  async function place({ part, price, size }: Extract<ScaleStep, { readonly do: 'place' }>): Promise<void> {
    const placed = await children.place(part, price, size)
    if (placed === null) return
    const action = actionLog.get(placed.id)
    if (placed.placed === 'nothing' && isForNow(action)) {
      notBefore = clock.monotonic() + delay
      delay = Math.min(2 * delay, LONGEST)
      return
    }
    delay = LOOK_AGAIN
    failure = failureOf(`Order ${part + 1} of ${terms.orders.length}`, placed.placed, action)
  }

  while (steering.isWorking()) {
    const step = next()
    if (step.do !== 'end') steering.waits(step.do === 'wait' ? step.why : null)
    switch (step.do) {
      case 'end':
        if (await children.end(step.id)) unended.shift()
        else failure = notBackText(steering.now(), actionLog)
        break
      case 'rest':
        steering.write({ state: 'resting', message: null })
        break
      case 'finish':
        steering.finish('ended', step.text)
        break
      case 'pause':
        steering.pause(step.text)
        break
      case 'wait':
        await steering.sleep(LOOK_AGAIN)
        break
      case 'place':
        await place(step)
        break
      default:
        return assertNever(step, 'step')
    }
  }
}
