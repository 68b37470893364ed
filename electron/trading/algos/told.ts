/** What is told of a parent order: its progress by its children, and what it may still send. Pure. */
import { isFinal } from '../../../contract/action.ts'
import type { AlgoChild, AlgoView } from '../../../contract/algo.ts'
import { add, compare, greater, type Size, signOf, subtract, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import type { HeldRisk } from '../risk/index.ts'
import { filledOf, leftOf, mostOfAll } from './children.ts'
import type { AlgoPorts } from './interface.ts'
import { missingOrders } from './scale.ts'

type Log = Pick<AlgoPorts['actionLog'], 'get'>

export function viewOf(record: StoredAlgo, waits: string | null, { actionLog, until }: AlgoPorts): AlgoView {
  const { profile: _profile, account: _account, ...rest } = record
  const { children, terms, state } = record
  const acts = state === 'working' || state === 'paused'
  return {
    ...rest,
    filled: children.reduce((sum: Size, child) => add(sum, filledOf(child, actionLog)), ZERO),
    placed:
      terms.kind === 'scale' ? terms.orders.length - missingOrders(record, terms, actionLog).length : record.begun,
    resting: restingOf(children, actionLog),
    waits: state === 'working' ? waits : null,
    until: acts ? until(record.ends) : null,
  }
}

function restingOf(children: readonly AlgoChild[], actionLog: Log): AlgoView['resting'] {
  const open = children.filter(({ id }) => {
    const state = actionLog.get(id)?.state
    return state === 'resting' || state === 'partly_filled'
  })
  const size = open.reduce(
    (sum: Size, child) => add(sum, greater(subtract(child.size, filledOf(child, actionLog)), ZERO)),
    ZERO,
  )
  return { orders: open.length, size }
}

/** What may still be sent of it, at its worst prices; what was handed over counts by itself. */
export function riskOf(record: StoredAlgo, actionLog: Log): HeldRisk['orders'] {
  const { asset, side, state, terms, reduceOnly } = record
  if (reduceOnly || (state !== 'working' && state !== 'paused')) return []
  if (terms.kind === 'scale') {
    return missingOrders(record, terms, actionLog).flatMap((part) => {
      const order = terms.orders[part]
      return order === undefined ? [] : [{ asset, side, ...order }]
    })
  }
  const size = leftOf(record, mostOfAll(record.children, actionLog))
  return signOf(size) === 0 ? [] : [{ asset, side, price: terms.worst, size }]
}

/** Whether every child of it is over. */
export const allOver = ({ children }: StoredAlgo, actionLog: Log): boolean =>
  children.every(({ id }) => isFinal(actionLog.get(id)?.state ?? 'refused'))

/** How much of the total filled, as far as is known. */
export function filledWords({ children, total }: StoredAlgo, actionLog: Log): string {
  const filled = children.reduce((sum: Size, child) => add(sum, filledOf(child, actionLog)), ZERO)
  return compare(filled, total) >= 0
    ? `All of ${trimZeros(total)} filled.`
    : `${trimZeros(filled)} of ${trimZeros(total)} filled.`
}
