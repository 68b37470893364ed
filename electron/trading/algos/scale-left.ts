/** What of a scale is not in the market, and may be placed: orders that were never taken, and what the terminal itself took back. Pure. */
import { isFinal } from '../../../contract/action.ts'
import type { AlgoChild, ScaleOrder, ScaleTerms } from '../../../contract/algo.ts'
import { compare, greater, type Size, signOf, subtract, toStep, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import { cameToNothing } from '../moves/index.ts'
import { cancelId, filledOf } from './children.ts'
import type { AlgoPorts } from './interface.ts'

type Log = Pick<AlgoPorts['actionLog'], 'get'>

/** What is left of one order of the scale. */
export interface LeftOrder extends ScaleOrder {
  /** Its place in the list. */
  readonly part: number
}

/** Whether the terminal took it back by a cancel of its own: one that a hand canceled, or the service, is not placed again. */
export function wasTakenBack({ id }: Pick<AlgoChild, 'id'>, actionLog: Log): boolean {
  const own = actionLog.get(id)
  if (own === null || !isFinal(own.state)) return false
  for (let number = 1; ; number++) {
    const cancel = actionLog.get(cancelId(id, number))
    if (cancel === null) return false
    if (cancel.state === 'done') return true
  }
}

/**
 * What is left of each order, in their order. While it is paused this is what going on would place at most: what was taken back and is not read
 * yet counts with what is known of its fills. @param sizeDecimals null where the service does not say them
 */
export function ordersLeft(
  { children, state }: Pick<StoredAlgo, 'children' | 'state'>,
  { orders }: ScaleTerms,
  actionLog: Log,
  sizeDecimals: number | null,
): readonly LeftOrder[] {
  /** What of an order a child stands for. */
  const counted = (child: AlgoChild): Size => {
    const action = actionLog.get(child.id)
    if (action !== null && !isFinal(action.state)) return child.size
    const isNothing = cameToNothing(action) && signOf(child.filled ?? ZERO) === 0
    if (isNothing && (child.filled !== null || state === 'paused')) return ZERO
    const isBack = child.takenBack === true || (state === 'paused' && wasTakenBack(child, actionLog))
    if (!isBack || (child.filled === null && state !== 'paused')) return child.size
    return filledOf(child, actionLog)
  }
  return orders.flatMap(({ price, size }, part) => {
    const own = children.filter((child) => child.part === part)
    const left = greater(
      own.reduce((rest: Size, child) => subtract(rest, counted(child)), size),
      ZERO,
    )
    // What filled may be of finer steps than orders are.
    const whole = compare(left, size) === 0 || sizeDecimals === null ? left : toStep(left, lotOf(sizeDecimals))
    return signOf(whole) === 0 ? [] : [{ part, price, size: compare(whole, size) === 0 ? size : trimZeros(whole) }]
  })
}
