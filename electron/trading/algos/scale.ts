/** A scale: its orders one by one, each only once the one before rests or is over. */

import { isFinal } from '../../../contract/action.ts'
import type { AlgoChild, AlgoRecord, ScaleTerms } from '../../../contract/algo.ts'
import { compare, signOf, toStep, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { cameToNothing } from '../moves/index.ts'
import { type Children, isForNow, leftOf } from './children.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow, stepsOf } from './market.ts'
import { notBackText, ordersLeft } from './views.ts'

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

export async function runScale(
  terms: ScaleTerms,
  children: Children,
  steering: Steering,
  ports: AlgoPorts,
): Promise<void> {
  const { orders } = terms
  const { actionLog, facts } = ports
  // A child that was never sent, came to nothing, or was canceled by the terminal is placed again once its traded size is known.
  const isPlacedAgain = ({ id, filled, takenBack }: AlgoChild): boolean =>
    filled === null && (takenBack === true || cameToNothing(actionLog.get(id)))
  for (const { id } of steering.now().children.filter(isPlacedAgain)) {
    if (await children.end(id)) continue
    if (steering.isWorking()) steering.pause(notBackText(steering.now(), actionLog))
    return
  }
  let wait = LOOK_AGAIN
  let notBefore = Number.NEGATIVE_INFINITY
  while (steering.isWorking()) {
    const record = steering.now()
    const { sizeDecimals } = stepsOf(record.asset, facts)
    const left = ordersLeft(record, terms, actionLog, sizeDecimals)
    const [order] = left
    if (order === undefined) {
      steering.waits(null)
      steering.write({ state: 'resting', message: null })
      return
    }
    const closed = closedNow(record, ports)
    if (closed?.kind === 'ended') {
      const taken = orders.length - left.length
      steering.finish('ended', `${closed.text} ${taken} of ${orders.length} orders were placed and stay.`)
      return
    }
    const open = unsettled(record, ports) ? COMMON.orderUnanswered : null
    const why = closed?.text ?? open ?? ports.rateFull()?.message ?? null
    steering.waits(why)
    if (why !== null || ports.clock.monotonic() < notBefore) {
      await steering.sleep(LOOK_AGAIN)
      continue
    }
    const { part } = order
    // A child that ended and reappears uses up size that was left for the others.
    const available = leftOf(record, children.most())
    const most = sizeDecimals === null ? available : toStep(available, lotOf(sizeDecimals))
    if (signOf(most) === 0) {
      steering.pause('More of it may have filled than reported, so nothing more is placed. Check open orders.')
      return
    }
    const size = compare(order.size, most) <= 0 ? order.size : trimZeros(most)
    const placed = await children.place(part, order.price, size)
    if (placed === null || !steering.isWorking()) return
    const action = actionLog.get(placed.id)
    if (placed.placed === 'nothing' && isForNow(action)) {
      notBefore = ports.clock.monotonic() + wait
      wait = Math.min(2 * wait, LONGEST)
      continue
    }
    wait = LOOK_AGAIN
    if (placed.placed === 'nothing') {
      steering.pause(`Order ${part + 1} of ${orders.length} was not accepted: ${action?.message ?? 'it was not sent.'}`)
    } else if (action?.state === 'cancelled' || action?.state === 'expired') {
      const order = `Order ${part + 1} of ${orders.length}`
      const ended = action.state === 'cancelled' ? `${order} was canceled on arrival.` : `${order} expired on arrival.`
      steering.pause([ended, ...(action.message === null ? [] : [action.message])].join(' '))
    }
  }
}
